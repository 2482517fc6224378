/** What is taken away: the report as one file that anything opens, charts as pictures, tables as values. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BlobReader, ZipReader } from '@zip.js/zip.js'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { overall, slices, voxels } from '../../src/engine/analysis/report.ts'
import type { ResultRow } from '../../src/engine/analysis/result-row.ts'
import { resultRow } from '../../src/engine/analysis/rows.ts'
import { medrcube } from '../../src/engine/protocol/protocols/medrcube.ts'
import { exportRun, openTab } from './harness/drive.ts'
import { importFinished } from './harness/finished-run.ts'
import { launchPage, type Opened, removeFolder, temporaryFolder } from './harness/page.ts'
import { expectReadable, openReport, pageCount, saved } from './harness/reports.ts'
import { shownElements, shownTexts } from './harness/shown.ts'

let opened: Opened
let page: Page
let rows: readonly ResultRow[]
/** Where the report lies on disk. */
let file: string

beforeAll(async () => {
  opened = await launchPage()
  page = opened.page
  await importFinished(page, 'words')
  rows = (await exportRun(page)).records.map(record => resultRow(record, medrcube, text => text))
  const folder = temporaryFolder('report')
  file = join(folder, 'report.html')
  writeFileSync(file, await saved('report.html', page.locator('main')))
  return async () => {
    await opened.close()
    removeFolder(folder)
  }
}, 180_000)

/** The first cells of every row of a table's body. */
async function cells(table: Locator, first: number): Promise<readonly (readonly string[])[]> {
  const rows = await shownElements(table.locator('tbody tr'))
  return Promise.all(rows.map(async row => (await shownTexts(row.locator('th, td'))).slice(0, first)))
}

const parsed = (csv: string) =>
  csv
    .trimEnd()
    .split('\r\n')
    // Cells that hold a comma or a line break stand in quotation marks.
    .map(line =>
      Array.from(
        line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g),
        ([, quoted, plain]) => quoted ?? plain,
      ),
    )

test('the report opens without scripts or network and has the figures of the page', async () => {
  const { report, requests } = await openReport(file, { javaScriptEnabled: false })
  expect(requests).toEqual([pathToFileURL(file).href])
  await expect.poll(() => report.getByRole('heading', { level: 1 }).textContent()).toContain('phantom-vlm')

  await openTab(page, 'Findings')
  for (const part of ['.figure-value', '.figure-detail'])
    await expect
      .poll(() => report.locator(part).first().textContent())
      .toBe(await page.locator(`.overview-head ${part}`).first().textContent())
  for (const name of ['By task, from low to high level', 'By modality', 'By region']) {
    const figures = await cells(page.getByRole('table', { name, exact: true }), 5)
    expect(figures.length).toBeGreaterThan(0)
    expect(await cells(report.getByRole('table', { name, exact: true }), 5)).toEqual(figures)
  }

  await openTab(page, 'Cube')
  await page.locator('.plot-number').first().waitFor()
  const numbers = (of: Page | Locator) => shownTexts(of.locator('.plot-number'))
  const wide = report.locator('.on-wide')
  expect((await numbers(wide)).sort()).toEqual((await numbers(page)).sort())
  await expect.poll(() => wide.locator('.cube-square').count()).toBe(voxels(rows).length)

  await openTab(page, 'Shortcuts')
  await page.locator('.rates').waitFor()
  const shares = await shownTexts(page.locator('.rates .figure-value'))
  await expect.poll(() => shownTexts(report.locator('.rates .figure-value'))).toEqual(shares)
  await expect
    .poll(() => shownTexts(report.locator('.group-count')))
    .toEqual(await shownTexts(page.locator('.group-count')))
})

test('the report states what was run, how, and what to cite', async () => {
  const { report } = await openReport(file, { javaScriptEnabled: false })
  const text = (await report.locator('body').textContent()) ?? ''
  for (const part of [
    'at most 4 new tokens',
    '--dataset demo',
    '--limit 24',
    '--max-new-tokens 4',
    'bootstrap clustered by image',
    'arXiv:2604.13756',
    'Transformers.js',
    'ONNX Runtime',
  ])
    expect(text).toContain(part)
  expect(text).toMatch(/Model fingerprint \(SHA-256\)[0-9a-f]{64}/)
})

