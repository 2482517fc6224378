/**
 * Eleven things that researchers do, as they do them; each reports its clicks and seconds.
 *
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import type { RunFile } from '../../src/data/export/run-file.ts'
import { selectedFigures } from '../../src/engine/analysis/comparison.ts'
import { resultRow } from '../../src/engine/analysis/rows.ts'
import { protocolOf } from '../../src/engine/protocol/protocols/registry.ts'
import { levelUnder } from '../../src/engine/protocol/shortcut.ts'
import { pWords } from '../../src/ui/text/format.ts'
import {
  card,
  exportFile,
  exportRun,
  openResults,
  openTab,
  pickFolder,
  reach,
  readyToRun,
  runToEnd,
  startRun,
  waitForDone,
} from '../browser/harness/drive.ts'
import { countClicks, measured, openCounted } from '../browser/harness/effort.ts'
import { goldenImage } from '../browser/harness/images.ts'
import { freshFolder, launchPage, type Opened, openPage } from '../browser/harness/page.ts'
import { saved } from '../browser/harness/reports.ts'
import { importTurned } from '../browser/harness/turned-run.ts'

const panel = (page: Page) => card(page, 'dataset').getByRole('region', { name: 'Column mapping' })
const runButton = (page: Page) => page.getByRole('button', { name: /^Run / })

/** Does a task on a page and reports what it cost. */
async function task({ annotate }: TestContext, page: Page, work: () => Promise<void>): Promise<void> {
  const effort = await measured(page, work)
  console.log(`${expect.getState().currentTestName}: ${effort}`)
  await annotate(effort)
}

