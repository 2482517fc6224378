/**
 * Tasks of researchers with the results of a run: the worst shortcut, a paper, image use, tags, and what else they look up. Each
 * reports its clicks and seconds.
 */
import { readFileSync } from 'node:fs'
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunFile } from '../../src/data/export/run-file.ts'
import { selectedFigures } from '../../src/engine/analysis/comparison.ts'
import { resultRow } from '../../src/engine/analysis/rows.ts'
import { findProtocol } from '../../src/engine/protocol/protocols/registry.ts'
import { levelUnder } from '../../src/engine/protocol/shortcut.ts'
import { pWords } from '../../src/ui/text/format.ts'
import { exportRun, openTab, runToEnd } from '../browser/harness/drive.ts'
import { countClicks, reported, task, typeInto } from '../browser/harness/effort.ts'
import { launchPage, type Opened } from '../browser/harness/page.ts'
import { saved } from '../browser/harness/reports.ts'
import { importTurned } from '../browser/harness/turned-run.ts'

let opened: Opened
let page: Page
/** The demo, and as another model would have answered it: by id and as exported. */
const ids = { first: '', second: '' }
const files: { first?: RunFile; second?: RunFile } = {}

beforeAll(async () => {
  opened = await launchPage({ viewport: { width: 1440, height: 900 } })
  page = opened.page
  ids.first = await runToEnd(page, { dtype: 'fp32' }, 600_000)
  files.first = await exportRun(page)
  files.second = await importTurned(page, files.first, 'turned', 5)
  ids.second = files.second.run.id
  await countClicks(page)
}, 900_000)
afterAll(() => opened.close())

async function show(path: string): Promise<void> {
  await page.goto(`${opened.origin}/#/runs/${ids.first}${path}`)
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
  await page.locator('main [aria-busy=false]').waitFor()
}

/** Presses the first button of the name, and reads what the browser saved. */
const savedText = async (button: string): Promise<string> =>
  (await saved(button, page.locator('main'))).toString()

