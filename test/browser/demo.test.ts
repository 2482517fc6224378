/** The main job, as a new user does it: one press, the whole demo on WebAssembly, all files. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { main as score } from '../../src/cli/commands/score.ts'
import type { RunFile } from '../../src/data/export/run-file.ts'
import { inProcess } from '../unit/support/command.ts'
import { readRunText } from '../unit/support/read-run.ts'
import { demoSamples, differentAnswers } from './harness/demo-answers.ts'
import {
  exportAll,
  openResults,
  openTab,
  reach,
  readyToRun,
  type TextName,
  waitForDone,
} from './harness/drive.ts'
import { freshFolder, launchPage, type Opened } from './harness/page.ts'

let opened: Opened
let page: Page
let label: string | null
/** What the page told in the middle of the run. */
let midway: { readonly now: string | null; readonly soFar: string | null; readonly image: string | null }
let rows: number
let files: Readonly<Record<TextName, string>>
let whole: RunFile

beforeAll(async () => {
  opened = await launchPage()
  page = opened.page
  const button = await readyToRun(page)
  label = await button.textContent()
  await button.click()
  await page.locator('.phase').waitFor()
  await waitForDone(page, 300)
  // Also of a model that answers faster than anyone reads, the page shows what it says.
  await page.locator('.answer-verdict').filter({ hasText: /./ }).waitFor()
  midway = {
    now: await page.getByRole('region', { name: 'Now', exact: true }).textContent(),
    soFar: await page.getByRole('region', { name: 'So far', exact: true }).textContent(),
    image: await page.getByRole('region', { name: 'Now', exact: true }).getByRole('img').getAttribute('src'),
  }
  rows = await voxelRows()
  await reach(page, 'Done', 420_000)
  await openResults(page)
  files = await exportAll(page)
  whole = await readRunText(files['run.json'])
}, 480_000)
afterAll(() => opened.close())

/** Rows of the voxel table, opened. */
async function voxelRows(): Promise<number> {
  await page.getByText('As a table').click()
  const table = page.getByRole('table', { name: 'Accuracy of every voxel' })
  await table.waitFor()
  return table.getByRole('row').count()
}

describe('one press', () => {
  test('describes the run', () => {
    expect(label).toBe('Run the demo on 1,560 questions')
  })

  test('shows the progress, the current question and the accuracy', () => {
    expect(midway.now).toMatch(/^[\d,]+ of 1,560 questions [\d.]+ per second, .* left/)
    expect(midway.now).toContain('The model’s answer')
    expect(midway.image).toMatch(/^blob:/)
    expect(midway.soFar).toMatch(
      /[\d.]+%(95% interval [\d.]+–[\d.]+%|Too few answers for an interval) on this benchmark, for all 1,560 questions/,
    )
    expect(midway.soFar).toMatch(/95% interval [\d.]+–[\d.]+% for other images/)
    expect(rows).toBeGreaterThan(2)
  })

  test('leaves no error in the console', () => {
    expect(opened.errors).toEqual([])
  })
})

