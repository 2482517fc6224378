/** The set-up as researchers use it: three steps on one screen, what is to be confirmed beside what was done, several tabs. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems } from './harness/axe.ts'
import {
  card,
  exportRun,
  openModelDrawer,
  openResults,
  openStep,
  pickFolder,
  reach,
  readyToRun,
  startRun,
  waitForDone,
} from './harness/drive.ts'
import { demoDataset, demoModel, sharedFolder } from './harness/folders.ts'
import { goldenImage } from './harness/images.ts'
import { layoutProblems } from './harness/layout.ts'
import { freshFolder, openPage } from './harness/page.ts'

const onDesktop = { viewport: { width: 1440, height: 900 } } as const
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)
const panel = (page: Page) => card(page, 'dataset').getByRole('region', { name: 'Column mapping' })
const runButton = (page: Page) => page.getByRole('button', { name: /^Run / })

/** Clicks and presses of keys since the page was opened, and seconds. */
async function effort(page: Page): Promise<string> {
  const { clicks, seconds } = await page.evaluate(() => ({
    clicks: (globalThis as unknown as { clicks: number }).clicks,
    seconds: Math.round(performance.now() / 1000),
  }))
  return `${clicks} clicks, ${seconds} s`
}

async function opened(options: Parameters<typeof openPage>[0] = onDesktop) {
  const all = await openPage(options)
  await all.page.addInitScript(() => {
    const counted = globalThis as unknown as { clicks: number }
    counted.clicks = 0
    addEventListener('click', ({ isTrusted }) => isTrusted && counted.clicks++, true)
  })
  await all.page.reload()
  return all
}

test('each step fits one screen, one is open at a time, and the keyboard follows', async () => {
  const { page, errors } = await opened()
  await readyToRun(page)
  for (const step of ['run', 'dataset', 'model'] as const) {
    await openStep(page, step)
    expect(await page.locator('[data-open=true]').count()).toBe(1)
    expect(await heightOf(page), step).toBeLessThanOrEqual(900)
    if (step !== 'run') expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
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

test('task: only CT, 200 questions, without a mouse', async ({ annotate }) => {
  const { page, errors } = await opened()
  await readyToRun(page)
  await page.getByLabel('Ask only').focus()
  await page.keyboard.type('modality=PET')
  await page.keyboard.press('Enter')
  await page.getByText('No question matches “Ask only”').waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('modality=CT')
  await page.keyboard.press('Tab')
  await page.getByText('480 of 1,560 questions').waitFor()
  await page.getByLabel('Limit to').focus()
  await page.keyboard.type('200')
  await page.getByRole('button', { name: /^Run the demo on 200 questions$/ }).waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
  await reach(page, 'Done')
  await annotate(await effort(page))
  await openResults(page)
  const { run, records } = await exportRun(page)
  expect(run.total).toBe(200)
  expect(new Set(records.map(({ sample }) => sample.fields.modality))).toEqual(new Set(['CT']))
  expect(errors).toEqual([])
})

test('task: a hospital’s CSV and PNG files; a changed column confirms no other', async ({ annotate }) => {
  const folder = freshFolder('hospital')
  const rows = Array.from({ length: 6 }, (_, i) => `scan-${i}.png,Which side?,Left,Right,Left,CT`)
  writeFileSync(join(folder, 'cases.csv'), ['file,question,A,B,answer,scanner', ...rows].join('\n'))
  for (let i = 0; i < 6; i++) writeFileSync(join(folder, `scan-${i}.png`), goldenImage('grey1.png'))
  const { page, errors } = await opened()
  await readyToRun(page)
  await page.getByRole('button', { name: 'Change the data set' }).click()
  await pickFolder(page, 'dataset', folder)
  await panel(page).getByText('Not a known benchmark.').waitFor()
  expect(await runButton(page).isDisabled()).toBe(true)
  await panel(page).getByRole('button', { name: 'Change the columns' }).click()
  await panel(page).getByLabel('Modality', { exact: true }).selectOption('scanner')
  await panel(page).getByText('Uses the mapping “Guessed (changed)”.').waitFor()
  expect(await runButton(page).isDisabled()).toBe(true)
  await panel(page).getByRole('button', { name: 'Confirm the mapping' }).click()
  await card(page, 'dataset').getByText('6 questions, 6 images').waitFor()
  await (await readyToRun(page)).click()
  await reach(page, 'Done')
  await annotate(await effort(page))
  await openResults(page)
  const { records } = await exportRun(page)
  expect(records.map(({ sample }) => sample.fields.modality)).toEqual(Array(6).fill('CT'))
  expect(errors).toEqual([])
})

test('the mapping and what is to be confirmed are on the first screen', async () => {
  const { page } = await opened()
  await readyToRun(page)
  await pickFolder(page, 'dataset', join(sharedFolder('benchmarks'), 'vlmevalkit-local'))
  const confirm = panel(page).getByRole('button', { name: 'Confirm the mapping' })
  await expect.poll(() => panel(page).locator('img').count()).toBeGreaterThan(1)
  const box = await confirm.boundingBox()
  expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThanOrEqual(900)
})

test('task: yesterday’s run is continued with one click', async ({ annotate }) => {
  const { page, errors } = await opened()
  await startRun(page, { limit: 120, maxNewTokens: 2, dtype: 'q8' })
  await waitForDone(page, 5)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await reach(page, 'Stopped')
  await page.goto(new URL('/', page.url()).href)
  await page.getByText(/stopped at \d+ of 120\./).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await reach(page, 'Done')
  await annotate(await effort(page))
  // Its pace is what the next one is expected to take.
  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await page.getByLabel('Precision').selectOption('q8')
  await page.getByRole('button', { name: /^Run the demo on 1,560 questions, about [\d mins]+$/ }).waitFor()
  expect(errors).toEqual([])
})

test('a second tab names the run of the first, not its probes, and offers it once it is free', async () => {
  const { page, context, origin, errors } = await opened()
  await readyToRun(page)
  await page.getByText('Probes: none').click()
  await page.getByRole('checkbox', { name: 'Blank image' }).check()
  await page
    .getByRole('button', { name: 'Run the demo on 1,560 questions + 1 probe run, 3,120 answers' })
    .click()
  await waitForDone(page, 5)
  const other = await context.newPage()
  await other.goto(`${origin}/`)
  const offer = other.locator('.unfinished')
  await offer.getByText('is open in another tab.').waitFor()
  expect(await offer.textContent()).not.toContain('Blank')
  expect(await offer.getByRole('button', { name: 'Continue' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await reach(page, 'Stopped')
  await offer.getByText(/stopped at \d+ of 1,560\./).waitFor()
  await offer.getByRole('button', { name: 'Continue' }).waitFor()
  expect(errors).toEqual([])
})

test('a model folder that is picked as data becomes the model, and the reverse', async () => {
  const { page, errors } = await opened()
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
