/** Agreement with the official evaluator through the page's own code: loading, asking, exporting, importing. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '@voxelwise/python'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serializeRun } from '../../src/data/export/run-file.ts'
import { loadDataset } from '../../src/data/formats/registry.ts'
import { recordsFromResponses } from '../../src/data/formats/responses.ts'
import { nodeSource } from '../../src/data/sources/node.ts'
import { medrcube } from '../../src/engine/protocol/protocols/medrcube.ts'
import type { Run } from '../../src/engine/protocol/run.ts'
import {
  card,
  exportAll,
  exportFile,
  exportRun,
  pickFolder,
  readAddress,
  readyToRun,
  runToEnd,
} from './harness/drive.ts'
import { sharedFolder } from './harness/folders.ts'
import { freshFolder, launchPage, type Opened } from './harness/page.ts'
import { shownTexts } from './harness/shown.ts'

const oracle = sharedFolder('oracle')
const text = (name: string): string => readFileSync(join(oracle, name), 'utf8')
const upstream = (name: string) => JSON.parse(text(`upstream/${name}`))

let opened: Opened
/** The run that the page made of the oracle's data. */
let asked: Run
beforeAll(async () => {
  opened = await launchPage()
  await pickFolder(opened.page, 'dataset', join(oracle, 'data'))
  await readyToRun(opened.page)
})
afterAll(() => opened.close())

describe('the picked folder', () => {
  test('is loaded and skipped as in the official log', async () => {
    const { page } = opened
    const log = text('upstream/log.txt')
    const loaded = /Total samples loaded: (\d+)/.exec(log)?.[1]
    await expect.poll(() => card(page, 'dataset').textContent()).toContain(`${loaded} questions`)
    await page.getByRole('link', { name: /samples skipped/ }).click()
    await page.getByLabel('Kind').waitFor()
    const kinds = await shownTexts(page.getByLabel('Kind').getByRole('option'))
    for (const [kind, name] of [
      ['missing_image', 'Skipped: image missing'],
      ['missing_required_fields', 'Skipped: no id, question or answer'],
      ['missing_options', 'Skipped: no options'],
    ] as const) {
      const count = new RegExp(`${kind}=(\\d+)`).exec(log)?.[1]
      expect(kinds).toContain(`${name} (${count})`)
    }
  })

  test('is asked with the official prompts, and its right letters are the official ones', async () => {
    const { page } = opened
    await runToEnd(page, { limit: 40, maxNewTokens: 1 })
    const { run, records } = await exportRun(page)
    asked = run
    expect(run.total).toBe(40)
    expect(records.length).toBe(40)
    const theirs = new Set(
      upstream('prompts.json').map(
        (item: { id: string; image_path?: string; prompt: string; gt_letter?: string }) =>
          JSON.stringify([item.id, item.image_path ?? '', item.prompt, item.gt_letter ?? '']),
      ),
    )
    for (const { sample, prompt, rightAnswer } of records)
      expect(theirs).toContain(
        JSON.stringify([sample.fields.id, sample.fields.image_path ?? '', prompt, rightAnswer]),
      )
  })
})

test('an imported run gives the official files', async () => {
  const { page, origin } = opened
  const dataset = await loadDataset(nodeSource(join(oracle, 'data')), {})
  const { records } = recordsFromResponses(
    dataset.samples,
    parseJson(text('responses.json')),
    medrcube,
    'oracle',
  )
  const whole: Run = {
    ...asked,
    id: 'oracle',
    name: 'The scripted model',
    total: records.length,
    settings: { ...asked.settings, limit: null },
  }
  const file = join(freshFolder('oracle'), 'run.json')
  writeFileSync(file, [...serializeRun({ run: whole, records })].join(''))

  await page.goto(`${origin}/#/runs`)
  await page.getByTestId('import-input').setInputFiles(file)
  await page.getByRole('navigation', { name: 'Results' }).waitFor()
  const files = await exportAll(page)
  const byKey = (items: readonly { id: string; question: string }[]) =>
    new Map(items.map(item => [`${item.id}|${item.question}`, item]))
  expect(byKey(JSON.parse(files['results.json']))).toEqual(byKey(upstream('results.json')))
  expect(JSON.parse(files['metrics_summary.json'])).toEqual(upstream('metrics_summary.json'))

  for (const { args, report } of reportsOfThePage()) {
    // Levels are in the address, where the Shortcuts tab puts them.
    const query = [...levels('high', args.high_level_tasks), ...levels('ignore', args.ignore_tasks)]
    const at = (await readAddress(page)).split('?')[0]
    await page.goto(`${at}?${query.join('&')}`)
    expect(JSON.parse(await exportFile(page, 'shortcut.json'))).toEqual(report)
  }
})

interface Report {
  readonly args: {
    readonly valid_ids?: readonly string[]
    readonly high_level_tasks?: readonly string[]
    readonly ignore_tasks?: readonly string[]
  }
  readonly report: unknown
}

/** Lists of valid ids are the command line's. */
function reportsOfThePage(): readonly Report[] {
  return Object.values<Report>(upstream('shortcut.json')).filter(({ args }) => !args.valid_ids)
}

function levels(key: 'high' | 'ignore', tasks: readonly string[] = []): readonly string[] {
  return tasks.map(task => `${key}=${encodeURIComponent(task)}`)
}
