/** Extra passes: made after a run or added to it, kept with it, and seen in their own tab. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { readPixels } from '../../src/data/images/decoding.ts'
import { changedPixels } from '../../src/engine/probes/changed-pixels.ts'
import { probeKey } from '../../src/engine/probes/kind-of.ts'
import { corruptedImage, optionOrders, optionOrdersFor } from '../../src/engine/probes/passes.ts'
import type { Probe } from '../../src/engine/protocol/probe.ts'
import { listOptions, medrcube } from '../../src/engine/protocol/protocols/medrcube.ts'
import type { AnsweredRecord } from '../../src/engine/protocol/record.ts'
import type { Run } from '../../src/engine/protocol/run.ts'
import type { RunSettings } from '../../src/engine/protocol/settings.ts'
import { readRunText } from '../unit/support/read-run.ts'
import { blankImage, swappedImage } from '../unit/support/some-probes.ts'
import { readAddress, shownRun } from './harness/drive.ts'
import { HeadlessRuns } from './harness/headless-runs.ts'
import { drawnPixels } from './harness/images.ts'
import { freshFolder, launchPage, type Opened } from './harness/page.ts'
import { expectReadable, openReport, saved } from './harness/reports.ts'
import { shownElements } from './harness/shown.ts'
import { readStored } from './harness/stored.ts'

const samples = 12
const noise = corruptedImage('noise', 4)
let opened: Opened
let page: Page
let runs: HeadlessRuns

beforeAll(async () => {
  opened = await launchPage({ path: 'headless.html' })
  page = opened.page
  runs = new HeadlessRuns(opened)
  await runs.chooseDemo()
  return () => opened.close()
}, 120_000)

const settled = (): Promise<void> => runs.settled()
const allRuns = (): Promise<readonly Run[]> => runs.stored()
const readRecords = (id: string): Promise<readonly AnsweredRecord[]> => runs.records(id)
const start = (probes: readonly Probe[], settings: Partial<RunSettings> = {}): Promise<string> =>
  runs.start(probes, { limit: samples, ...settings })

async function findPass(id: string, probe: Probe): Promise<Run> {
  const found = (await allRuns()).find(
    run => run.parent === id && run.probe && probeKey(run.probe) === probeKey(probe),
  )
  if (!found) throw new Error(`There is no pass ${probeKey(probe)}.`)
  return found
}

const logprobs = (records: readonly AnsweredRecord[]) =>
  records.flatMap(({ score }) => score?.choices?.map(({ logprob }) => logprob) ?? [])
const farthest = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? Number.NaN))), 0)
/** How many images went through the encoder: kept features take none of its time. */
const encoded = (records: readonly AnsweredRecord[]): number =>
  records.filter(({ score }) => score && score.timings.encode > 0).length

test('passes follow their run, each with one thing changed', async () => {
  const loads = () => opened.requests.filter(url => url.endsWith('/onnx/embed_tokens.onnx')).length
  await start([])
  const once = loads()
  await page.evaluate(() => globalThis.voxelwise.clearKeptFeatures())
  const run = await start([...optionOrders, blankImage, swappedImage, noise])
  // The passes go on with the model that the run has loaded.
  expect(loads()).toBeLessThanOrEqual(2 * once)
  const plain = await readRecords(run)
  expect(plain).toHaveLength(samples)
  const images = new Set(plain.map(({ sample }) => sample.image)).size
  expect(encoded(plain)).toBe(images)
  const passes = (await allRuns()).filter(({ parent }) => parent === run)
  expect(passes.map(({ state }) => state)).toEqual(passes.map(() => 'done'))

  for (const probe of optionOrdersFor(4)) {
    if (probe.kind !== 'option-order') continue
    const records = await readRecords((await findPass(run, probe)).id)
    const asked = plain.filter(({ sample }) => listOptions(sample.fields).length > probe.shift)
    expect(records.map(({ sample }) => sample)).toEqual(asked.map(({ sample }) => sample))
    for (const { sample, prompt, rightAnswer: right } of records) {
      const options = listOptions(sample.fields)
      expect(prompt).toContain(`A. ${options[probe.shift]?.value}\n`)
      const place = options.findIndex(({ letter }) => letter === medrcube.rightAnswer(sample.fields))
      expect(right).toBe('ABCD'[(place - probe.shift + options.length) % options.length])
    }
    // The pixels are the same: nothing is encoded again.
    expect(encoded(records)).toBe(0)
  }

  const swapped = await readRecords((await findPass(run, swappedImage)).id)
  expect(swapped).toHaveLength(samples)
  for (const { sample, shownImage } of swapped) {
    expect(shownImage).toBeTruthy()
    expect(shownImage).not.toBe(sample.image)
  }
  for (const probe of [blankImage, swappedImage, noise]) {
    const records = await readRecords((await findPass(run, probe)).id)
    expect(records.map(({ prompt }) => prompt)).toEqual(plain.map(({ prompt }) => prompt))
    expect(farthest(logprobs(records), logprobs(plain))).toBeGreaterThan(0.01)
    // Corrupted images are used once: none of their features are stored.
    if (probe.kind === 'corruption') expect(encoded(records)).toBe(images)
  }
})

