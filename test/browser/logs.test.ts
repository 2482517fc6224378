/** Models that were measured elsewhere: logs of other tools opened on the bundled data set, and compared. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportRun, readyToRun } from './harness/drive.ts'
import { launchPage, type Opened } from './harness/page.ts'

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

test('a log of Inspect is a run that says who measured it, and how the log fits', async () => {
  await take('inspect-0.3.285.eval')
  const facts = page.locator('.facts').filter({ hasText: 'Measured by' }).first()
  expect(await facts.textContent()).toContain(
    'Inspect 0.3.285 inspect-0.3.285.eval. 6 of the log’s 7 samples are in the data set, the others are left out. Left out are 7 further tries of the same. Answers are judged anew: 1 of 5 verdicts of the tool’s own differ.',
  )
  const { run, records } = await exportRun(page)
  expect(run.model.name).toBe('mockllm/given-answers')
  expect(records.map(({ status }) => status)).toEqual([...Array(5).fill('answered'), 'failed'])
  expect(records.flatMap(record => (record.status === 'answered' ? [record.response] : []))).toContain(
    'I see option A here',
  )
})

test('samples of lmms-eval with their results, and predictions of VLMEvalKit, stand beside it in Compare', async () => {
  await take('2026-11-22T05-53-31_samples_phantom-cube.jsonl', '2026-11-22T05-53-31_results.json')
  expect((await exportRun(page)).run.model.name).toBe('phantom-vlm')
  await take('phantom-vlm_phantom-cube.tsv')
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  const items = page.locator('.run-item')
  await expect.poll(() => items.count()).toBe(3)
  // There is no more of them than the log has.
  expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0)
  for (const item of await items.all()) await item.getByRole('checkbox').check()
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
