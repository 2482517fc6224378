/** Agreement with what the official Python evaluator printed, to the last field. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '@voxelwise/python'
import { beforeAll, describe, expect, test } from 'vitest'
import { metricsSummaryJson, shortcutJson } from '../../src/data/export/official-files.ts'
import { resultsJson } from '../../src/data/export/results.ts'
import { loadCounts } from '../../src/data/formats/medrcube.ts'
import { loadDataset } from '../../src/data/formats/registry.ts'
import { recordsFromResponses } from '../../src/data/formats/responses.ts'
import { nodeSource } from '../../src/data/sources/node.ts'
import { listJudged, metricsSummary } from '../../src/engine/protocol/metrics.ts'
import { medrcube } from '../../src/engine/protocol/protocols/medrcube.ts'
import type { AnsweredRecord } from '../../src/engine/protocol/record.ts'
import type { LoadedDataset } from '../../src/engine/protocol/sample.ts'
import { analyseShortcuts } from '../../src/engine/protocol/shortcut.ts'
import { oracleFolder } from './support/golden.ts'
import { readResults } from './support/results.ts'

const text = (name: string) => readFileSync(join(oracleFolder(), name), 'utf8')
const read = (name: string) => JSON.parse(text(name))

interface Identified {
  readonly id: string
  readonly question: string
}
/** The order of folders is the file system's, so records are compared by what they are about. */
const byKey = (records: readonly Identified[]) =>
  new Map(records.map(record => [`${record.id}|${record.question}`, record]))

let dataset: LoadedDataset
let records: readonly AnsweredRecord[]
beforeAll(async () => {
  dataset = await loadDataset(nodeSource(join(oracleFolder(), 'data')), {})
  records = recordsFromResponses(
    dataset.samples,
    parseJson(text('responses.json')),
    medrcube,
    'responses.json',
  ).records
})

test('the same samples are loaded and skipped', () => {
  const { loaded, skipped } = loadCounts(dataset)
  const log = text('upstream/log.txt')
  expect(log).toContain(`Total samples loaded: ${loaded}\n`)
  for (const [reason, count] of Object.entries(skipped)) expect(log).toContain(`${reason}=${count}`)
  expect(dataset.badFiles).toEqual([])
})

test('prompts and right letters', () => {
  const ours = dataset.samples.map(({ fields, image }) => ({
    id: fields.id,
    ...(image === null ? {} : { image_path: image }),
    prompt: medrcube.prompt(fields),
    gt_letter: medrcube.rightAnswer(fields),
  }))
  const lines = (items: readonly { prompt: string }[]) => items.map(item => JSON.stringify(item)).sort()
  const theirs = read('upstream/prompts.json').map((item: Record<string, unknown>) => ({
    id: item.id,
    ...(item.image_path ? { image_path: item.image_path } : {}),
    prompt: item.prompt,
    gt_letter: item.gt_letter ?? '',
  }))
  expect(lines(ours)).toEqual(lines(theirs))
})

test('results.json, with the order of fields', () => {
  const ours = byKey(JSON.parse([...resultsJson(records, medrcube)].join('')))
  const theirs = byKey(read('upstream/results.json'))
  expect(ours.size).toBe(records.length)
  expect(ours).toEqual(theirs)
  for (const [key, record] of theirs) expect(JSON.stringify(ours.get(key))).toBe(JSON.stringify(record))
})

test('metrics_summary.json', () => {
  const ours = metricsSummaryJson(metricsSummary(listJudged(records)), {})
  expect(JSON.parse(ours)).toEqual(read('upstream/metrics_summary.json'))
})

test('from the official results.json, both files come out to the byte', async () => {
  const official = await readResults(text('upstream/results.json'))
  expect([...resultsJson(official, medrcube)].join('')).toBe(text('upstream/results.json'))
  expect(metricsSummaryJson(metricsSummary(listJudged(official)), {})).toBe(
    text('upstream/metrics_summary.json'),
  )
})

describe('shortcut.json', () => {
  interface Case {
    readonly args: Partial<Record<'valid_ids' | 'high_level_tasks' | 'ignore_tasks', string[]>>
    readonly report: unknown
  }
  const cases = Object.entries<Case>(read('upstream/shortcut.json'))

  test.each(cases)('%s', (_, { args, report }) => {
    const set = (items: string[] | undefined) => items && new Set(items)
    const ours = analyseShortcuts(listJudged(records), {
      validIds: set(args.valid_ids),
      highLevelTasks: set(args.high_level_tasks),
      ignoredTasks: set(args.ignore_tasks),
    }).report
    expect(ours).toEqual(report)
    expect(JSON.parse(shortcutJson(ours))).toEqual(report)
  })

  test('there are four', () => {
    expect(cases).toHaveLength(4)
  })
})