test('one press audits a run: the missing passes are made, and the verdict is shown', {
  tags: ['long'],
}, async () => {
  const run = await start([swappedImage])
  await page.goto(`${opened.origin}/#/runs/${run}/audit`)
  await page.getByText(/^9 passes on all 12 questions: about .* at this run’s speed\./).waitFor()
  await page.getByText('Questions and time of each pass').click()
  const planned = page.getByRole('table', { name: 'Planned passes' })
  // Two of the questions are about a red mark.
  await planned.getByRole('row', { name: /^Region covered 2 / }).waitFor()
  const audit = page.getByRole('button', { name: 'Audit', exact: true })
  await audit.click()
  // The number of passes is shown only until the last is done.
  await audit.waitFor({ state: 'detached', timeout: 120_000 })
  await page
    .getByText(/^All questions together: unclear \(fewer than 30 questions\)\. No voxel has the 30 questions/)
    .waitFor()
  const figures = page.getByRole('table', { name: 'Figures over all questions' })
  for (const name of ['Visual reliance score (VRS)', 'Text-only gap', 'Stability in other wordings'])
    await figures.getByRole('row', { name }).waitFor()
  await page.goto(`${opened.origin}/headless.html`)
  await page.evaluate(() => globalThis.voxelwise.chooseDataset({ from: 'demo' }))
  await page.evaluate(() => globalThis.voxelwise.chooseModel({ from: 'demo' }))
  const withoutImage = await readRecords((await findPass(run, { kind: 'text-only' })).id)
  for (const { score } of withoutImage) expect(score?.tokens.image).toBe(0)
  const json = await page.evaluate(
    async id => (await globalThis.voxelwise.exportFile(id, 'run.json')).text(),
    run,
  )
  expect(Object.keys(JSON.parse(json).audit.passes)).toHaveLength(9)
  const { passes } = await readRunText(json)
  expect(passes).toHaveLength(10)
})

test('stated confidence: a second turn follows the same answer, and its replies are counted', {
  tags: ['long'],
}, async () => {
  const stated: Probe = { kind: 'stated-confidence' }
  const run = await start([stated], { limit: 4 })
  const [own, asked] = [await readRecords(run), await readRecords((await findPass(run, stated)).id)]
  expect(asked.map(({ response }) => response)).toEqual(own.map(({ response }) => response))
  // The demo's model knows letters only: each reply is kept, and none is a number.
  for (const { stated: reply } of asked) expect(reply).toEqual({ reply: expect.any(String), percent: null })
  await page.goto(`${opened.origin}/#/runs/${run}/probes`)
  await page.getByText('0 replies could be read, 4 could not').waitFor({ timeout: 60_000 })
  await page.goto(`${opened.origin}/headless.html`)
  await page.waitForFunction(() => globalThis.voxelwise.getState().runs !== null)
  await page.evaluate(() => globalThis.voxelwise.chooseDataset({ from: 'demo' }))
  await page.evaluate(() => globalThis.voxelwise.chooseModel({ from: 'demo' }))
})