describe('with finished runs', () => {
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

  const show = async (path: string) => {
    await page.goto(`${opened.origin}/#/runs/${ids.first}${path}`)
    await page.getByRole('navigation', { name: 'Results' }).waitFor()
    await page.locator('main [aria-busy=false]').waitFor()
  }

  test('which voxels are below guessing?', async context => {
    await show('')
    await task(context, page, async () => {
      await page
        // The other 24 have one right answer for all their questions.
        .getByText(/^(No voxel of 76 is clearly below|\d+ voxels? of 76 (is|are) below) guessing/)
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
    await task(context, page, async () => {
      await openTab(page, 'Samples')
      await page.getByLabel('Modality', { exact: true }).selectOption('=CT')
      await page.getByLabel('Level', { exact: true }).selectOption('low')
      await page.getByLabel('Test against').selectOption(ids.second)
      await page.getByText(/95% interval .* p [=<] /).waitFor()
    })
    const rows = ({ run, records }: RunFile) =>
      records.map(record => resultRow(record, protocolOf(run.settings.protocol)))
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
    await task(context, page, async () => {
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

  test('a figure and a table for a paper', async context => {
    await show('')
    let zip: Buffer = Buffer.of()
    await task(context, page, async () => {
      await openTab(page, 'Export')
      zip = await saved('paper.zip', page.locator('main'))
    })
    const entries = await new ZipReader(new Uint8ArrayReader(new Uint8Array(zip))).getEntries()
    const names = entries.map(({ filename }) => filename)
    expect(names).toContain('tables.tex')
    expect(names.some(name => name.endsWith('.pdf'))).toBe(true)
  })

  test('a run is shared with a colleague', async context => {
    await show('')
    let file = ''
    await task(context, page, async () => {
      await openTab(page, 'Export')
      file = join(freshFolder('shared'), 'run.json')
      writeFileSync(file, await exportFile(page, 'run.json'))
    })
    const colleague = await openPage()
    await colleague.page.getByRole('link', { name: 'Results', exact: true }).click()
    await colleague.page.getByTestId('import-input').setInputFiles(file)
    await colleague.page.getByRole('navigation', { name: 'Results' }).waitFor()
    await openTab(page, 'Findings')
    const accuracy = (one: Page) => one.locator('.figure-value').first().textContent()
    expect(await accuracy(colleague.page)).toBe(await accuracy(page))
  })

  test('a run on other questions than a paper’s is not judged by its findings', async context => {
    await show('')
    await task(context, page, async () => {
      await openTab(page, 'Papers')
      await page.getByText('The run has tasks of MedRCube, but not its 7,626 questions.').waitFor()
    })
  })

  test('what did the model see?', async context => {
    await show('')
    await task(context, page, async () => {
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

  test('an error is tagged', async context => {
    await show('')
    await task(context, page, async () => {
      await openTab(page, 'Samples')
      const sample = page.getByRole('article', { name: /^Sample / })
      await sample.getByText('Wrong', { exact: true }).waitFor()
      await sample.getByLabel('Tag this sample').fill('red contour')
      await page.keyboard.press('Enter')
      await sample.getByRole('button', { name: 'red contour', pressed: true }).waitFor()
      await page.getByLabel('Tag', { exact: true }).selectOption('=red contour')
      await page.getByText('1 of 1,560 samples').waitFor()
    })
    await page.reload()
    await page.getByText('1 of 1,560 samples').waitFor()
    const { run, records } = await exportRun(page)
    const [index] = run.tags?.['red contour'] ?? []
    const record = records.find(({ sample }) => sample.index === index)
    expect(record?.status === 'answered' && !record.correct).toBe(true)
  })

  test('leaves no error in the console', () => {
    expect(opened.errors).toEqual([])
  })
})

test('only CT, 200 questions, without a mouse', async context => {
  const { page, errors } = await openCounted()
  await readyToRun(page)
  await task(context, page, async () => {
    await page.getByLabel('Ask only').focus()
    await page.keyboard.type('modality=PET')
    await page.keyboard.press('Enter')
    await page.getByText('No question matches “Ask only”').waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('modality=CT')
    await page.keyboard.press('Tab')
    await page.getByText('480 of 1,560 questions').waitFor()
    await page.getByLabel('Limit to').focus()
    await page.keyboard.type('200')
    await page.getByRole('button', { name: /^Run the demo on 200 questions$/ }).waitFor()
    await page.keyboard.press('ControlOrMeta+Enter')
    await reach(page, 'Done')
  })
  await openResults(page)
  const { run, records } = await exportRun(page)
  expect(run.total).toBe(200)
  expect(new Set(records.map(({ sample }) => sample.fields.modality))).toEqual(new Set(['CT']))
  expect(errors).toEqual([])
})

test('a hospital’s CSV and PNG files; a changed column confirms no other', async context => {
  const folder = freshFolder('hospital')
  const rows = Array.from({ length: 6 }, (_, i) => `scan-${i}.png,Which side?,Left,Right,Left,CT`)
  writeFileSync(join(folder, 'cases.csv'), ['file,question,A,B,answer,scanner', ...rows].join('\n'))
  for (let i = 0; i < 6; i++) writeFileSync(join(folder, `scan-${i}.png`), goldenImage('grey1.png'))
  const { page, errors } = await openCounted()
  await readyToRun(page)
  await task(context, page, async () => {
    await page.getByRole('button', { name: 'Change the data set' }).click()
    await pickFolder(page, 'dataset', folder)
    await panel(page).getByText('Not a known benchmark.').waitFor()
    await expect.poll(() => runButton(page).isDisabled()).toBe(true)
    await panel(page).getByRole('button', { name: 'Change the columns' }).click()
    await panel(page).getByLabel('Modality', { exact: true }).selectOption('scanner')
    await panel(page).getByText('Uses the mapping “Guessed (changed)”.').waitFor()
    await expect.poll(() => runButton(page).isDisabled()).toBe(true)
    await panel(page).getByRole('button', { name: 'Confirm the mapping' }).click()
    await card(page, 'dataset').getByText('6 questions, 6 images').waitFor()
    await (await readyToRun(page)).click()
    await reach(page, 'Done')
  })
  await openResults(page)
  const { records } = await exportRun(page)
  expect(records.map(({ sample }) => sample.fields.modality)).toEqual(Array(6).fill('CT'))
  expect(errors).toEqual([])
})

test('yesterday’s run is continued with one click', async context => {
  const { page, errors } = await openCounted()
  await startRun(page, { limit: 120, maxNewTokens: 2, dtype: 'q8' })
  await waitForDone(page, 5)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await reach(page, 'Stopped')
  await page.goto(new URL('/', page.url()).href)
  await page.getByText(/stopped at \d+ of 120\./).waitFor()
  await task(context, page, async () => {
    await page.getByRole('button', { name: 'Continue' }).click()
    await reach(page, 'Done')
  })
  // Its pace is what the next one is expected to take.
  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await page.getByLabel('Precision').selectOption('q8')
  await page.getByRole('button', { name: /^Run the demo on 1,560 questions, about [\d mins]+$/ }).waitFor()
  expect(errors).toEqual([])
})