describe('the results', () => {
  const metrics = () => JSON.parse(files['metrics_summary.json'])

  test('are shown in three tiers, with n', async () => {
    await openTab(page, 'Findings')
    const { global, slice_results } = metrics()
    const text = (await page.locator('main').textContent()) ?? ''
    expect(text).toContain(`${(100 * global.acc).toFixed(1)}%`)
    expect(text).toContain('1,560')
    for (const group of Object.keys(slice_results.by_task)) expect(text).toContain(group.replace('task=', ''))
    await openTab(page, 'Cube')
    const voxels = Object.keys(metrics().voxel_results.by_task_modality_parts)
    expect(await voxelRows()).toBe(1 + voxels.length)
  })

  test('are drawn alike on the page of the run and in the Cube tab', async () => {
    const drawn = () =>
      page.locator('main').evaluate(main =>
        Array.from(
          main.querySelectorAll('a.cube-cell'),
          one => `${one.ariaLabel} ${one.getAttribute('data-sure')}`,
        )
          // The Cube tab also has sums over all tasks or all regions.
          .filter(name => !/^[^:]*\bAll\b/.test(name))
          .sort(),
      )
    await openTab(page, 'Cube')
    const voxels = Object.keys(metrics().voxel_results.by_task_modality_parts)
    await expect.poll(drawn).toHaveLength(voxels.length)
    const inTab = await drawn()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Run' }).click()
    await page.getByRole('heading', { name: 'Voxels', exact: true }).waitFor()
    await expect.poll(drawn).toEqual(inTab)
    await page.goBack()
  })

  test('have the shortcut groups', async () => {
    await openTab(page, 'Shortcuts')
    const report = JSON.parse(files['shortcut.json'])
    const links = page.getByRole('table', { name: /^Links by correctness/ })
    await links.waitFor()
    const text = (await links.textContent())?.replaceAll(',', '')
    for (const group of ['A', 'B', 'C', 'D']) expect(text).toContain(`${group} ${report[`Group_${group}`]}`)
    expect(report.Total_Pairs).toBeGreaterThan(1000)
  })

  test('can be looked at sample by sample, by slice and verdict', async () => {
    await openTab(page, 'Samples')
    await page.getByLabel('Task').selectOption({ value: '=Disease Diagnosis' })
    const { n, correct } = metrics().slice_results.by_task['task=Disease Diagnosis']
    await page.getByText(`${n} of 1,560 samples`).waitFor()
    await page.getByLabel('Verdict').selectOption({ value: '=correct' })
    await page.getByText(`${correct} of 1,560 samples`).waitFor()
    await page.getByRole('listbox', { name: 'Samples' }).getByRole('option').first().click()
    const detail = page.getByRole('article', { name: /^Sample / })
    await detail.getByText('Exact prompt').waitFor()
    await expect
      .poll(() => detail.textContent())
      .toContain("Answer with the option's letter from the given choices directly.")
    await expect
      .poll(() =>
        detail
          .getByRole('img')
          .first()
          .evaluate(image => (image as HTMLImageElement).naturalWidth),
      )
      .toBeGreaterThan(0)
  })
})

describe('the files', () => {
  test('contain every sample once, in order, with its own fields', () => {
    const results = JSON.parse(files['results.json'])
    expect(results.length).toBe(1560)
    for (const [i, sample] of demoSamples.entries()) {
      const { _prompt, _gt_letter, model_response, correct, ...fields } = results[i]
      expect(fields).toEqual(sample)
      expect(_prompt).toContain(`Question: ${sample.question}\nOptions:\nA. `)
      expect(_gt_letter).toMatch(/^[A-D]$/)
      expect(typeof model_response).toBe('string')
      expect(typeof correct).toBe('boolean')
    }
  })

  test('give the same figures when scored again', async () => {
    const folder = freshFolder('scored')
    writeFileSync(join(folder, 'results.json'), files['results.json'])
    const options = [
      '--results',
      join(folder, 'results.json'),
      '--model-name',
      'phantom-vlm',
      '--out',
      folder,
    ]
    expect(await inProcess(score)(...options)).toMatchObject({ code: 0 })
    for (const name of ['metrics_summary.json', 'shortcut.json', 'shortcut_report.csv'] as const)
      expect(readFileSync(join(folder, name), 'utf8'), name).toBe(files[name])
  })

  test('name the software and the machine', () => {
    const { run, records } = whole
    expect(run).toMatchObject({
      state: 'done',
      total: 1560,
      settings: { device: 'wasm', dtype: 'fp32', limit: null },
      dataset: { name: 'phantom-cube', source: 'bundled', counts: { total: 1560, loaded: 1560 } },
      model: { name: 'phantom-vlm', source: 'bundled', family: 'idefics3' },
    })
    for (const print of [run.dataset.fingerprint, run.model.fingerprint])
      expect(print).toMatch(/^[0-9a-f]{64}$/)
    for (const part of ['app', 'transformers', 'onnxruntime'] as const)
      expect(run.environment[part]).toMatch(/^\d+\.\d+/)
    expect(records.length).toBe(1560)
  })

  test('show that each image was encoded once', () => {
    const encoded = new Map<string | null, number>()
    for (const record of whole.records) {
      const first = record.status === 'answered' && (record.score?.timings.encode ?? 0) > 0
      encoded.set(record.sample.image, (encoded.get(record.sample.image) ?? 0) + (first ? 1 : 0))
    }
    expect(encoded.size).toBe(260)
    expect([...encoded.values()].filter(times => times !== 1)).toEqual([])
  })
})

test('fp32 answers as PyTorch on at least 99 % of the questions', () => {
  expect(whole.records).toHaveLength(1560)
  expect(differentAnswers(whole.records, 'answers-fp32.json')).toBeLessThanOrEqual(15)
})