test('the printed report has at most 12 pages', async () => {
  const { report } = await openReport(file)
  const pdf = await report.pdf({ preferCSSPageSize: true })
  expect(pageCount(pdf)).toBeLessThanOrEqual(12)
})

test('the report reads well for everyone, on a wide screen and a narrow one', () => expectReadable(file))

test('on a telephone every chart is as narrow as the screen; each is shown once', async () => {
  const charts = (of: Page) => of.locator('figure svg.plot').filter({ visible: true })
  const { report: wide } = await openReport(file, { viewport: { width: 1280, height: 900 } })
  const { report } = await openReport(file, { viewport: { width: 390, height: 844 } })
  const shown = await shownElements(charts(report))
  expect(shown.length).toBeGreaterThan(3)
  await expect.poll(() => charts(wide).count()).toBe(shown.length)
  for (const chart of shown)
    expect(
      await chart.evaluate(({ parentElement: frame }) => frame && frame.scrollWidth - frame.clientWidth),
    ).toBe(0)
})

test('a chart is saved as PNG, twice as sharp as on the page', async () => {
  await openTab(page, 'Cube')
  const figure = page.getByRole('figure').first()
  const svg = (await saved('Save as SVG', figure)).toString()
  const png = await saved('Save as PNG', figure)
  const side = (name: string) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(svg)?.[1])
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
    Math.ceil(2 * side('width')),
    Math.ceil(2 * side('height')),
  ])
  const colours = await page.evaluate(async base64 => {
    const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray()
    return [...new Set(new Uint32Array(pixels.buffer))].length
  }, png.toString('base64'))
  expect(colours).toBeGreaterThan(20)
})

test('tables are saved with their values in full', async () => {
  await openTab(page, 'Findings')
  const region = page.getByRole('region', { name: 'By modality', exact: true })
  const [head, ...lines] = parsed((await saved('Save as CSV', region)).toString())
  const share = ['modality', 'n', 'correct', 'share', 'low', 'high']
  const clusters = ['clusters', 'unit', 'design_effect', 'effective_n', 'method']
  const baselines = ['chance', 'majority', 'constant_letter', 'constant_letter_share', 'one_answer']
  expect(head).toEqual([...share, ...clusters, ...baselines, 'estimate_of', 'estimate_from'])
  // The 24 questions are the first of the data set: low and high are what the others leave possible.
  expect(lines.map(line => line.filter((_, at) => at < 4 || at === 11 || at > 15))).toEqual(
    slices(rows, 'modality').map(({ label, n, correct, share, chance }) =>
      [label, n, correct, share, chance, 480, '24 of 1,560 questions'].map(String),
    ),
  )
  expect(lines.reduce((sum, [, n]) => sum + Number(n), 0)).toBe(overall(rows).n)

  await openTab(page, 'Cube')
  await page.getByText('As a table').click()
  const [, ...saidVoxels] = parsed((await saved('Save as CSV', page.locator('.as-table'))).toString())
  expect(saidVoxels.length).toBe(voxels(rows).length)

  await openTab(page, 'Samples')
  const [names, ...samples] = parsed((await saved('Save as CSV', page.locator('main'))).toString())
  expect(names?.slice(0, 2)).toEqual(['index', 'id'])
  expect(samples.length).toBe(24)
})

test('files are grouped by use and have their sizes; one zip has all of them', async () => {
  await openTab(page, 'Export')
  for (const [group, files] of [
    ['To read', ['report.html', 'paper.zip', 'tables.xlsx']],
    ['To continue elsewhere', ['run.json']],
    ['For other tools', ['results.json', 'vlmevalkit.zip']],
  ] as const)
    for (const name of files)
      await page.getByRole('region', { name: group }).getByRole('button', { name, exact: true }).waitFor()
  await page.locator('.exports li').filter({ hasText: 'run.json' }).getByText(/kB$/).waitFor()
  const zip = new Blob([new Uint8Array(await saved('Save all files as one zip', page.locator('main')))])
  const entries = await new ZipReader(new BlobReader(zip)).getEntries()
  const buttons = await shownTexts(page.locator('.exports button'))
  expect(entries.map(({ filename }) => filename)).toEqual(buttons)
  const sizes = page.locator('.exports .keep').filter({ hasText: /^[\d.]+ k?B$/ })
  await expect.poll(() => sizes.count()).toBe(buttons.length)
})

test('the page reports no errors', () => {
  expect(opened.errors).toEqual([])
})