test('a run starts when another has ended, and never in parallel', async () => {
  const known = (await allRuns()).length
  await page.evaluate(async () => {
    const { voxelwise } = globalThis
    voxelwise.changeSettings({ order: 'dataset', limit: 2, keepFeatures: true })
    voxelwise.changeProbes([])
    // As when a button is pressed twice.
    await Promise.all([voxelwise.start(), voxelwise.start()])
    await new Promise<void>(resolve => {
      const leave = voxelwise.subscribe(() => {
        const { live } = voxelwise.getState()
        if (live?.phase !== 'done' || live.run.total !== 2) return
        leave()
        resolve()
      })
    })
  })
  await settled()
  await page.evaluate(async () => {
    const { voxelwise } = globalThis
    // Two questions may be answered before the second press.
    voxelwise.changeSettings({ limit: 40 })
    await voxelwise.start()
    await voxelwise.start()
  })
  const { notices } = await page.evaluate(() => globalThis.voxelwise.getState())
  expect(notices.map(({ error }) => error.message)).toEqual(['This page is already working on another run.'])
  await page.evaluate(id => globalThis.voxelwise.dismiss(id), notices[0]?.id ?? -1)
  await settled()
  expect((await allRuns()).length).toBe(known + 2)
})

test('stored features are not mixed up with those of blank, wrong or corrupted images', {
  tags: ['long'],
}, async () => {
  const probes = [blankImage, swappedImage, noise]
  const [kept, fresh] = [await start(probes), await start(probes, { keepFeatures: false })]
  const pairs = [[kept, fresh] as const]
  for (const probe of probes)
    pairs.push([(await findPass(kept, probe)).id, (await findPass(fresh, probe)).id])
  for (const [a, b] of pairs) {
    expect(farthest(logprobs(await readRecords(a)), logprobs(await readRecords(b)))).toBeLessThan(1e-3)
  }
})

test('a stopped pass, or one whose page was closed, is continued, and the waiting ones follow', {
  tags: ['long'],
}, async () => {
  const run = await start([])
  await page.evaluate(([id, probes]) => globalThis.voxelwise.addPasses(id, probes), [
    run,
    [blankImage, noise],
  ] as const)
  await page.waitForFunction(() => {
    const { live } = globalThis.voxelwise.getState()
    return live?.run.parent !== undefined && (live.phase === 'loading' || live.phase === 'running')
  })
  await page.evaluate(() => globalThis.voxelwise.stop())
  await page.waitForFunction(() => {
    const { live, waiting } = globalThis.voxelwise.getState()
    return waiting.length === 0 && live?.phase !== 'loading' && live?.phase !== 'running'
  })
  await expect.poll(async () => (await findPass(run, noise)).state).toBe('paused')
  await page.evaluate(id => globalThis.voxelwise.continueRun(id), run)
  await page.waitForFunction(() => globalThis.voxelwise.getState().live?.run.parent !== undefined)
  await page.reload()
  await page.waitForFunction(() => globalThis.voxelwise.getState().runs !== null)
  await page.evaluate(id => globalThis.voxelwise.continueRun(id), run)
  await settled()
  expect((await findPass(run, blankImage)).state).toBe('done')
  expect((await findPass(run, noise)).state).toBe('done')
  expect(await readRecords((await findPass(run, noise)).id)).toHaveLength(samples)
})