test('three images of the worst shortcut, for a colleague', async context => {
  await show('')
  let sheet = ''
  await task(context, page, async () => {
    await openTab(page, 'Shortcuts', 'Chains')
    const worst = page.getByRole('region', { name: 'Worst shortcuts' })
    await expect.poll(() => worst.locator('.worst-chain img').count()).toBeGreaterThanOrEqual(3)
    sheet = String(await saved('Save as contact sheet', worst))
  })
  const images = sheet
    .replaceAll(/(?<=src="data:image\/png;base64,)[^"]+/g, '')
    .split('<figure>')
    .slice(1)
  expect(images.length).toBeGreaterThanOrEqual(3)
  for (const text of images) {
    expect(text).toContain('<img src="data:image/png;base64,')
    // A right diagnosis, and the wrong perceptions below it.
    expect(text).toContain('✓ Right')
    expect(text).toContain('✕ Wrong')
  }
  expect(sheet).not.toMatch(/<script|https?:\/\//)
})

test('methods and a figure for a paper', async context => {
  await show('')
  let zip: Buffer = Buffer.of()
  await task(context, page, async () => {
    await openTab(page, 'Export')
    zip = await saved('paper.zip', page.locator('main'))
  })
  const entries = await new ZipReader(new Uint8ArrayReader(new Uint8Array(zip))).getEntries()
  const names = entries.map(({ filename }) => filename)
  expect(names).toEqual(expect.arrayContaining(['methods.txt', 'tables.tex']))
  expect(names.some(name => name.endsWith('.pdf'))).toBe(true)
})

test('does it use the image?', async context => {
  await show('')
  await task(context, page, async () => {
    await openTab(page, 'Reliability')
    await page.getByRole('button', { name: /^Audit/, disabled: false }).click()
    // Its heading is the answer once all passes are there.
    const going = page.getByRole('status').filter({ hasText: 'passes done' })
    await going.waitFor()
    await going.waitFor({ state: 'detached', timeout: 500_000 })
    await page
      .locator('h3.verdict')
      .getByText(/^(Uses|Ignores|Unclear|Uses a little|Unstable)/i)
      .waitFor()
  })
})

test('errors are tagged and exported', async context => {
  await show('')
  let csv = ''
  await task(context, page, async () => {
    await openTab(page, 'Samples')
    const sample = page.getByRole('article', { name: /^Sample / })
    await sample.getByText('Wrong', { exact: true }).waitFor()
    await typeInto(sample.getByLabel('Tag this sample'), 'red contour')
    await page.keyboard.press('Enter')
    await sample.getByRole('button', { name: 'red contour', pressed: true }).waitFor()
    await page.getByLabel('Tag', { exact: true }).selectOption('=red contour')
    await page.getByText('1 of 1,560 samples').waitFor()
    csv = await savedText('Save as CSV')
  })
  const [head = '', line = '', ...more] = csv.trim().split('\r\n')
  expect(head).toContain('tags')
  expect(line).toContain('red contour')
  expect(more).toEqual([])
  await page.reload()
  await page.getByText('1 of 1,560 samples').waitFor()
  const { run, records } = await exportRun(page)
  const [index] = run.tags?.['red contour'] ?? []
  const record = records.find(({ sample }) => sample.index === index)
  expect(record?.status === 'answered' && !record.correct).toBe(true)
})

test('which voxels are below guessing?', async context => {
  await show('')
  await reported(context, page, async () => {
    await page
      // The other 24 have one right answer for all their questions.
      .getByText(/(No voxel of 76 is clearly below|\d+ voxels? of 76 (is|are) below) guessing/)
      .waitFor()
    await openTab(page, 'Cube')
    await page.getByLabel('Show', { exact: true }).selectOption('above')
    await page.getByRole('figure', { name: /above guessing/ }).waitFor()
    const weakest = page.getByRole('complementary', { name: 'Weakest voxels' })
    await expect.poll(() => weakest.getByText(/guessing [\d.]+%/).count()).toBe(10)
  })
  // Also a voxel at the foot of the cube is explained in the window, without leaving the place.
  await page.locator('a.cube-cell').last().click()
  const name = page.getByRole('complementary').getByRole('heading', { name: 'All samples' })
  const isInWindow = async () => {
    const y = (await name.boundingBox())?.y ?? -1
    return y >= 0 && y < 900
  }
  await expect.poll(isInWindow).toBe(true)
})

test('A against B on CT perception, with its p-value', async context => {
  await show('')
  await reported(context, page, async () => {
    await openTab(page, 'Samples')
    await page.getByLabel('Modality', { exact: true }).selectOption('=CT')
    await page.getByLabel('Level', { exact: true }).selectOption('low')
    await page.getByLabel('Test against').selectOption(ids.second)
    await page.getByText(/95% interval .* p [=<] /).waitFor()
  })
  const rows = ({ run, records }: RunFile) =>
    records.map(record => resultRow(record, findProtocol(run.settings.protocol), text => text))
  if (!files.first || !files.second) throw new Error('The runs were not exported.')
  const [first, second] = [rows(files.first), rows(files.second)]
  const isLow = (name: string) => levelUnder({})(name) === 'low'
  const chosen = first.filter(({ modality, task }) => modality === 'CT' && isLow(task))
  const { against } = selectedFigures(first, new Set(chosen.map(({ index }) => index)), second)
  expect(chosen.length).toBeGreaterThan(200)
  await expect.poll(() => page.locator('main').textContent()).toContain(`${pWords(against?.p ?? -1)}`)
  // The selection stays where other tabs are looked at.
  await openTab(page, 'Cube')
  await page.getByText('Selected: CT, perception').waitFor()
})

test('ten wrong chest X-rays as a contact sheet', async context => {
  await show('/samples')
  let sheet = ''
  await reported(context, page, async () => {
    await page.getByLabel('Modality', { exact: true }).selectOption('=X-ray')
    await page.getByLabel('Region', { exact: true }).selectOption('=Chest')
    await page.getByLabel('Verdict', { exact: true }).selectOption('=wrong')
    await page.getByRole('button', { name: 'Gallery', exact: true }).click()
    const pictures = page.getByRole('region', { name: 'Gallery' }).locator('img')
    await expect.poll(() => pictures.count()).toBeGreaterThanOrEqual(10)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as contact sheet' }).click(),
    ])
    sheet = readFileSync(await download.path(), 'utf8')
  })
  const cards = sheet.split('<figure>').slice(1)
  expect(cards.length).toBeGreaterThanOrEqual(10)
  for (const text of cards) {
    expect(text).toContain('<img src="data:image/png;base64,')
    expect(text).toContain('✕ Wrong')
    expect(text).toContain('X-ray · Chest')
  }
  expect(sheet).not.toMatch(/<script|https?:\/\//)
})

test('a run on other questions than a paper’s is not judged by its findings', async context => {
  await show('')
  await reported(context, page, async () => {
    await openTab(page, 'Papers')
    await page.getByText('The run has tasks of MedRCube, but not its 7,626 questions.').waitFor()
  })
})

test('what did the model see?', async context => {
  await show('')
  await reported(context, page, async () => {
    await openTab(page, 'Samples')
    const sample = page.getByRole('article', { name: /^Sample / })
    await sample.getByText('What the model saw').click()
    await sample.getByText('1 picture of 128 × 128 pixels').waitFor()
    await sample.getByText('<image> × 16').waitFor()
    await sample.getByRole('button', { name: 'Next', exact: true }).click()
    await sample.getByText('Prompt with chat template').waitFor()
  })
  const seen = page.getByAltText('Part 1, as the encoder got it').first()
  await expect.poll(() => seen.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(128)
  const sample = page.getByRole('article', { name: /^Sample / })
  // As many tokens as the run counted.
  const tokens = /Prompt with chat template, (\d+ tokens)/.exec((await sample.textContent()) ?? '')?.[1]
  await expect
    .poll(() => sample.getByText('Prompt', { exact: true }).locator('+ dd').textContent())
    .toContain(tokens)
})

test('leaves no error in the console', () => {
  expect(opened.errors).toEqual([])
})
