/** Shortcuts, chains and confidence of finished runs: one scored by option probabilities, one by generated text. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPixels } from '../../src/data/images/decoding.ts'
import { percentShort } from '../../src/ui/text/format.ts'
import {
  card,
  exportFile,
  openSettings,
  openTab,
  pickFolder,
  readAddress,
  runToEnd,
} from './harness/drive.ts'
import { importFinished } from './harness/finished-run.ts'
import { writeFolder } from './harness/folders.ts'
import { drawnPixels, goldenImage } from './harness/images.ts'
import { freshFolder, launchPage, type Opened } from './harness/page.ts'
import { expectReadable, openReport, saved } from './harness/reports.ts'
import { shownElements, shownTexts } from './harness/shown.ts'

const settings = { limit: 24, maxNewTokens: 4 }

let opened: Opened
let scored = ''
let told = ''
beforeAll(async () => {
  opened = await launchPage()
  scored = await importFinished(opened.page, 'choices')
  told = await importFinished(opened.page, 'words')
}, 240_000)
afterAll(() => opened.close())

async function visit(id: string, path: string): Promise<Page> {
  const { page, origin } = opened
  await page.goto(`${origin}/#/runs/${id}/${path}`)
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
  return page
}

/** Saves the first chart of a kind and looks whether it is a whole picture. */
async function savedChart(page: Page, figure: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('figure', { name: figure }).getByRole('button', { name: 'Save as SVG' }).click(),
  ])
  return readFileSync(await download.path(), 'utf8')
}

test('shortcuts: a flow, rates with bootstrap intervals by every axis, levels that can be moved', async () => {
  const page = await visit(scored, 'shortcuts')
  await page
    .getByText(/^\s*95% interval/)
    .first()
    .waitFor()
  const flow = page.getByRole('figure', { name: /Links from perception to diagnosis/ })
  const ribbons = flow.getByRole('link')
  await expect.poll(() => ribbons.count()).toBeGreaterThan(0)
  const cell = await page.locator('[data-group="A"] .group-count').textContent()
  const links = Number(cell?.replace(/\D/g, ''))
  if (links > 0) await flow.getByRole('link', { name: /^A, perception right, diagnosis right/ }).waitFor()
  expect(await savedChart(page, 'Links from perception')).toMatch(/^<svg[^>]*>.*Perception right/s)

  const table = page.getByRole('table', { name: / of the diagnosis$/ })
  for (const rate of ['luck', 'rationality', 'shortcut']) {
    await page.getByLabel('Rate', { exact: true }).selectOption(rate)
    for (const [by, name] of [
      ['modality', 'Modality'],
      ['parts', 'Region'],
      ['task', 'Task'],
    ] as const) {
      await page.getByLabel('By', { exact: true }).selectOption(by)
      await table.getByRole('columnheader', { name }).waitFor()
      // A rate, or a dash where a run this short has no such links.
      for (const row of (await shownTexts(table.getByRole('row'))).slice(1))
        expect(row).toMatch(/%.*(bootstrap|Korn–Graubard)|0––/)
    }
  }

  // A task that is moved moves the figures, and the export follows.
  const level = page.getByLabel('Level of Organ Recognition')
  await level.focus()
  await level.selectOption('ignored')
  await page.getByRole('button', { name: 'Back to the official defaults' }).waitFor()
  await expect.poll(() => level.evaluate(element => element === document.activeElement)).toBe(true)
  await openTab(page, 'Export')
  const moved = JSON.parse(await exportFile(page, 'shortcut.json'))
  await openTab(page, 'Shortcuts')
  const total = page.getByText(`This run has ${moved.Total_Pairs} link`)
  await total.waitFor()
})

test('chains: every image, its questions in reading order, each leading to its sample', async () => {
  const page = await visit(scored, 'chains')
  const list = page.getByRole('listbox', { name: 'Chains' })
  const images = (await shownElements(list.getByRole('option'))).length
  await expect
    .poll(() => page.getByRole('status').filter({ hasText: 'image' }).textContent())
    .toContain(`${images} image`)
  // Signs and words, not colour alone.
  await expect
    .poll(() => list.locator('.chain-link').first().textContent())
    .toMatch(/^[A-Z0-9]+ [✓✕!].* (right|wrong|failed)/)
  await list.focus()
  await page.keyboard.press('ArrowDown')
  const detail = page.getByRole('article', { name: /^Chain of/ })
  await detail.locator('img').waitFor()
  const tiers = await shownTexts(detail.locator('h4'))
  expect(tiers).toEqual([...tiers].sort((a, b) => order(a) - order(b)))
  await page.getByLabel('Images', { exact: true }).selectOption('A')
  await page.getByLabel('Sort', { exact: true }).selectOption('order')
  expect(await readAddress(page)).toMatch(/group=A&sort=order|sort=order.*group=A/)
  await page.reload()
  await list.waitFor()
  await expect.poll(() => page.getByLabel('Images', { exact: true }).inputValue()).toBe('A')
  await page.getByRole('button', { name: 'Show all' }).click()
  await list.getByRole('option').first().click()
  await detail.getByRole('link').first().click()
  await page.getByRole('article', { name: /^Sample/ }).waitFor()
})

