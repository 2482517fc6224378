/** Subgroups, gates and figures.json of an imported run, and "Run only these". */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportFile, openTab } from './harness/drive.ts'
import { launchPage, type Opened, removeFolder, temporaryFolder } from './harness/page.ts'
import { saved } from './harness/reports.ts'

const runFile = 'test/golden/run-v1/run.json'

let opened: Opened
let page: Page
let folder: string
beforeAll(async () => {
  opened = await launchPage({ path: '#/runs' })
  page = opened.page
  folder = temporaryFolder('statistics')
  await page.getByTestId('import-input').setInputFiles(runFile)
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
})
afterAll(async () => {
  expect(opened.errors).toEqual([])
  await opened.close()
  removeFolder(folder)
})

const table = (name: RegExp) => page.getByRole('table', { name })

test('a figure shows its questions, images and design effect', async () => {
  await page.getByText(/\d+ questions on \d+ images, design effect \d\.\d/).waitFor()
})

test('subgroups by any field, and by two crossed, are in the address', async () => {
  await openTab(page, 'Cube', 'Subgroups')
  await table(/Accuracy by task/).waitFor()
  await page.getByLabel('By', { exact: true }).selectOption('modality')
  await page.getByLabel('Crossed with').selectOption('parts')
  await table(/Accuracy by modality and region/).waitFor()
  expect(page.url()).toContain('by=modality&cross=parts')
  const address = page.url()
  await page.goto(address.replace(/subgroups.*/, 'overview'))
  await page.goto(address)
  await table(/Accuracy by modality and region/).waitFor()
})

test('a saved view of any fields as a cube is restored by its link, and is in the report', async () => {
  await openTab(page, 'Cube')
  await page.getByLabel('Rows', { exact: true }).selectOption('dataset')
  await page.getByLabel('Columns', { exact: true }).selectOption('modality')
  await page.getByLabel('Panels', { exact: true }).selectOption('nothing')
  const name = 'Accuracy by data set and modality'
  await page.getByRole('figure', { name }).waitFor()
  await page.getByRole('button', { name: 'Save this view' }).click()
  await openTab(page, 'Cube', 'Subgroups')
  await page.getByRole('link', { name: /^Cube: Data set and Modality/ }).click()
  await page.getByRole('figure', { name }).waitFor()
  await page.reload()
  await page.getByRole('figure', { name }).waitFor()
  await openTab(page, 'Export')
  const report = (await saved('report.html', page.locator('main'))).toString()
  expect(report).toContain(name)
  expect(report).not.toContain('<script')
  expect(report.length).toBeLessThan(2_000_000)
})

test('gates are checked in the page and printed in the report', async () => {
  await openTab(page, 'Findings')
  const gates = join(folder, 'gates.json')
  writeFileSync(gates, '{"gates":[{"atLeast":0.01},{"where":{"task":"None such"},"atLeast":0.5}]}')
  await page.getByTestId('gates').setInputFiles(gates)
  const rows = table(/Conditions on the figures/).getByRole('row')
  await expect.poll(() => rows.count()).toBe(3)
  await expect.poll(() => rows.nth(2).textContent()).toContain('undecided')
  await openTab(page, 'Export')
  const report = (await saved('report.html', page.locator('main'))).toString()
  expect(report).toContain('Conditions on the figures')
  await openTab(page, 'Findings')
  writeFileSync(gates, '{"gates":[{}]}')
  await page.getByTestId('gates').setInputFiles(gates)
  await page.getByText('A gate needs "atLeast", "atMost" or "margin".').waitFor()
})

test('a gate against another run is checked once that run is chosen', async () => {
  const own = page.url().replace(/.*runs\/([^/?]*).*/, '$1')
  const id = crypto.randomUUID()
  const other = JSON.parse(readFileSync(runFile, 'utf8').replaceAll(own, id))
  Object.assign(other, { run: { ...other.run, name: 'The other run' }, passes: [] })
  const file = join(folder, 'other.json')
  writeFileSync(file, JSON.stringify(other))
  await page.goto(`${opened.origin}/#/runs`)
  await page.getByTestId('import-input').setInputFiles(file)
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
  await page.goto(`${opened.origin}/#/runs/${own}/overview`)
  const gates = join(folder, 'against.json')
  writeFileSync(gates, '{"gates":[{"against":"baseline/results.json","margin":0.02}]}')
  await page.getByTestId('gates').setInputFiles(gates)
  const rows = table(/Conditions on the figures/).getByRole('row')
  await rows.getByText('no run chosen').waitFor()
  await page.getByLabel('The run baseline/results.json').selectOption('The other run')
  await rows.getByText('accuracy minus that of The other run').waitFor()
  await expect.poll(() => rows.nth(1).textContent()).toContain('at least −2.0 points')
  await page.goto(`${opened.origin}/#/runs/${own}/overview`)
})

test('differences and rates are split by any field, with cut points of numbers', async () => {
  const own = page.url().replace(/.*runs\/([^/?]*).*/, '$1')
  await openTab(page, 'Shortcuts')
  const by = page.getByLabel('By', { exact: true })
  await by.selectOption('id')
  await table(/^Shortcut_Prob by id of the diagnosis/).waitFor()
  await page.goto(`${opened.origin}/#/runs/${own}/probes`)
  await page.getByText(/5 of 5 passes done/).click()
  await page.getByRole('link', { name: 'Differences by any field' }).first().click()
  await by.selectOption('gt_answer')
  await table(/^Difference in accuracy by gt_answer/).waitFor()
  expect(page.url()).toContain('by=gt_answer')
  await page.goto(`${opened.origin}/#/runs/${own}/overview`)
})

test('the same answers are read by the rules of every judge', async () => {
  await openTab(page, 'Findings')
  await page.getByRole('button', { name: 'Read the answers by every rule' }).click()
  const rows = table(/Accuracy of the same answers by rule/).getByRole('row')
  await expect.poll(() => rows.count()).toBeGreaterThan(3)
  await expect.poll(() => rows.nth(1).textContent()).toContain('this run')
})

test('figures.json has every figure with its clusters', async () => {
  await openTab(page, 'Export')
  const figures = JSON.parse(await exportFile(page, 'figures.json'))
  expect(figures[0]).toMatchObject({ figure: 'accuracy', slice: {}, method: 'korn-graubard' })
})

test('filtered samples can be asked alone', async () => {
  await openTab(page, 'Samples')
  await page.getByLabel('Task', { exact: true }).selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Run only these' }).click()
  await page.getByText(/\d+ listed questions?\./).waitFor()
  await page.getByRole('button', { name: 'Remove the list' }).click()
  await page.getByLabel('Ask only').fill('modality')
  await page.getByText('“Ask only” has “modality”, which names no questions. Change it in step 3.').waitFor()
  await page.getByLabel('Ask only').fill('ct')
  await page.getByText(/^\d+ of 1,560 questions$/).waitFor()
  await page.getByLabel('Ask only').fill('')
})