/** Exports the run as the page does and takes the file in again; then looks at its report. */
async function takeAway(run: string): Promise<void> {
  const folder = freshFolder('probes')
  await page.goto(`${opened.origin}/#/runs/${run}/export`)
  for (const name of ['run.json', 'report.html'])
    writeFileSync(join(folder, name), await saved(name, page.locator('main')))

  await page.goto(`${opened.origin}/#/runs`)
  await page.getByTestId('import-input').setInputFiles(join(folder, 'run.json'))
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
  const copy = await shownRun(page)
  expect(copy).not.toBe(run)
  await page.goto(`${opened.origin}/#/runs/${copy}/probes`)
  await page.getByText('6 of 6 passes done').waitFor()
  const { runs, records } = await readStored(page)
  const listAnswers = (parent: string) =>
    runs
      .filter(one => one.parent === parent)
      .map(one => [
        one.probe && probeKey(one.probe),
        records
          .filter(record => record.run === one.id)
          .map(record => [record.sample, record.status === 'answered' && record.response]),
      ])
      .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
  expect(listAnswers(copy)).toEqual(listAnswers(run))
  await page.goto(`${opened.origin}/#/runs`)
  await page
    .locator('[data-run]', { has: page.locator(`a[href*="${copy}"]`) })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByRole('button', { name: 'Delete the run' }).click()

  const { report } = await openReport(join(folder, 'report.html'), { javaScriptEnabled: false })
  for (const name of [
    /^Consistency of answers/,
    /^Accuracy of every voxel on a blank image/,
    /^Change of accuracy on corrupted/,
  ])
    await expect.poll(() => report.getByRole('img', { name }).count()).toBe(1)
  await expectReadable(join(folder, 'report.html'))
}

test('the tab adds passes and shows their figures; deleting the run deletes them', {
  tags: ['long'],
}, async () => {
  const run = await start([])
  await page.goto(`${opened.origin}/#/runs/${run}/probes`)
  await page.getByText('Choose single probes').click()
  await page.getByRole('checkbox', { name: 'Option order' }).check()
  await page.getByRole('checkbox', { name: 'Blank image' }).check()
  await page.getByRole('checkbox', { name: 'Wrong image' }).check()
  await page.getByRole('checkbox', { name: 'Noise, strength 4' }).check()
  await page.getByText(/\d+ questions, about .* at this run’s speed/).waitFor()
  await page.getByRole('button', { name: /^Add \d passes$/ }).click()
  for (const name of ['Option order', 'Without the image', 'Corrupted images'])
    await page.getByRole('heading', { name, exact: true }).waitFor({ timeout: 120_000 })
  await page.getByText('6 of 6 passes done').waitFor()
  await page.getByRole('figure', { name: 'Consistency of answers across option orders' }).waitFor()
  // The last pass with all its answers: nothing moves any more.
  await page.getByRole('row', { name: /^Noise 4 12 / }).waitFor()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Noise, strength 4' }).isDisabled()).toBe(true)
  // Its intervals take longest.
  await page.getByRole('heading', { name: 'Every voxel on a blank image' }).waitFor()
  for (const figure of await shownElements(page.getByRole('figure'))) {
    expect((await saved('Save as SVG', figure)).toString()).toMatch(/^<svg /)
    expect((await saved('Save as PNG', figure)).subarray(1, 4).toString()).toBe('PNG')
    // Chromium takes ten downloads a second from a page, and drops what comes faster.
    await page.waitForTimeout(250)
  }
  for (const table of await shownElements(page.getByText(/as a table$/i))) await table.click()
  // All but that of the boxes to tick.
  const tables = page.locator('main').getByRole('table')
  const buttons = page.getByRole('button', { name: 'Save as CSV' })
  await expect.poll(async () => (await tables.count()) - (await buttons.count())).toBe(1)
  const blind = page.locator('.as-table', { hasText: 'Shortcut_Prob' }).last()
  const byVoxel = await saved('Save as CSV', blind)
  expect(byVoxel.toString()).toMatch(/^task,parts,modality,n,.*,shortcut_prob,/)
  await takeAway(run)

  // Where one is on the page is in its address.
  await page.goto(`${opened.origin}/#/runs/${run}/probes`)
  await page.getByRole('button', { name: 'Wrong image', exact: true }).click()
  await page.getByRole('link', { name: 'Corrupted images' }).click()
  for (const turn of ['followed', 'reloaded']) {
    if (turn === 'reloaded') await page.reload()
    await page.getByRole('heading', { name: 'Every voxel on a wrong image' }).waitFor()
    const heading = page.getByRole('heading', { name: 'Corrupted images' })
    await expect.poll(() => heading.evaluate(found => found === document.activeElement)).toBe(true)
  }

  await page.goto(`${opened.origin}/#/runs`)
  const item = page.locator('[data-run]', { has: page.locator(`a[href*="${run}"]`) })
  await item.getByText('6 of 6 probes').waitFor()
  const before = (await readStored(page)).runs
  expect(before.filter(({ parent }) => parent === run)).toHaveLength(6)
  const own = before.filter(({ parent }) => parent === undefined)
  await expect.poll(() => page.locator('[data-run]').count()).toBe(own.length)
  await item.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete the run' }).click()
  await item.waitFor({ state: 'detached' })
  const { runs, records } = await readStored(page)
  expect(runs.some(({ id, parent }) => id === run || parent === run)).toBe(false)
  const known = new Set(runs.map(({ id }) => id))
  expect(records.every(record => known.has(record.run))).toBe(true)
  expect(opened.errors).toEqual([])
})