const order = (title: string): number =>
  ['Low', 'Middle', 'Other', 'High', 'Links'].findIndex(start => title.startsWith(start))

/** The report of the run has the same figures, as pictures and as tables. */
async function savesConfidence(page: Page): Promise<void> {
  await page.getByText(/^Computing intervals/).waitFor({ state: 'detached' })
  const accuracy = page.getByRole('table', { name: 'Scores of all answers' }).locator('tbody tr').first()
  const shares = await shownTexts(accuracy.locator('td'))
  const folder = freshFolder('lab')
  const file = join(folder, 'report.html')
  await visit(scored, 'export')
  writeFileSync(file, await saved('report.html', page.locator('main')))
  const { report } = await openReport(file, { javaScriptEnabled: false })
  const scores = report.getByRole('table', { name: 'Scores of all answers', exact: true })
  await expect.poll(() => shownTexts(scores.locator('tbody tr').first().locator('td'))).toEqual(shares)
  for (const name of [
    /^Links from perception/,
    /^Rationality by task/,
    /^Reliability/,
    /^Accuracy of the most confident/,
  ])
    await expect.poll(() => report.getByRole('img', { name }).count()).toBe(1)
  await expectReadable(file)
  await visit(scored, 'confidence')
}

test('confidence: results from the option probabilities, overall and by slice', async () => {
  const page = await visit(scored, 'confidence')
  await page.getByRole('figure', { name: /Reliability diagram of all answers, n 24/ }).waitFor()
  const scores = page.getByRole('table', { name: 'Scores of all answers' })
  for (const name of ['Accuracy', 'ECE', 'Brier score', 'Brier score, top answer', 'NLL', 'AURC'])
    await expect
      .poll(() => scores.getByRole('rowheader', { name: new RegExp(`^${name}`) }).count())
      .toBeGreaterThan(0)
  await expect.poll(() => scores.textContent()).not.toMatch(/NaN|Infinity/)
  expect(await savedChart(page, 'Accuracy of the most confident answers')).toContain('Coverage')
  await page.getByLabel('Bins').selectOption('equal-mass')
  await page.getByText('ten bins of equal mass').waitFor()
  await savesConfidence(page)
  await page.getByLabel('By', { exact: true }).selectOption('modality')
  await page.getByRole('table', { name: 'Confidence by modality' }).waitFor()
  const slice = page.getByRole('table', { name: 'Confidence by modality' }).getByRole('link').first()
  const modality = await slice.textContent()
  await slice.click()
  await page.getByRole('heading', { name: `Reliability, ${modality}` }).waitFor()

  // A bin leads to its samples, and the list sorts by confidence.
  const bin = page
    .getByRole('figure', { name: /Reliability diagram/ })
    .getByRole('link')
    .last()
  const held = /of (\d+) answer/.exec((await bin.getAttribute('aria-label')) ?? '')?.[1]
  await bin.focus()
  await page.keyboard.press('Enter')
  await page.getByText(new RegExp(`^${held} (of 24 )?samples?$`)).waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByLabel('Sort', { exact: true }).selectOption('least-sure')
  await page.getByText('24 samples', { exact: true }).waitFor()
  const sure = await shownTexts(page.locator('.virtual-row .row-sub'))
  const percents = sure.map(text => Number(/(\d+)% sure/.exec(text)?.[1]))
  expect(percents.length).toBeGreaterThan(5)
  expect(percents).toEqual([...percents].sort((a, b) => a - b))
})

