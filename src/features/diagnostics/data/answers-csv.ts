/** `answers.csv`, `answers-columns.csv` and `findings.csv`: a run's answers for statistics programs. */

import { get, stringifyJson } from '@voxelwise/python'
import { csv } from '../../../data/export/csv.ts'
import type { FileWriter } from '../../../data/export/exported-file.ts'
import type { StoredRuns } from '../../../data/export/stored-runs.ts'
import { findClusters } from '../../../engine/analysis/clusters.ts'
import { readOptionForecast } from '../../../engine/analysis/option-forecast.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import { linkedRows } from '../../../engine/analysis/rows.ts'
import { getOrMake } from '../../../engine/base/grouping.ts'
import { findProtocol } from '../../../engine/protocol/protocols/registry.ts'
import type { RunRecord } from '../../../engine/protocol/record.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import type { ForecastedRow } from '../engine/finding-answers.ts'
import { byTheRule, groupFindings } from '../engine/findings.ts'
import { type AnswerColumn, answerOptionColumns, dictionaryRows, fixedColumns } from './answer-columns.ts'

/** Fields of a sample that a column of its own holds. */
const named = ['id', 'dataset', 'task', 'modality', 'parts', 'question', 'image_path', 'group']

interface Read {
  readonly run: Run
  readonly items: readonly (ForecastedRow & { readonly row: ResultRow })[]
  readonly columns: readonly AnswerColumn[]
  readonly findCluster: (row: ResultRow) => number | null
}

/** Rows of all records: clusters and columns are known only after the last of them. */
async function read(store: StoredRuns, id: string): Promise<Read> {
  const run = await store.run(id)
  const protocol = findProtocol(run.settings.protocol)
  const toRow = linkedRows(protocol)
  const fields = new Set<string>()
  const items: (ForecastedRow & { readonly row: ResultRow })[] = []
  for await (const records of store.records(id))
    for (const record of records) {
      for (const name in record.sample.fields) fields.add(name)
      items.push({ row: toRow(record), forecast: readOptionForecast(record, protocol) })
    }
  const clusters = findClusters(items.map(({ row }) => row))
  // Numbered in the order of the answers, so that all files have the same numbers.
  const numbers = new Map<number, number>()
  let most = 0
  for (const { row, forecast } of items) {
    if (row.verdict !== 'failed') getOrMake(numbers, clusters.of(row), () => numbers.size + 1)
    most = Math.max(most, forecast?.probabilities.length ?? 0)
  }
  return {
    ...{ run, items },
    columns: [
      ...fixedColumns,
      ...answerOptionColumns(most),
      ...[...fields].filter(name => !named.includes(name)).map(fieldColumn),
    ],
    findCluster: row => (row.verdict === 'failed' ? null : (numbers.get(clusters.of(row)) ?? null)),
  }
}

const fieldColumn = (name: string): AnswerColumn => ({
  ...{ name: `field.${name}`, type: 'text', meaning: `field “${name}” of the data set` },
  value: ({ record }) => {
    const value = get(record.sample.fields, name)
    if (value === undefined || value === null) return null
    return typeof value === 'string' || typeof value === 'number' ? value : stringifyJson(value)
  },
})

/** One row an answer, failed questions included, in the order of the records. */
async function* answersCsv(store: StoredRuns, id: string): AsyncGenerator<string> {
  const { run, items, columns, findCluster } = await read(store, id)
  yield csv([columns.map(({ name }) => name)])
  let at = 0
  for await (const records of store.records(id)) {
    const rows = records.map((record: RunRecord) => {
      const item = items[at++]
      if (!item) throw new Error('The run has grown meanwhile.')
      const answer = { run, record, ...item, cluster: findCluster(item.row) }
      return columns.map(({ value }) => value(answer))
    })
    yield csv(rows)
  }
}

/** What each column of `answers.csv` and of `findings.csv` holds. */
async function* answerColumnsCsv(store: StoredRuns, id: string): AsyncGenerator<string> {
  const { columns } = await read(store, id)
  yield csv([
    ...dictionaryRows(columns),
    ...findingColumns.map(([name, type, meaning]) => [`findings.csv: ${name}`, type, meaning]),
  ])
}

const findingColumns = [
  ['sample', 'number', 'as in answers.csv'],
  ['id', 'text', 'as in answers.csv'],
  ['cluster', 'number', 'as in answers.csv'],
  ['finding', 'text', 'name of the finding'],
  ['positive', 'text', 'answer that says that it is present'],
  ['present', '0 or 1', '1 if it is present'],
  [
    'called',
    '0 or 1',
    '1 if the model gave the positive answer; empty if it could not be read, which counts as wrong',
  ],
  ['right', '0 or 1', '1 if the answer about the finding is right'],
  ['score', 'number', 'probability of the positive answer among the options'],
] as const

/** One row for each answer to each finding (docs/diagnostics.md). */
async function* findingsCsv(store: StoredRuns, id: string): AsyncGenerator<string> {
  const { run, items, findCluster } = await read(store, id)
  const choice = { ...byTheRule, positive: run.positive ?? null }
  const indices = new Map<object, ResultRow>(items.map(({ row }) => [row, row]))
  const lines = groupFindings(items, findClusters(items.map(({ row }) => row)), choice).flatMap(
    ({ finding, positive, detections, rows }) =>
      detections.map(({ isPresent, called, score }, at) => {
        const row = indices.get(rows[at] ?? {})
        return [
          ...[row?.index ?? null, row?.id ?? null, row ? findCluster(row) : null, finding, positive],
          ...[Number(isPresent), called === null ? null : Number(called)],
          ...[Number(called === isPresent), score],
        ]
      }),
  )
  yield csv([findingColumns.map(([name]) => name), ...lines])
}

const tableWriter =
  (write: (store: StoredRuns, id: string) => AsyncIterable<string>): FileWriter =>
  ({ store, run, keep }) =>
    keep(write(store, run.id), 'text/csv')

export const answersWriter = tableWriter(answersCsv)
export const findingsWriter = tableWriter(findingsCsv)
export const answerColumnsWriter = tableWriter(answerColumnsCsv)
