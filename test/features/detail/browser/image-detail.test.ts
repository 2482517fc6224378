/** A folder that divides images into tiles, asked at another detail: on the page, with its probe and the chart. */
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { accessibilityProblems } from '../../../browser/harness/axe.ts'
import {
  exportRun,
  openSettings,
  openStep,
  openTab,
  pickFolder,
  readyToRun,
  runToEnd,
} from '../../../browser/harness/drive.ts'
import { openPage } from '../../../browser/harness/page.ts'
import { shownTexts } from '../../../browser/harness/shown.ts'

const tokens = (records: readonly { readonly score?: { readonly tokens: { readonly image: number } } }[]) => [
  ...new Set(records.map(({ score }) => score?.tokens.image)),
]

test('a run at another detail is stored, shown and compared with its probe', { tags: ['wide'] }, async () => {
  const { page, errors } = await openPage({ viewport: { width: 1440, height: 1000 } })
  await readyToRun(page)
  await openSettings(page)
  // The demo's model shows an image in one way.
  await expect.poll(() => page.getByLabel('Image detail').count()).toBe(0)
  await openStep(page, 'model')
  await pickFolder(page, 'model', resolve('test/golden/families/smolvlm'))
  await page.getByRole('button', { name: /^Run smolvlm /, disabled: false }).waitFor()
  await openSettings(page)
  const field = page.getByLabel('Image detail', { exact: true })
  await expect
    .poll(() => shownTexts(field.locator('option')))
    .toEqual([
      'as the model says · 40 tokens',
      'up to 1 tile · 4 tokens',
      'sides up to 64 pixels · 20 tokens',
    ])
  await field.selectOption('side:64')
  await page.getByText('whether it was trained at this one').waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.locator('.probe-settings > summary').click()
  await page.getByText('Choose single probes').click()
  await page.getByRole('checkbox', { name: /^Image detail/ }).check()
  await runToEnd(page, { limit: 12, maxNewTokens: 2 })
  await page.getByRole('heading', { name: 'smolvlm fp32 (sides up to 64 pixels) on phantom-cube' }).waitFor()
  await openTab(page, 'Reliability', 'Image detail')
  await page.getByRole('heading', { name: 'Image detail' }).waitFor()
  await page.getByRole('table', { name: 'What each image detail costs' }).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  const { run, records, passes = [] } = await exportRun(page)
  expect(run.settings.imageDetail).toBe('side:64')
  expect(tokens(records as never)).toEqual([20])
  expect(passes.map(({ run: { probe }, records }) => [probe, tokens(records as never)])).toEqual([
    [{ kind: 'image-detail', detail: 'least' }, [4]],
    [{ kind: 'image-detail', detail: 'middle' }, [20]],
  ])
  expect(errors).toEqual([])
})
