/** A run that ends when it is known, is told as the estimate it is, and can be continued to the figures of any other. */
import { cpSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { serializeRun } from '../../src/data/export/run-file.ts'
import type { RunRecord } from '../../src/engine/protocol/record.ts'
import {
  card,
  exportFile,
  exportRun,
  openResults,
  openSettings,
  openTab,
  pickFolder,
  reach,
  readyToRun,
  runToEnd,
  startRun,
  waitForDone,
} from '../browser/harness/drive.ts'
import { openPage, removeFolder, temporaryFolder } from '../browser/harness/page.ts'
import { saved } from '../browser/harness/reports.ts'

/** The two ends of the interval that stands in a text such as "95% interval 70.1–83.0% on this benchmark". */
function intervalIn(text: string): readonly [number, number] {
  const [, low, high] = /([\d.]+)–([\d.]+)%/.exec(text) ?? []
  return [Number(low), Number(high)]
}

/** Three of the bundled benchmark's data sets: 60 images, 360 questions. */
function someOfTheDemo(): string {
  const folder = temporaryFolder('part-of-phantom-cube')
  onTestFinished(() => removeFolder(folder))
  for (const name of ['PhantomBrainCT', 'PhantomBreastMR', 'PhantomLungXR'])
    cpSync(join('public/datasets/phantom-cube', name), join(folder, name), { recursive: true })
  return folder
}

async function official(page: Page): Promise<readonly string[]> {
  await openTab(page, 'Export')
  return [
    await exportFile(page, 'results.json'),
    await exportFile(page, 'metrics_summary.json'),
    await exportFile(page, 'shortcut.json'),
  ]
}

test('a run stopped by width reports estimates; continued to the end it equals a run in data set order to the byte', async () => {
  const { page, errors } = await openPage()
  const folder = someOfTheDemo()
  await pickFolder(page, 'dataset', folder)
  await card(page, 'dataset').getByText('360 questions').waitFor()
  await runToEnd(page, { order: 'dataset', maxNewTokens: 2 })
  const whole = await exportRun(page)
  const files = await official(page)
  const final =
    (100 * whole.records.filter(record => record.status === 'answered' && record.correct).length) / 360

  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await openSettings(page)
  await page.getByLabel('Stop at ±').fill('15')
  await page.getByLabel('Compare with').selectOption(whole.run.id)
  await startRun(page, { order: 'balanced', maxNewTokens: 2 })
  await reach(page, 'Stopped')
  await expect
    .poll(() => page.getByText('Stopped automatically').first().textContent())
    .toBe('Stopped automatically: the accuracy is known to ±15 points.')
  const live = (await page.getByRole('region', { name: 'So far', exact: true }).textContent()) ?? ''
  expect(live).toContain('for all 360 questions')
  const worth = /With the verdicts of the earlier run it is ±[\d.]+ points; without, it would be ±[\d.]+\./
  expect(live).toMatch(worth)
  const [low, high] = intervalIn(live)
  expect((high - low) / 2).toBeLessThanOrEqual(15.05)
  expect(final).toBeGreaterThanOrEqual(low)
  expect(final).toBeLessThanOrEqual(high)

  const stopped = await openResults(page)
  await expect
    .poll(() => page.locator('.overview-head .figure-detail').first().textContent())
    .toContain('for all 360 questions')
  const note = page.getByText(/^Estimate from \d+ of 360 questions\.$/)
  await note.waitFor()
  await page.getByText(worth).waitFor()
  const part = await exportRun(page)
  const asked = part.records.length
  expect(asked).toBeLessThan(360)
  expect(part.run).toMatchObject({
    state: 'paused',
    settings: { order: 'balanced', seed: 1, until: { width: 0.15 } },
  })
  expect(part.frame?.cellOf).toHaveLength(360)
  await page.getByText('The official files have no place to say').waitFor()
  expect(JSON.parse(await exportFile(page, 'run.json')).estimate).toMatchObject({
    asked,
    of: 360,
    basis: 'drawn',
    gain: { of: 'run' },
  })

  // Everywhere, and in what is saved of it.
  const main = page.locator('main')
  const from = `${asked} of 360 questions`
  for (const [tab, part] of [
    ['Shortcuts', 'Rates'],
    ['Shortcuts', 'Chains'],
    ['Samples', undefined],
    ['Cube', undefined],
  ] as const) {
    await openTab(page, tab, part)
    await expect.poll(() => note.count(), { message: part ?? tab }).toBe(1)
  }
  expect(`${await saved('Save as SVG', main)}`).toContain(`An estimate from ${from}`)
  await openTab(page, 'Findings')
  for (const line of `${await saved('Save as CSV', main)}`.trim().split(/\r?\n/).slice(1))
    expect(line.endsWith(`,${from}`)).toBe(true)
  await page.evaluate(ids => {
    location.hash = `#/compare?runs=${ids}`
  }, `${whole.run.id},${stopped}`)
  await page.getByText(`Not every run asked all questions (run 2 asked ${asked} of 360)`).waitFor()
  await page.getByText(`of 360, an estimate`).waitFor()
  expect(`${await saved('Save as CSV', main)}`).toContain(`run 2 asked ${asked} of 360`)

  await page.getByRole('link', { name: 'Results', exact: true }).click()
  const item = page.getByRole('listitem').filter({ has: page.locator(`a[href*="${stopped}"]`) })
  await expect.poll(() => item.textContent()).toContain('of 360, an estimate')
  await item.getByRole('button', { name: 'Continue' }).click()
  await reach(page, 'Done')
  await openResults(page)
  await expect.poll(() => page.getByText(/^Estimate from/).count()).toBe(0)
  expect(await official(page)).toEqual(files)
  expect((await exportRun(page)).frame).toBeUndefined()
  expect(errors).toEqual([])
}, 240_000)

test('a run stops by time over all its sessions; forecasts and rates are estimates from the first answers', async () => {
  const { page, errors } = await openPage()
  const folder = someOfTheDemo()
  await pickFolder(page, 'dataset', folder)
  await startRun(page, { maxNewTokens: 2 })
  await waitForDone(page, 60)
  await page.getByText(/^For ±10 points: about \d+ questions, .+ more\./).waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await reach(page, 'Stopped')
  await openResults(page)
  await openTab(page, 'Shortcuts')
  await page.getByText('Estimates for all 360 questions: where each rate will stand').waitFor()
  await expect
    .poll(() => page.locator('.rates .figure').first().textContent())
    .toContain('for all 360 questions')

  // As if it had asked for all but 10 ms of the minute that it may.
  const stopped = await exportRun(page)
  const until = { width: null, everySlice: false, minutes: 1, against: null }
  const { run } = stopped
  const file = join(temporaryFolder('by-time'), 'run.json')
  onTestFinished(() => removeFolder(dirname(file)))
  const again = {
    ...stopped,
    run: {
      ...run,
      id: 'by-time',
      settings: { ...run.settings, until },
      timings: { ...run.timings, asking: 59_990 },
    },
    records: stopped.records.map(record => ({ ...record, run: 'by-time' })),
  }
  writeFileSync(file, [...serializeRun(again)].join(''))
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await page.getByTestId('import-input').setInputFiles(file)
  await page.getByText(/^Estimate from/).waitFor()
  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await pickFolder(page, 'dataset', folder)
  await readyToRun(page)
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await page.getByRole('button', { name: 'Continue', exact: true }).first().click()
  await reach(page, 'Stopped')
  await expect
    .poll(() => page.getByText('Stopped automatically').first().textContent())
    .toBe('Stopped automatically after 1 minute.')
  expect(errors).toEqual([])
}, 240_000)

test('a run stops once one of two models is clearly better; the earlier run is unchanged', async () => {
  const { page, errors } = await openPage()
  const folder = someOfTheDemo()
  await pickFolder(page, 'dataset', folder)
  await card(page, 'dataset').getByText('360 questions').waitFor()
  await runToEnd(page, { order: 'dataset', maxNewTokens: 2 })
  const whole = await exportRun(page)

  // Another model, which gets every second of those wrong that this one gets right.
  const spoilt = (record: RunRecord): RunRecord => {
    if (record.status !== 'answered' || !record.correct || record.sample.index % 2 === 0) return record
    const wrong = record.rightAnswer === 'A' ? 'B' : 'A'
    const score = record.score && { ...record.score, text: wrong }
    return { ...record, response: wrong, parsed: wrong, correct: false, ...(score && { score }) }
  }
  const weaker = {
    ...whole,
    run: { ...whole.run, id: 'weaker', name: 'A weaker model' },
    records: whole.records.map(record => ({ ...spoilt(record), run: 'weaker' })),
  }
  const right = (records: readonly RunRecord[]): number =>
    records.filter(record => record.status === 'answered' && record.correct).length
  const file = join(temporaryFolder('weaker'), 'run.json')
  onTestFinished(() => removeFolder(dirname(file)))
  writeFileSync(file, [...serializeRun(weaker)].join(''))
  await page.getByRole('link', { name: 'Results', exact: true }).click()
  await page.getByTestId('import-input').setInputFiles(file)
  await page.getByRole('heading', { name: 'A weaker model' }).waitFor()

  await page.getByRole('link', { name: 'Set up', exact: true }).click()
  await openSettings(page)
  await page.getByLabel('Compare with').selectOption('weaker')
  await startRun(page, { order: 'balanced', maxNewTokens: 2 })
  await reach(page, 'Stopped')
  await expect
    .poll(() => page.getByText('Stopped automatically').first().textContent())
    .toBe('Stopped automatically: the difference from “A weaker model” is settled.')
  await openResults(page)
  const part = await exportRun(page)
  expect(part.records.length).toBeLessThan(360)
  expect(part.run).toMatchObject({ state: 'paused', settings: { until: { against: 'weaker' } } })
  expect(part.frame?.prior).toMatchObject({ name: 'A weaker model', accuracy: right(weaker.records) / 360 })
  await openTab(page, 'Findings')
  const said = (await page.locator('.overview-head .figure-detail').first().textContent()) ?? ''
  const [low, high] = intervalIn(said)
  expect(low).toBeGreaterThan((100 * right(weaker.records)) / 360)
  expect(high).toBeGreaterThanOrEqual((100 * right(whole.records)) / 360)
  expect(errors).toEqual([])
}, 240_000)