test('the sample page of a pass shows the model’s image, and the original', { tags: ['long'] }, async () => {
  const { runs, records } = await readStored(page)
  const read = (path: string) => readPixels(readFileSync(join('public/datasets', path)), path)
  for (const [probe, told] of [
    [blankImage, /this uniform grey/],
    [noise, /corrupted image: noise/],
    [swappedImage, /belongs to another sample/],
  ] as const) {
    const pass = runs.find(one => one.probe && probeKey(one.probe) === probeKey(probe))
    const record = records.find(one => one.run === pass?.id && one.sample.index === samples - 1)
    const own = record?.sample.image ?? ''
    const shown = record?.shownImage ?? own
    await page.goto(`${opened.origin}/#/runs/${pass?.id}/samples?sample=${samples - 1}`)
    const viewer = page.getByRole('figure').filter({ hasText: shown })
    await viewer.getByText(told).waitFor()
    const pixels = await read(shown)
    const change = probe.kind === 'blank-image' || probe.kind === 'corruption' ? probe : null
    const seen = change ? changedPixels(pixels, shown, change) : pixels
    expect(await drawnPixels(viewer)).toEqual([...seen.data])

    await viewer.getByRole('button', { name: 'Original image' }).click()
    const ownViewer = page.getByRole('figure').filter({ hasText: own })
    for (const turn of ['switched', 'reloaded']) {
      if (turn === 'reloaded') await page.reload()
      await ownViewer.getByText('the model saw another').waitFor()
      expect(await drawnPixels(ownViewer), turn).toEqual([...(await read(own)).data])
    }
  }
  expect(opened.errors).toEqual([])
})

test('the voxels most affected by corrupted images are drawn, or all; the address has the choice', {
  tags: ['long'],
}, async () => {
  await page.goto(`${opened.origin}/headless.html`)
  await page.evaluate(() => globalThis.voxelwise.chooseDataset({ from: 'demo' }))
  await page.evaluate(() => globalThis.voxelwise.chooseModel({ from: 'demo' }))
  const run = await start([noise], { limit: 128 })
  await page.goto(`${opened.origin}/#/runs/${run}/probes`)
  const rows = page.getByRole('figure', { name: /^Change of accuracy/ }).locator('text.plot-label')
  const drawn = async () => (await rows.count()) - 1
  await expect.poll(drawn).toBe(12)
  const all = page.getByRole('button', { name: /^All \d+ voxels$/ })
  const held = Number(/\d+/.exec((await all.textContent()) ?? '')?.[0])
  expect(held).toBeGreaterThan(12)
  await all.click()
  await expect.poll(drawn).toBe(held)
  expect(await readAddress(page)).toContain('voxels=all')
  await page.reload()
  await expect.poll(drawn).toBe(held)
  await page.getByRole('button', { name: 'Only the hardest hit' }).click()
  await expect.poll(drawn).toBe(12)
  expect(await readAddress(page)).not.toContain('voxels')
  expect(opened.errors).toEqual([])
})
