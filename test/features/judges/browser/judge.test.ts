/** Open answers judged: by a language model and by the demo's, through a reload, and checked by people. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportFile, openTab, pickFolder, runToEnd } from '../../../browser/harness/drive.ts'
import { sharedFolder } from '../../../browser/harness/folders.ts'
import { launchPage, type Opened, removeFolder, temporaryFolder } from '../../../browser/harness/page.ts'
import { saved } from '../../../browser/harness/reports.ts'
import { readRunText } from '../../../unit/support/read-run.ts'

const languageModel = resolve('test/golden/language-model')
const byTiny = 'Med-CMR’s rubric, judged by language-model'
const byDemo = 'Med-CMR’s rubric, judged by phantom-vlm'

let opened: Opened
let page: Page
let folder: string
let run: string
beforeAll(async () => {
  opened = await launchPage()
  page = opened.page
  folder = temporaryFolder('judge')
  await pickFolder(page, 'dataset', join(sharedFolder('benchmarks'), 'json-med-cmr'))
  await page.getByText('Recognised as Med-CMR').waitFor()
  run = await runToEnd(page, { maxNewTokens: 4, dtype: 'q8', order: 'dataset' })
}, 120_000)
afterAll(async () => {
  expect(opened.errors).toEqual([])
  await opened.close()
  removeFolder(folder)
})

const region = (name: string) => page.getByRole('region', { name, exact: true })

async function judge(): Promise<void> {
  await page.getByRole('button', { name: 'Judge 7 answers' }).click()
  await page.getByRole('list', { name: 'Judges’ passes' }).waitFor()
}

/** Passes that are done. */
const allDone = (count: number) =>
  expect
    .poll(() => page.locator('.passes .run-state[data-state="Done"]').count(), { timeout: 60_000 })
    .toBe(count)

test('a language model judges in the required form, and rates some answers again', async () => {
  await openTab(page, 'Judges')
  await page.getByText('7 free-text answers.').waitFor()
  await page.getByTestId('judge-folder-input').setInputFiles(languageModel)
  await region('Judge').getByText('language-model').waitFor()
  await page.getByLabel('Constrain replies to the format').check()
  await page.getByLabel('Rate again').fill('2')
  await judge()
  await allDone(1)
  const figures = region(byTiny)
  await figures.getByText('2 answers rated 3 more times at temperature 1').waitFor()
  // They are derived again with each reply that has come.
  await expect.poll(() => figures.locator('.figure-value').innerText()).toMatch(/^\d+\.\d$/)
  await figures.getByText('The judge saw no images.').waitFor()
})

test('a judge without readable replies has no figure; its pass continues after a reload', async () => {
  await region('Judge').getByRole('button', { name: 'Use the demo' }).click()
  await region('Judge').getByText('phantom-vlm').waitFor()
  await page.getByLabel('Constrain replies to the format').uncheck()
  await page.getByLabel('Rate again').fill('')
  await judge()
  await expect
    .poll(() => page.locator('.passes li', { hasText: 'phantom-vlm' }).locator('.number').innerText(), {
      timeout: 60_000,
    })
    .toMatch(/^[1-7] of 7/)
  await page.reload()
  const pass = page.locator('.passes li', { hasText: 'phantom-vlm' })
  await pass.locator('.run-state').waitFor()
  const again = pass.getByRole('button', { name: 'Continue' })
  // It may have come to its end just before the page was left.
  const ended = pass.locator('.run-state[data-state="Done"]')
  await again.or(ended).first().waitFor()
  if ((await ended.count()) === 0) await again.click()
  await allDone(2)
  const figures = region(byDemo)
  await figures
    .getByText('7 of 7 replies could not be read. They are stored, but count in no figure.')
    .waitFor()
  await expect.poll(() => figures.locator('.figure-value').innerText()).toBe('–')
  await figures.getByRole('link', { name: 'Every reply in full' }).click()
  await page.getByText('Replies of the judge phantom-vlm').waitFor()
  await page.getByText('7 of 7 samples').or(page.getByText('7 samples')).first().waitFor()
  await page.getByRole('link', { name: 'Back to the run and its judges' }).click()
  await region(byTiny).waitFor()
})

test('people’s sheet is saved, read back and compared; a wrong one is refused by row and column', async () => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the sheet' }).click(),
  ])
  const empty = readFileSync(await download.path(), 'utf8')
  expect(empty.split('\n')[0]).toContain('ground_truth')
  expect(empty).toContain('.png')
  const fill = (rate: (row: number) => string) =>
    empty
      .trimEnd()
      .split(/\r?\n/)
      .map((line, row) => (row === 0 ? line : line.replace(/,,,,$/, `,${Array(4).fill(rate(row)).join()}`)))
      .join('\n')
  const bad = join(folder, 'bad.csv')
  writeFileSync(
    bad,
    fill(() => '11'),
  )
  await page.getByTestId('sheet-input').setInputFiles(bad)
  await page.getByText('bad.csv').first().waitFor()
  await page.getByText('a whole number from 0 to 10').first().waitFor()
  const good = join(folder, 'filled.csv')
  writeFileSync(
    good,
    fill(row => String(row % 4)),
  )
  await page.getByTestId('sheet-input').setInputFiles(good)
  await page.getByText('7 answers rated by people by Med-CMR’s rubric').waitFor()
  const table = region(byTiny).getByRole('table')
  await table.getByText('Quadratic κ').waitFor()
  await expect.poll(() => table.getByRole('row', { name: /^Visual accuracy/ }).innerText()).toContain('\t7\t')
})

test('report, metrics_summary.json and run.json call each figure by its judge', async () => {
  await openTab(page, 'Export')
  const summary = JSON.parse(await exportFile(page, 'metrics_summary.json'))
  expect(summary.judged.map(({ name }: { name: string }) => name)).toEqual([byTiny, byDemo])
  expect(summary.judged[0]).toMatchObject({ items: 7, replies: 13, unparsed: 0, held_to_form: true })
  expect(summary.judged[0].agreement).toHaveLength(4)
  const html = (await saved('report.html', page.locator('main'))).toString()
  expect(html).toContain(byTiny)
  expect(html).toContain(`${byTiny}, by dimension`)
  expect(html).toContain('Quadratic κ')
  const text = await exportFile(page, 'run.json')
  const { passes, run: whole } = await readRunText(text)
  expect(whole.people?.[0]?.file).toBe('filled.csv')
  expect(passes.map(pass => [pass.run.model.name, pass.run.judging?.isHeld, pass.records.length])).toEqual([
    ['language-model', true, 13],
    ['phantom-vlm', false, 7],
  ])
  const held = passes[0]?.records ?? []
  expect(held.every(record => record.status === 'answered' && record.correct)).toBe(true)
  expect(held[0]?.prompt).toContain('Description of the image:')
  // Taken in again, it shows the same.
  const file = join(folder, 'run.json')
  writeFileSync(file, text)
  await page.evaluate(() => {
    location.hash = '#/runs'
  })
  await page.getByTestId('import-input').setInputFiles(file)
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
  await expect.poll(() => page.url()).not.toContain(run)
  await openTab(page, 'Judges')
  await region(byTiny).waitFor()
})
