/** The figures per finding of an imported run: table, curves, a chosen prevalence, and the files for statistics programs. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportRun } from '../../../../src/data/export/export-run.ts'
import { openTab } from '../../../browser/harness/drive.ts'
import { launchPage, type Opened, removeFolder, temporaryFolder } from '../../../browser/harness/page.ts'
import { saved } from '../../../browser/harness/reports.ts'
import { answeredRun } from '../answered-run.ts'

let opened: Opened
let page: Page
let folder: string
beforeAll(async () => {
  opened = await launchPage({ path: '#/runs' })
  page = opened.page
  folder = temporaryFolder('per-finding')
  const file = join(folder, 'run.json')
  writeFileSync(file, await (await exportRun(answeredRun(40), 'r', 'run.json', {})).text())
  await page.getByTestId('import-input').setInputFiles(file)
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
})
afterAll(async () => {
  expect(opened.errors).toEqual([])
  await opened.close()
  removeFolder(folder)
})

test('two findings have their figures and curves, and the address keeps which one is shown', async () => {
  await openTab(page, 'Cube', 'Per finding')
  const all = page.getByRole('table', { name: 'Figures per finding' })
  await all.getByRole('link', { name: 'Is there an effusion?' }).click()
  await page.getByRole('table', { name: '2 × 2 table of Is there an effusion?' }).waitFor()
  await page.getByRole('figure', { name: /^ROC curve of Is there an effusion/ }).waitFor()
  await page.getByLabel('Prevalence, %').fill('10')
  await page.getByRole('row', { name: /^PPV at 10\.0%/ }).waitFor()
  expect(page.url()).toContain('prevalence=10')
})

test('the positive answer that the user names is stored with the run, for report and figures', async () => {
  await page.getByLabel('Positive answer').selectOption('No')
  await page.getByText('The positive answer “No” is stored with the run.').waitFor()
  await page.reload()
  await page.getByText('named by the user').waitFor()
  await openTab(page, 'Export')
  const figures = (await saved('figures.json', page.locator('main'))).toString()
  expect(figures).toContain('"positive": "No"')
  expect(figures).not.toContain('"positive": "Yes"')
  const report = (await saved('report.html', page.locator('main'))).toString()
  expect(report).toContain('named by the user')
})

test('the report has the same section, and Export the answers as rows', async () => {
  await openTab(page, 'Export')
  const report = (await saved('report.html', page.locator('main'))).toString()
  for (const text of ['Figures per finding', 'ROC curve of Is there a nodule?', 'Decision curve of'])
    expect(report).toContain(text)
  const answers = (await saved('answers.csv', page.locator('main'))).toString()
  expect(answers.split('\r\n')[0]).toContain('verdict,correct,unread,cut')
})
