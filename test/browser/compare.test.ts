/** Runs side by side: from the list to the difference, the samples behind it, the islands and the published models. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunFile } from '../../src/data/export/run-file.ts'
import { changedSamples, compareRuns } from '../../src/engine/analysis/comparison.ts'
import { resultRow } from '../../src/engine/analysis/rows.ts'
import { medrcube } from '../../src/engine/protocol/protocols/medrcube.ts'
import { coefficient, points, pointsInterval, pValue } from '../../src/ui/text/format.ts'
import { nothingFurther } from '../unit/support/records.ts'
import { exportRun, readAddress, runToEnd } from './harness/drive.ts'
import { importFinished } from './harness/finished-run.ts'
import { freshFolder, launchPage, type Opened } from './harness/page.ts'
import { expectReadable, openReport, saved } from './harness/reports.ts'
import { shownTexts } from './harness/shown.ts'
import { importTurned } from './harness/turned-run.ts'

let opened: Opened
let page: Page
/** Two real runs, then two made from them with some verdicts turned: as if other models had answered. */
const files: RunFile[] = []

beforeAll(async () => {
  opened = await launchPage()
  page = opened.page
  await importFinished(page, 'words')
  const first = await exportRun(page)
  files.push(first)
  await runToEnd(page, { dtype: 'q4', limit: 20, maxNewTokens: 5 })
  files.push(await exportRun(page))
  for (const [at, every] of [2, 3, 5].entries())
    files.push(await importTurned(page, first, `turned-${at}`, every))
}, 240_000)

afterAll(() => opened.close())

const listRows = ({ records }: RunFile) => records.map(record => resultRow(record, medrcube, text => text))

/** Runs with different answers: the two precisions of the demo's model give the same ones. */
const different = () => files.filter((_, at) => at !== 1)

/** The address of a comparison of some of the runs, by their order. */
const address = (runs: readonly number[], tab = '', query = '') =>
  `${opened.origin}/#/compare${tab && `/${tab}`}?runs=${runs.map(at => files[at]?.run.id).join(',')}${query}`

const tabs = () => page.getByRole('navigation', { name: 'Comparison' })

test('two runs ticked in the list are compared, the first ticked is the baseline', async () => {
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Compare', exact: true }).isDisabled()).toBe(true)
  for (const at of [0, 1]) {
    const id = files[at]?.run.id
    await page
      .locator('[data-run]', { has: page.locator(`a[href*="${id}"]`) })
      .getByRole('checkbox')
      .check()
  }
  await page.getByRole('button', { name: 'Compare 2 runs' }).click()
  await page.getByRole('figure', { name: 'Difference in accuracy by task' }).waitFor()
  expect(await readAddress(page)).toBe(address([0, 1]))

  const [against] = compareRuns(files.slice(0, 2).map(listRows), {}, nothingFurther).againstBaseline
  if (!against) throw new Error('Nothing was compared.')
  const { overall } = against
  const told = page.getByRole('region', { name: 'Runs' })
  await expect
    .poll(() => told.textContent())
    .toContain(
      `${points(overall.difference)} points (${pointsInterval(overall.low, overall.high)}), adjusted p ${pValue(overall.adjusted)} on 20 shared samples`,
    )
  await expect.poll(() => told.textContent()).toContain('4 only in the baseline')
  await expect.poll(() => told.textContent()).toContain('gave the same answers to 20 shared questions.')
  const byTask = page.getByRole('table', { name: 'Difference in accuracy by task', exact: true })
  await expect.poll(() => byTask.getByRole('row').count()).toBe(1 + against.slices.task.length)

  // What was done differently, by its usual effect: beside a measured difference the precision bounds nothing.
  const why = page.getByRole('table', { name: /^Why .* may differ from the baseline$/ })
  await expect
    .poll(() => shownTexts(why.locator('tbody th')))
    .toEqual(['Questions asked', 'Precision', 'Token limit'])
})

test('the list of runs has their intervals, is sorted by a column, and keeps a note', async () => {
  await page.goto(`${opened.origin}/#/runs`)
  const table = page.getByRole('table', { name: 'Runs' })
  const rows = table.locator('[data-run]')
  await expect.poll(() => rows.count()).toBe(files.length)
  await page.getByRole('button', { name: 'Accuracy' }).click()
  await expect
    .poll(() => table.getByRole('columnheader', { name: 'Accuracy' }).getAttribute('aria-sort'))
    .toBe('descending')
  const shares = (await shownTexts(rows.locator('td:nth-child(4)'))).map(Number.parseFloat)
  expect(shares).toEqual([...shares].sort((a, b) => b - a))
  await rows.first().getByRole('button', { name: 'Add note' }).click()
  await page.getByLabel('Note on the run').fill('Best so far')
  await page.keyboard.press('Enter')
  await rows.first().getByRole('button', { name: 'Edit note' }).waitFor()
  await page.reload()
  await rows.first().getByText('Best so far').waitFor()
})