test('a sample: its image can be zoomed, moved and windowed; any field finds it again', async () => {
  const page = await visit(scored, 'samples?sample=3')
  const sample = page.getByRole('article', { name: /^Sample/ })
  const image = sample.locator('.viewer-frame img')
  await image.waitFor()
  const [frame, style] = [sample.locator('.viewer-frame'), () => image.getAttribute('style')]
  const scale = () => sample.getByLabel('Zoom level').textContent()
  // The frame takes the image's shape once that is known, and the image then fits the frame.
  await expect.poll(() => frame.getAttribute('style')).toContain('--aspect')
  const pixel = () =>
    frame.evaluate(element => {
      const { naturalWidth, naturalHeight } = element.querySelector('img') as HTMLImageElement
      return Math.min(element.clientWidth / naturalWidth, element.clientHeight / naturalHeight)
    })
  await expect.poll(async () => (await scale()) === `${percentShort(await pixel())}%`).toBe(true)
  const fitted = await scale()
  // Moving there may scroll the page, and for a moment after that the wheel scrolls it, too.
  await expect
    .poll(async () => {
      await frame.hover()
      await page.waitForTimeout(500)
      await page.mouse.wheel(0, -600)
      return scale()
    })
    .not.toBe(fitted)
  const zoomed = await style()
  await page.mouse.down()
  await page.mouse.move(900, 500)
  await page.mouse.up()
  await expect.poll(style).not.toBe(zoomed)
  await page.keyboard.press('0')
  await expect.poll(scale).toBe(fitted)
  await sample.getByRole('button', { name: 'Zoom in' }).click()
  await frame.focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(style).toMatch(/translate\(0%, -10%\)/)
  await sample.getByLabel('Contrast').fill('192')
  await expect.poll(style).toContain('filter')

  // The address holds the view, and only of this sample.
  await expect
    .poll(() => page.url())
    .toMatch(/zoom=1\.5,0,-0\.1.*window=128,64|window=128,64.*zoom=1\.5,0,-0\.1/)
  const placed = async () => /^.*?;/.exec((await style()) ?? '')?.[0]
  const view = await placed()
  await page.reload()
  await expect.poll(placed).toBe(view)
  // The data set comes to hand a moment later; what is shown by then stays.
  await image.evaluate(element => element.setAttribute('data-mark', 'first'))
  await page.waitForTimeout(1000)
  await expect.poll(() => image.getAttribute('data-mark')).toBe('first')
  await expect.poll(() => sample.getByLabel('Contrast').inputValue()).toBe('192')
  await page.keyboard.press('j')
  await page.getByRole('article', { name: /^Sample .*_5$/ }).waitFor()
  expect(await readAddress(page)).not.toMatch(/zoom|window/)
  await expect.poll(style).not.toContain('filter')
  await page.keyboard.press('k')
  await page.getByRole('article', { name: /^Sample .*_4$/ }).waitFor()
  await sample.getByLabel('Contrast').fill('192')
  await expect.poll(style).toContain('filter')
  await sample.getByRole('button', { name: 'Reset grey levels' }).click()
  await expect.poll(style).not.toContain('filter')
  for (const title of ['Raw answer', 'Exact prompt', 'Tokens and time', 'Other questions on this image'])
    await sample.getByRole('heading', { name: title }).waitFor()
  const options = await shownElements(sample.locator('.options li'))
  await expect.poll(() => sample.locator('.option-share').count()).toBe(options.length)

  await page.getByLabel('Any field').selectOption('gt_answer')
  await page.getByLabel('Value of gt_answer').selectOption({ index: 1 })
  await page.getByText(/^\d+ of 24 samples$/).waitFor()
  const found = await page.locator('.list-count').textContent()
  await page.reload()
  await page.getByText(found ?? '').waitFor()
  await expect.poll(() => page.getByLabel('Any field').inputValue()).toBe('gt_answer')
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByText('24 samples', { exact: true }).waitFor()
  await page.getByLabel('Any field').selectOption('raw answer')
  await page.getByLabel('Value of raw answer').waitFor()
})

test('a run with free-text answers explains how to get confidence', async () => {
  const page = await visit(told, 'confidence')
  await page.getByText('This run has no probabilities').waitFor()
  await page.getByRole('button', { name: 'Set up such a run' }).click()
  await openSettings(page)
  await expect.poll(() => page.getByLabel('Scoring').inputValue()).toBe('choices')
  await visit(told, 'chains')
  await page.getByRole('listbox', { name: 'Chains' }).getByRole('option').first().waitFor()
  await visit(told, 'samples')
  await page.getByText('24 samples').waitFor()
  await expect.poll(() => page.getByLabel('Confidence').count()).toBe(0)
  expect(opened.errors).toEqual([])
})

test('a data set of one’s own: TIFF images are shown, and unknown tasks are asked about', {
  tags: ['wide'],
}, async () => {
  const { page } = opened
  const question = { image_path: 'scan.tif', question: 'What is it?', option_A: 'This', option_B: 'That' }
  const tasks = ['Organ Recognition', 'Scar Counting', 'Disease Diagnosis', 'Implant Reading']
  const scan = goldenImage('rgb-tiff_lzw.tif')
  const samples = tasks.map(task => ({ ...question, id: task, task, gt_answer: 'This' }))
  const folder = freshFolder('own')
  writeFolder(folder, { 'Own/test.json': JSON.stringify(samples), 'Own/scan.tif': scan })
  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await pickFolder(page, 'dataset', folder)
  await card(page, 'dataset').getByText('4 questions').waitFor()
  const own = await runToEnd(page, settings)
  await visit(own, 'samples?sample=1')
  const { data } = await readPixels(scan, 'scan.tif')
  expect(await drawnPixels(page.locator('.viewer'))).toEqual([...data])

  await visit(own, 'chains')
  const asked = page.getByRole('region', { name: 'What kind of tasks are these?' })
  await asked
    .getByRole('group', { name: /^Scar Counting/ })
    .getByRole('button', { name: 'Diagnosis' })
    .click()
  const other = page.getByRole('region', { name: 'What kind of task is this?' })
  await other
    .getByRole('group', { name: /^Implant Reading/ })
    .getByRole('button', { name: 'Perception' })
    .click()
  await other.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('listbox', { name: 'Chains' }).waitFor()
  await expect.poll(() => other.count()).toBe(0)
  await openTab(page, 'Shortcuts')
  const readLevel = (task: string) => page.getByLabel(`Level of ${task}`).inputValue()
  await expect.poll(() => readLevel('Scar Counting')).toBe('high')
  await expect.poll(() => readLevel('Implant Reading')).toBe('low')
})
