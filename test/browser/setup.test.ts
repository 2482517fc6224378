/** The set-up as researchers use it: three steps on one screen, what is to be confirmed beside what was done, several tabs. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems } from './harness/axe.ts'
import {
  card,
  openModelDrawer,
  openStep,
  pickFolder,
  reach,
  readyToRun,
  waitForDone,
} from './harness/drive.ts'
import { demoDataset, demoModel, sharedFolder } from './harness/folders.ts'
import { layoutProblems } from './harness/layout.ts'
import { openPage } from './harness/page.ts'

const onDesktop = { viewport: { width: 1440, height: 900 } } as const
const readHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)
const panel = (page: Page) => card(page, 'dataset').getByRole('region', { name: 'Column mapping' })

test('what the first key opens is loaded in its place: the page stays, and so does the focus', async () => {
  const { page } = await openPage(onDesktop)
  await readyToRun(page)
  const plan = page.locator('details').filter({ hasText: 'Plan the size of the run' })
  await plan.locator('summary').focus()
  await page.keyboard.press('Enter')
  await plan.getByRole('combobox').first().waitFor()
  expect(await plan.locator('summary').evaluate(summary => summary === document.activeElement)).toBe(true)
})

test('each step fits one screen, one is open at a time, and the keyboard follows', async () => {
  const { page, errors } = await openPage(onDesktop)
  await readyToRun(page)
  for (const step of ['run', 'dataset', 'model'] as const) {
    await openStep(page, step)
    await expect.poll(() => page.locator('[data-open=true]').count()).toBe(1)
    expect(await readHeight(page), step).toBeLessThanOrEqual(900)
    if (step !== 'run')
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
    expect(await accessibilityProblems(page)).toEqual([])
  }
  await (await openModelDrawer(page)).getByText('fits').first().waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await layoutProblems(page)).toEqual([])
  }
  expect(errors).toEqual([])
})

test('the mapping and what is to be confirmed are on the first screen', async () => {
  const { page } = await openPage(onDesktop)
  await readyToRun(page)
  await pickFolder(page, 'dataset', join(sharedFolder('benchmarks'), 'vlmevalkit-local'))
  const confirm = panel(page).getByRole('button', { name: 'Confirm the mapping' })
  await expect.poll(() => panel(page).locator('img').count()).toBeGreaterThan(1)
  const box = await confirm.boundingBox()
  expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(900)
})

test('a second tab names the run of the first, not its probes, and offers it once it is free', {
  tags: ['wide'],
}, async () => {
  const { page, context, origin, errors } = await openPage(onDesktop)
  await readyToRun(page)
  await page.getByText('Probes: none').click()
  await page.getByText('Choose single probes').click()
  await page.getByRole('checkbox', { name: 'Blank image' }).check()
  await page
    .getByRole('button', { name: 'Run the demo on 1,560 questions + 1 probe run, 3,120 answers' })
    .click()
  await waitForDone(page, 5)
  const other = await context.newPage()
  await other.goto(`${origin}/`)
  const offer = other.locator('.unfinished')
  await offer.getByText('is open in another tab.').waitFor()
  await expect.poll(() => offer.textContent()).not.toContain('Blank')
  await expect.poll(() => offer.getByRole('button', { name: 'Continue' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await reach(page, 'Stopped')
  await offer.getByText(/stopped at \d+ of 1,560\./).waitFor()
  await offer.getByRole('button', { name: 'Continue' }).waitFor()
  expect(errors).toEqual([])
})

test('a model folder that is picked as data becomes the model, and the reverse', async () => {
  const { page, errors } = await openPage(onDesktop)
  await readyToRun(page)
  await pickFolder(page, 'dataset', demoModel)
  await card(page, 'dataset').getByRole('button', { name: 'Use it as the model' }).click()
  await readyToRun(page)
  await openStep(page, 'model')
  await card(page, 'model').getByText('folder on this computer').waitFor()
  await pickFolder(page, 'model', demoDataset)
  await card(page, 'model').getByRole('button', { name: 'Use it as the data set' }).click()
  await openStep(page, 'dataset')
  await card(page, 'dataset').getByText('folder on this computer').waitFor()
  expect(errors).toEqual([])
})