test('split and order are in the address and outlive a reload', async () => {
  await page.goto(address([0, 2]))
  await page.getByLabel('By', { exact: true }).selectOption('Region')
  await page.getByRole('button', { name: 'Points' }).click()
  await expect.poll(() => page.url()).toBe(address([0, 2], '', '&by=parts&sort=-difference'))
  const shown = async () => {
    await page.getByRole('columnheader', { name: 'Points' }).waitFor()
    return shownTexts(page.locator('tbody tr'))
  }
  const before = await shown()
  await page.reload()
  expect(await shown()).toEqual(before)
  await expect
    .poll(() => page.getByRole('columnheader', { name: 'Points' }).getAttribute('aria-sort'))
    .toBe('descending')
  const parts = compareRuns(
    [files[0], files[2]].map(file => listRows(file as RunFile)),
    {},
    nothingFurther,
  ).againstBaseline[0]?.slices.parts
  const sorted = [...(parts ?? [])].sort((a, b) => b.difference - a.difference)
  expect(before.map(text => text.replace(/\d.*/, ''))).toEqual(sorted.map(({ label }) => label))
})

test('a chart is saved as it is seen, a table as it is sorted', async () => {
  await page.goto(address([0, 2], '', '&by=parts&sort=-n'))
  const svg = (await saved('Save as SVG', page.locator('main'))).toString()
  expect(svg).toMatch(/^<svg /)
  expect(svg).toContain('adjusted p below 0.05')
  expect(svg).not.toMatch(/var\(|class=/)
  expect((await saved('Save as CSV', page.locator('main'))).toString()).toMatch(
    /^Region,n,Clusters,Baseline,Run,Guessing,Most frequent answer,Always one letter,Points,95% interval,"95% interval, high end",/,
  )
})

test('a line opens the samples that changed, and a sample its place in either run', async () => {
  const [first, second] = [files[0], files[2]] as [RunFile, RunFile]
  const changed = changedSamples(listRows(first), listRows(second))
  expect(changed.length).toBe(12)
  await page.goto(address([0, 2]))
  await page.getByRole('figure').getByRole('link').first().click()
  await expect.poll(() => page.url()).toContain(`/changed?runs=${first.run.id},${second.run.id}&with=`)
  await page.getByRole('button', { name: 'Show all' }).click()
  const gained = changed.filter(({ change }) => change === 'gained')
  await page
    .getByText(`12 samples: ${gained.length} gained, ${12 - gained.length} lost against the baseline`)
    .waitFor()
  await page.getByLabel('Change', { exact: true }).selectOption('=gained')
  await expect.poll(() => page.getByRole('listbox').locator('.virtual-row').count()).toBe(gained.length)
  await page.getByLabel('Change', { exact: true }).selectOption('*')
  await page.getByRole('listbox', { name: 'Changed samples' }).press('Home')
  for (const { run } of [first, second]) {
    await page
      .getByRole('region', { name: new RegExp(`: ${run.name}$`) })
      .getByRole('link', { name: 'Open in this run' })
      .click()
    await page.getByRole('article', { name: `Sample ${changed[0]?.id}` }).waitFor()
    expect(await readAddress(page)).toContain(`#/runs/${run.id}/samples?sample=${changed[0]?.index}`)
    await page.goBack()
  }
})

test('the samples that changed are a selection of the run', async () => {
  const [first, second] = [files[0], files[2]] as [RunFile, RunFile]
  const gained = changedSamples(listRows(first), listRows(second)).filter(({ change }) => change === 'gained')
  await page.goto(address([0, 2], 'changed', '&change=gained'))
  await page.getByRole('link', { name: 'Select them in the run' }).click()
  await page.getByText(`${gained.length} of ${second.records.length} samples`).waitFor()
  await expect.poll(() => page.getByLabel('Change', { exact: true }).inputValue()).toBe('gained')
})

test('a correlation over models needs four of them', async () => {
  await page.goto(address([0, 1]))
  await tabs().getByRole('link', { name: 'Papers' }).click()
  await page.getByText('No correlation: it needs at least 4').waitFor()
  await page.getByText('A correlation over models needs at least 4').waitFor()

  await page.goto(address([0, 2, 3, 4], 'papers'))
  const { relation } = compareRuns(different().map(listRows), {}, nothingFurther)
  await expect
    .poll(() => page.locator('.relation').textContent())
    .toContain(relation ? `Over the 4 measured runs: r = ${coefficient(relation.r, 3)}` : 'No correlation')
  await expect.poll(() => page.getByRole('img', { name: /, published: / }).count()).toBe(2 * 33)
})

test('a matrix is walked with the keys', async () => {
  await page.goto(address([0, 2, 3, 4], 'papers', '&by=task'))
  const matrix = page.getByRole('region', { name: /^Published, not measured here: correlation/ })
  await matrix.focus()
  await matrix.press('ArrowRight')
  await expect.poll(() => page.getByRole('status').last().textContent()).toMatch(/^.+ and .+: r −?\d\.\d\d$/)
  await expect
    .poll(() => page.getByRole('region', { name: 'Correlation by task over 4 runs' }).count())
    .toBe(1)
})

test('the whole comparison is saved as one page that opens without scripts or network', {
  tags: ['wide'],
}, async () => {
  await page.goto(address([0, 2, 3, 4]))
  const file = join(freshFolder('compare'), 'comparison.html')
  writeFileSync(file, await saved('Save as HTML report', page.locator('main')))
  const { report, requests } = await openReport(file, { javaScriptEnabled: false })
  expect(requests).toHaveLength(1)
  await expect
    .poll(() => report.getByRole('heading', { level: 1 }).textContent())
    .toBe('Comparison of 4 runs')
  const { againstBaseline } = compareRuns(different().map(listRows), {}, nothingFurther)
  const overall = report
    .getByRole('table', { name: 'Difference in accuracy over all samples', exact: true })
    .locator('tbody tr')
  await expect
    .poll(() => shownTexts(overall.locator('td:nth-child(10)')))
    .toEqual(againstBaseline.map(({ overall: { difference } }) => points(difference)))
  const verdicts = report.getByRole('table', { name: 'Verdicts against the baseline', exact: true })
  await expect
    .poll(() => shownTexts(verdicts.locator('tbody td:nth-child(3)')))
    .toEqual(againstBaseline.map(({ overall: { table } }) => `${table.onlyFirst}`))
  for (const name of [
    'Difference in accuracy by task',
    'Accuracy in diagnosis against Shortcut_Prob',
    'Correlation by task over 4 runs',
  ])
    await expect.poll(() => report.getByRole('img', { name, exact: true }).count()).toBe(1)
  const published = report.getByRole('table', { name: /^Published accuracies/ })
  await expect.poll(() => published.locator('tbody tr').count()).toBe(34)
  const settings = report.getByRole('table', { name: 'Settings', exact: true })
  await expect
    .poll(() => settings.getByRole('row', { name: /^Precision/ }).textContent())
    .toBe('Precisionq8q8q8q8')
  await expectReadable(file)
})

test('the published models are shown separately, as printed', async () => {
  await page.goto(`${opened.origin}/#/compare/published`)
  const medrcube = page.getByRole('table', { name: /MedRCube/ })
  await medrcube.waitFor()
  await expect.poll(() => page.getByText('Published, not measured here.').count()).toBe(2)
  await expect.poll(() => medrcube.locator('tbody tr').count()).toBe(34)
  await page.getByRole('button', { name: 'Overall' }).click()
  await medrcube
    .locator('tbody th')
    .first()
    .filter({ hasText: /^Lingshu-32B$/ })
    .waitFor()
  await expect.poll(() => medrcube.getByRole('cell', { name: '42.06 *' }).count()).toBe(1)
  const medCmr = page.getByRole('table', { name: /Med-CMR/ })
  await expect.poll(() => medCmr.locator('tbody tr').count()).toBe(18)
  await expect.poll(() => medCmr.getByRole('cell', { name: '45.98 *' }).count()).toBe(1)
  await page.getByText('look swapped').waitFor()
})

test('a missing run is reported', async () => {
  await page.goto(`${opened.origin}/#/compare?runs=${files[0]?.run.id},gone`)
  await page.getByText('This run is not in this browser.').waitFor()
  expect(opened.errors).toEqual([])
})
