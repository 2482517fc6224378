/** Benchmarks of other layouts, from the pick to the results: what is shown before, what is asked, what is kept. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { card, exportRun, openSettings, openStep, pickFolder, readyToRun, runToEnd } from './harness/drive.ts'
import { sharedFolder } from './harness/folders.ts'
import { launchPage, type Opened, removeFolder, temporaryFolder } from './harness/page.ts'
import { saved } from './harness/reports.ts'

let parent: string
let opened: Opened
beforeAll(async () => {
  parent = temporaryFolder('mapping')
  opened = await launchPage()
  await readyToRun(opened.page)
})
afterAll(async () => {
  await opened.close()
  removeFolder(parent)
})

const few = { limit: 2, maxNewTokens: 2, dtype: 'q8' } as const
const panel = () => opened.page.getByRole('region', { name: 'Column mapping' })
const setUp = () => opened.page.getByRole('link', { name: 'Set up', exact: true }).click()

test.each([
  ['vlmevalkit-tsv', 'Recognised as GMAI-MMBench', 24, 'vlmevalkit'],
  ['hf-vqa-rad', 'Recognised as VQA-RAD', 22, 'medevalkit'],
  ['jsonl-medxpertqa', 'Recognised as MedXpertQA', 14, 'medevalkit'],
  ['json-med-cmr', 'Recognised as Med-CMR', 24, 'med-cmr'],
])('%s runs from its files to its results', { tags: ['wide'] }, async (name, words, questions, protocol) => {
  const { page } = opened
  await setUp()
  await pickFolder(page, 'dataset', join(sharedFolder('benchmarks'), name))
  await card(page, 'dataset').getByText(`${questions} questions`).first().waitFor()
  await panel().getByText(words).waitFor()
  await expect.poll(() => panel().locator('img').count()).toBeGreaterThan(2)
  await runToEnd(page, few)
  const { run, records } = await exportRun(page)
  expect(run.settings.protocol.id).toBe(protocol)
  expect(run.dataset.mapping).toMatchObject({ origin: 'preset', split: null })
  expect(records.map(({ status }) => status)).toEqual(['answered', 'answered'])
  const report = (await saved('report.html', page.locator('main'))).toString()
  expect(report).toContain(run.dataset.name)
  expect(report).toContain(protocol)
  expect(opened.errors).toEqual([])
})

test('a guess is confirmed first; a column can be chosen, a mapping saved and loaded', async () => {
  const { page } = opened
  await setUp()
  await pickFolder(page, 'dataset', join(sharedFolder('benchmarks'), 'vlmevalkit-local'))
  await panel().getByText('Not a known benchmark.').waitFor()
  await page.getByText('The column mapping was guessed').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Run .* on / }).isDisabled()).toBe(true)
  await panel().getByRole('button', { name: 'Confirm the mapping' }).click()
  await readyToRun(page)

  await openStep(page, 'dataset')
  await panel().getByText('Columns', { exact: true }).click()
  await panel().getByLabel('Task', { exact: true }).selectOption('l2-category')
  await panel().getByText('Uses the mapping “Guessed (changed)”.').waitFor()
  await expect.poll(() => card(page, 'dataset').locator('.axes dd').first().innerText()).toMatch(/^(CT|MRI)/)
  const download = page.waitForEvent('download')
  await panel().getByRole('button', { name: 'Save the mapping' }).click()
  const saved = join(parent, 'saved.json')
  await (await download).saveAs(saved)
  const document = JSON.parse(readFileSync(saved, 'utf8'))
  expect(document.tables[0]).toMatchObject({
    question: 'question',
    options: { prefix: '' },
    task: 'l2-category',
  })

  await page
    .getByTestId('mapping-input')
    .setInputFiles(writeJson('bad.json', { ...document, tables: [{ question: 1 }] }))
  await panel().getByText('tables[0].question').first().waitFor()
  const own = { ...document, name: 'My own', tables: [{ ...document.tables[0], task: { constant: 'One' } }] }
  await page.getByTestId('mapping-input').setInputFiles(writeJson('own.json', own))
  await panel().getByText('Uses the mapping “My own”.').waitFor()
  await runToEnd(page, few)
  const { run, records } = await exportRun(page)
  expect(run.dataset.mapping).toMatchObject({ origin: 'file', document: { name: 'My own' } })
  expect(records.map(({ sample }) => sample.fields.task)).toEqual(['One', 'One'])

  await setUp()
  await page.reload()
  await pickFolder(page, 'dataset', join(sharedFolder('benchmarks'), 'vlmevalkit-local'))
  await panel().getByText('Uses the mapping “My own”.').waitFor()
  await panel().getByText('Saved in this browser for folders named').waitFor()
  await panel().getByRole('button', { name: 'Forget this mapping' }).click()
  await panel().getByText('Not a known benchmark.').waitFor()
  await page.reload()
  await pickFolder(page, 'dataset', join(sharedFolder('benchmarks'), 'vlmevalkit-local'))
  await panel().getByText('Not a known benchmark.').waitFor()
  expect(opened.errors).toEqual([])
}, 120_000)

test('another protocol and another judge are chosen in the set-up; how long an answer may be follows the protocol', async () => {
  const { page } = opened
  await setUp()
  await pickFolder(page, 'dataset', join(sharedFolder('benchmarks'), 'json-med-cmr'))
  await panel().getByText('Recognised as Med-CMR').waitFor()
  await openSettings(page)
  await page.getByText('512 for free text').waitFor()
  await page.getByLabel('Protocol', { exact: true }).selectOption({ label: 'MMMU' })
  await page.getByText('Layout as in MMMU’s evaluator').waitFor()
  await expect.poll(() => page.getByText('512 for free text').count()).toBe(0)
  await page.getByLabel('Answers read by').selectOption('vlmevalkit')
  await runToEnd(page, few)
  const { run, records } = await exportRun(page)
  expect(run.settings.protocol).toEqual({ id: 'mmmu', version: 1, judge: { id: 'vlmevalkit', version: 1 } })
  expect(records[0]?.prompt).toContain('Answer directly with the letter of the right option.')
  expect(opened.errors).toEqual([])
}, 120_000)

function writeJson(name: string, value: unknown): string {
  const file = join(parent, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}
