/** Models that were measured elsewhere: logs of other tools opened on the bundled data set, and compared. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportBytes, exportRun, openTab, readyToRun } from '../../../browser/harness/drive.ts'
import { importFinished } from '../../../browser/harness/finished-run.ts'
import { freshFolder, launchPage, type Opened } from '../../../browser/harness/page.ts'
import { shownElements } from '../../../browser/harness/shown.ts'

const logs = 'test/golden/logs'
const golden = (name: string): string => join(logs, name)

let opened: Opened
let page: Page
beforeAll(async () => {
  opened = await launchPage()
  page = opened.page
  await readyToRun(page)
})
afterAll(async () => {
  expect(opened.errors).toEqual([])
  await opened.close()
})

async function take(...files: readonly string[]): Promise<void> {
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await page.getByTestId('import-input').setInputFiles(files.map(golden))
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
}

test('a log of Inspect becomes a run that names its source, and how the log fits', async () => {
  await take('inspect-0.3.285.eval')
  const facts = page.locator('.facts').filter({ hasText: 'Measured by' }).first()
  await expect
    .poll(() => facts.textContent())
    .toContain(
      'Inspect 0.3.285 inspect-0.3.285.eval. 6 of the log’s 7 samples are in the data set; the others are left out. 7 repeated attempts left out. Answers are judged again: 1 of the tool’s 5 verdicts differ.',
    )
  const { run, records } = await exportRun(page)
  expect(run.model.name).toBe('mockllm/given-answers')
  expect(records.map(({ status }) => status)).toEqual([...Array(5).fill('answered'), 'failed'])
  expect(records.flatMap(record => (record.status === 'answered' ? [record.response] : []))).toContain(
    'I see option A here',
  )
})

test('samples of lmms-eval with their results, and predictions of VLMEvalKit, appear with it in Compare', async () => {
  await take('2026-11-22T05-53-31_samples_phantom-cube.jsonl', '2026-11-22T05-53-31_results.json')
  expect((await exportRun(page)).run.model.name).toBe('phantom-vlm')
  await take('phantom-vlm_phantom-cube.tsv')
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  const items = page.locator('[data-run]')
  await expect.poll(() => items.count()).toBe(3)
  // There is no more of them than the log has.
  await expect.poll(() => page.getByRole('button', { name: 'Continue' }).count()).toBe(0)
  for (const item of await shownElements(items)) await item.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Compare 3 runs' }).click()
  await page.getByRole('heading', { name: 'Compare' }).waitFor()
  await page.getByText('measured by Inspect 0.3.285').first().waitFor()
  await page.getByText('measured by VLMEvalKit').first().waitFor()
})

test('a table that is no prediction is refused by name', async () => {
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await page.getByTestId('import-input').setInputFiles(golden('phantom-cube.tsv'))
  await page.getByText('has no column "prediction"').waitFor()
})

/** A file that is too long to be made in memory. */
function longFile(name: string, head: string, part: string, times: number): string {
  const file = join(freshFolder('logs'), name)
  const handle = openSync(file, 'w')
  writeSync(handle, head)
  for (let i = 0; i < times; i++) writeSync(handle, part)
  closeSync(handle)
  return file
}

test('a log of 200 million newlines is refused by name, and the page still works', {
  tags: ['wide'],
}, async () => {
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  const items = page.locator('[data-run]')
  await items.or(page.getByText('No runs yet')).first().waitFor()
  const runs = await items.count()
  const file = longFile('m_samples_t.jsonl', '', '\n'.repeat(1_000_000), 200)
  await page.getByTestId('import-input').setInputFiles(file)
  await page.getByText('has no line with a doc_id and resps').waitFor()
  await expect.poll(() => items.count()).toBe(runs)
})

test('Cancel ends the thread that reads a log', async () => {
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  const rows = Array.from({ length: 1000 }, (_, i) => `${i}\tWhose?\tA\n`).join('')
  const file = longFile('m_d.tsv', 'index\tquestion\tprediction\n', rows, 1_900)
  const started = page.waitForEvent('worker', worker => worker.url().includes('/import.worker'))
  await page.getByTestId('import-input').setInputFiles(file)
  const ended = (await started).waitForEvent('close')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await ended
  await page.getByText('Drop a run.json, shards').waitFor()
  // The thread that holds the data set is there as before.
  await take('phantom-vlm_phantom-cube.tsv')
})

test('the same run goes out for other tools', async () => {
  await importFinished(page, 'words')
  const { records } = await exportRun(page)
  await openTab(page, 'Export')
  const members = async (name: string) => {
    const zip = new ZipReader(new Uint8ArrayReader(await exportBytes(page, name)))
    const entries = await zip.getEntries()
    return Promise.all(entries.map(entry => (entry.directory ? '' : entry.getData(new TextWriter()))))
  }
  const log = await members('inspect.eval')
  expect(log).toHaveLength(records.length + 3)
  expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({
    status: 'success',
    results: { completed_samples: records.length },
  })
  const [, answers = ''] = await members('lmms-eval.zip')
  expect(answers.split('\n')).toHaveLength(records.length + 1)
  const [, predictions = ''] = await members('vlmevalkit.zip')
  expect(predictions.split('\n')).toHaveLength(records.length + 2)
})
