/** A run on questions of every kind of answer, from a file to its overview, samples, report and exports. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serializeRun } from '../../src/data/export/run-file.ts'
import { answersOfEachKind, mappedRun } from '../unit/support/mapped.ts'
import { exportFile, openTab } from './harness/drive.ts'
import { launchPage, type Opened, removeFolder, temporaryFolder } from './harness/page.ts'
import { saved } from './harness/reports.ts'

let opened: Opened
let page: Page
let folder: string
beforeAll(async () => {
  opened = await launchPage({ path: '#/runs' })
  page = opened.page
  folder = temporaryFolder('kinds')
  const file = join(folder, 'run.json')
  writeFileSync(file, [...serializeRun(mappedRun(answersOfEachKind))].join(''))
  await page.getByTestId('import-input').setInputFiles(file)
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
})
afterAll(async () => {
  expect(opened.errors).toEqual([])
  await opened.close()
  removeFolder(folder)
})

test('the overview shows unreadable answers, kinds with their chance, rules and text metrics', async () => {
  await page.getByText('4 answers could not be parsed and count as wrong.').waitFor()
  const kinds = page.getByRole('table', { name: 'By answer type' })
  await expect.poll(() => kinds.getByRole('row').count()).toBe(5)
  await page.getByRole('table', { name: 'Answers by parsing rule' }).waitFor()
  const words = page.getByRole('table', { name: 'Text metrics over 3 free-text answers' })
  await expect
    .poll(() => words.getByRole('row', { name: 'Token F1 (SQuAD)' }).textContent())
    .toContain('50.0%')
})

test('its numbers lead to the samples, which show the reading, or why there is none', async () => {
  await page.getByRole('listitem').filter({ hasText: 'begin with yes or no' }).getByRole('link').click()
  await page.getByText('1 of 12 samples').waitFor()
  const list = page.getByRole('listbox', { name: 'Samples' }).or(page.getByLabel('Samples', { exact: true }))
  await list.first().waitFor()
  await expect.poll(() => page.locator('.row-sub').first().textContent()).toContain('unparsed')
  const detail = (index: number) =>
    page.evaluate(at => {
      location.hash = location.hash.replace(/\?.*/, `?sample=${at}`)
    }, index)
  await detail(5)
  await page.getByText('unparsed: counted wrong: the reply does not begin with yes or no').waitFor()
  await page.getByText('Right answer: yes').waitFor()
  await detail(6)
  await page.getByText('letters read: BD (rule: letters)').waitFor()
  await expect.poll(() => page.locator('.options li[data-right="true"]').count()).toBe(2)
  await detail(9)
  await page.getByText('text read: liver (rule: normalised text)').waitFor()
})

test('results.json and metrics_summary.json agree', async () => {
  await openTab(page, 'Export')
  const results = JSON.parse(await exportFile(page, 'results.json'))
  expect(results).toHaveLength(12)
  expect(results[5]).toMatchObject({
    kind: 'yes-no',
    parsed: null,
    correct: false,
    judge: 'direct',
    judge_version: 2,
  })
  const summary = JSON.parse(await exportFile(page, 'metrics_summary.json'))
  expect(summary.readings).toMatchObject({ unparsed: 4, by_kind: { several: { n: 3, correct: 1 } } })
})

test('the report states how answers were read, and by which protocol', async () => {
  const html = (await saved('report.html', page.locator('main'))).toString()
  expect(html).toContain('How answers were parsed')
  expect(html).toContain('4 answers could not be parsed and count as wrong.')
  expect(html).toContain('following the protocol direct, version 2.')
  expect(html).not.toContain('MedRCube (arXiv:2604.13756): every question')
})

test('boxes: the mean overlap and each threshold with its interval, in the overview, the sample and metrics_summary.json', async () => {
  const right = '[[0, 0, 100, 100]]'
  const fields = { kind: 'box', question: 'Where is it?', options: null, answer: right } as const
  const replies = ['[0, 0, 100, 100]', '[0, 0, 100, 60]', '[0, 0, 100, 40]', 'on the left']
  const run = mappedRun(
    replies.map(reply => [fields, reply] as const),
    { id: 'boxes-in-pixels', version: 1 },
  )
  const file = join(folder, 'boxes.json')
  const id = 'boxes'
  const records = run.records.map(record => ({ ...record, run: id }))
  writeFileSync(file, [...serializeRun({ run: { ...run.run, id }, records })].join(''))
  await page.evaluate(() => {
    location.hash = '#/runs'
  })
  await page.getByTestId('import-input').setInputFiles(file)
  const table = page.getByRole('table', { name: 'IoU of 4 answers, 1 unparsed and counted as 0' })
  await table.waitFor()
  await expect.poll(() => table.getByRole('row', { name: 'Mean' }).textContent()).toContain('50.0%')
  await expect.poll(() => table.getByRole('row', { name: 'IoU@0.5' }).textContent()).toContain('6.8–93.2%')
  await openTab(page, 'Samples')
  await page.evaluate(() => {
    location.hash = location.hash.replace(/(?:\?.*)?$/, '?sample=1')
  })
  await page.getByText('IoU: 60.0%').waitFor()
  await openTab(page, 'Export')
  const { readings } = JSON.parse(await exportFile(page, 'metrics_summary.json'))
  expect(readings.measured.iou).toMatchObject({ n: 4, unparsed: 1, mean: { value: 0.5 } })
})
