/** Columns that several tables save; shares are from 0 to 1, unrounded. */

import { intervalMethod, isBare, type ShownShare } from '../../../engine/analysis/shares.ts'
import { type Axis, listImages } from '../../../engine/protocol/sample.ts'
import type { SavedColumn } from './sorting.ts'

export const voxelColumns: readonly SavedColumn<Readonly<Record<Axis, string>>>[] = [
  { name: 'task', value: row => row.task },
  { name: 'parts', value: row => row.parts },
  { name: 'modality', value: row => row.modality },
]

/** A share has no value if n is 0. */
const known = (row: ShownShare, value: number) => (row.n === 0 ? null : value)
const bound = (row: ShownShare, value: number) => (isBare(row) ? null : known(row, value))

export const savedEstimateColumns: readonly SavedColumn<ShownShare>[] = [
  { name: 'n', value: row => row.n },
  { name: 'correct', value: row => row.correct },
  { name: 'share', value: row => known(row, row.share) },
  { name: 'low', value: row => bound(row, row.low) },
  { name: 'high', value: row => bound(row, row.high) },
  { name: 'clusters', value: row => row.basis?.clusters ?? null },
  { name: 'unit', value: row => row.basis?.unit ?? null },
  { name: 'design_effect', value: row => row.basis?.designEffect ?? null },
  { name: 'effective_n', value: row => row.basis?.effectiveN ?? null },
  {
    name: 'method',
    value: row => intervalMethod({ basis: row.basis ?? null, ...(row.part && { part: row.part }) }),
  },
  { name: 'chance', value: row => row.chance },
  { name: 'majority', value: row => row.majority ?? null },
  { name: 'constant_letter', value: row => row.letter?.letter ?? null },
  { name: 'constant_letter_share', value: row => row.letter?.share ?? null },
  { name: 'one_answer', value: row => row.constant?.answer ?? null },
  // The number of all questions, if the figure is an estimate.
  { name: 'estimate_of', value: row => row.part?.of ?? null },
]

/** The fields of a listed sample. */
export interface ListedSample extends Readonly<Record<Axis, string>> {
  readonly index: number
  readonly id: string
  readonly dataset: string
  readonly image: string | null
  readonly furtherImages?: readonly string[] | undefined
  readonly question: string
}

export const sampleColumns: readonly SavedColumn<ListedSample>[] = [
  { name: 'index', value: row => row.index },
  { name: 'id', value: row => row.id },
  ...voxelColumns,
  { name: 'dataset', value: row => row.dataset },
  // Several images, one per line: no path has a line break.
  { name: 'image', value: row => (row.image === null ? null : listImages(row).join('\n')) },
  { name: 'question', value: row => row.question },
]
