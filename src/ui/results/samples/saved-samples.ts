/** The samples of a list as a table: everything that a reader needs to judge them without the page. */
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { AnswerTexts } from '../../../engine/probes/answer-texts.ts'
import { sampleColumns } from '../../shared/table/saved-columns.ts'
import { type SavedColumn, tableCsv } from '../../shared/table/sorting.ts'
import type { TagsOfSample } from './tag-names.tsx'

interface SavedSample {
  readonly row: ResultRow
  /** Undefined only if the sample was deleted meanwhile. */
  readonly texts: AnswerTexts | undefined
  readonly tags: readonly string[]
}

/** Several values in a cell, one per line. */
const lines = (values: readonly string[]): string => values.join('\n')

const columns: readonly SavedColumn<SavedSample>[] = [
  ...sampleColumns
    .filter(({ name }) => name !== 'question')
    .map(({ name, value }) => ({ name, value: ({ row }: SavedSample) => value(row) })),
  { name: 'kind', value: ({ row }) => row.kind },
  // As it was asked: a pass may put it in other words.
  { name: 'question', value: ({ row, texts }) => texts?.question ?? row.question },
  { name: 'options', value: ({ texts }) => (texts ? lines(texts.options) : null) },
  { name: 'right_answer', value: ({ texts }) => texts?.right ?? null },
  { name: 'model_answer', value: ({ texts }) => texts?.given ?? null },
  { name: 'reply', value: ({ texts }) => texts?.reply ?? null },
  { name: 'verdict', value: ({ row }) => row.verdict },
  { name: 'unparsed', value: ({ row }) => String(row.isUnparsed ?? false) },
  { name: 'confidence', value: ({ row }) => row.confidence },
  { name: 'findings', value: ({ row }) => (row.findings ?? []).join(' ') },
  { name: 'tags', value: ({ tags }) => lines(tags) },
]

/** @param texts of all the samples, in any order */
export function samplesCsv(
  rows: readonly ResultRow[],
  texts: readonly AnswerTexts[],
  findTags: TagsOfSample,
): string {
  const byIndex = new Map(texts.map(one => [one.index, one]))
  const saved = rows.map(row => ({ row, texts: byIndex.get(row.index), tags: findTags(row.index) }))
  return tableCsv(saved, columns)
}
