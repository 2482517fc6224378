/** Benchmarks of other layouts, from the pick to the results: what is shown before, what is asked, what is kept. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** A grey pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

const few = { limit: 2, maxNewTokens: 2, dtype: 'q8' } as const
const panel = () => opened.page.getByRole('region', { name: 'Column mapping' })
const setUp = () => opened.page.getByRole('link', { name: 'Set up', exact: true }).click()

test.each([
  ['vlmevalkit-tsv', 'Recognised as GMAI-MMBench', 24, 'vlmevalkit'],
  ['hf-vqa-rad', 'Recognised as VQA-RAD', 22, 'medevalkit'],
  ['jsonl-medxpertqa', 'Recognised as MedXpertQA', 14, 'medevalkit'],
  ['json-med-cmr', 'Recognised as Med-CMR', 24, 'med-cmr'],
])(
  '%s runs from its files to its results',
  { tags: ['wide'], timeout: 120_000 },
  async (name, words, questions, protocol) => {
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
  },
)

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
  await expect.poll(() => card(page, 'dataset').locator('.facts dd').first().innerText()).toMatch(/^(CT|MRI)/)
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

test('what each table counted as, its columns and missing images stand beside the data set, with one button to change them', async () => {
  const { page } = opened
  await setUp()
  const asked = (n: number, picture: (i: number) => string) =>
    Array.from({ length: n }, (_, i) => ({
      qid: `q${i}`,
      question: `Which organ does film ${i} show?`,
      answer: `organ ${i}`,
      picture: picture(i),
      note: `A remark of the authors on film ${i}, which is longer than a label and never asked about.`,
    }))
  const folder = join(parent, 'films')
  mkdirSync(folder)
  const write = (name: string, rows: unknown) => writeFileSync(join(folder, name), JSON.stringify(rows))
  write(
    'test.json',
    asked(6, i => (i < 4 ? `film${i}.png` : '')),
  )
  write(
    'more.json',
    asked(3, i => `film${i}.png`),
  )
  write(
    'train.json',
    asked(5, i => `film${i}.png`),
  )
  for (let i = 0; i < 4; i++) writeFileSync(join(folder, `film${i}.png`), picture)

  await pickFolder(page, 'dataset', folder)
  for (const line of [
    'test.json: test, 6 questions',
    'more.json: unknown split, 3 questions, also asked',
    'train.json: train, not asked',
    '2 of 6 questions have no image, but the column picture seems to name images.',
    '3 questions of 1 table without a known split are asked along with the split test.',
  ])
    await panel().getByText(line, { exact: true }).waitFor()
  const uses = panel().locator('.facts')
  await expect.poll(() => uses.innerText()).toMatch(/images\s+picture[\s\S]*not used\s+note/)

  await panel().getByRole('button', { name: 'Change the columns' }).click()
  await panel().getByLabel('Images', { exact: true }).selectOption('none')
  await panel().getByText('9 of 9 questions have no image', { exact: false }).waitFor()
  await expect.poll(() => uses.innerText()).toMatch(/not used\s+picture, note/)
  expect(opened.errors).toEqual([])
})

test('another protocol and another judge are chosen in the set-up; how long an answer may be follows the protocol', {
  timeout: 120_000,
}, async () => {
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
  expect(run.settings.protocol).toMatchObject({ id: 'mmmu', judge: { id: 'vlmevalkit' } })
  expect(records[0]?.prompt).toContain('Answer directly with the letter of the right option.')
  expect(opened.errors).toEqual([])
})

function writeJson(name: string, value: unknown): string {
  const file = join(parent, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}
