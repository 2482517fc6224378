/** Columns that several tables save alike: shares of 0 to 1, with all their digits. */

import type { Estimate } from '../../../engine/analysis/report.ts'
import { type Axis, imagesOf } from '../../../engine/protocol/sample.ts'
import type { SavedColumn } from './sorting.ts'

export const voxelColumns: readonly SavedColumn<Readonly<Record<Axis, string>>>[] = [
  { name: 'task', value: row => row.task },
  { name: 'parts', value: row => row.parts },
  { name: 'modality', value: row => row.modality },
]

/** A proportion has no value where nothing was counted. */
const known = (row: Estimate, value: number) => (row.n === 0 ? null : value)

export const estimateColumns: readonly SavedColumn<Estimate>[] = [
  { name: 'n', value: row => row.n },
  { name: 'correct', value: row => row.correct },
  { name: 'share', value: row => known(row, row.share) },
  { name: 'low', value: row => known(row, row.low) },
  { name: 'high', value: row => known(row, row.high) },
  { name: 'chance', value: row => row.chance },
  // How many there are in all, where the figures are estimates from a part of them.
  { name: 'estimate_of', value: row => row.part?.of ?? null },
]

/** What a list of samples says of each. */
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
  // Of several one a line, as no path has a line break.
  { name: 'image', value: row => (row.image === null ? null : imagesOf(row).join('\n')) },
  { name: 'question', value: row => row.question },
]
