/** Questions answered by yes or no: the recall of each answer, and what a constant answer cannot score. */

import { type ClusteredMean, cohensKappa } from '@voxelwise/statistics'
import { keptText } from '../protocol/answer-words.ts'
import type { Answering } from './answer-habits.ts'
import { findClusters } from './clusters.ts'
import { type Countable, type Estimate, measureShares } from './shares.ts'

export interface YesNoFigures {
  readonly n: number
  /** Accuracy of the questions whose right answer is yes, and no; null where there are none. */
  readonly yes: Estimate | null
  readonly no: Estimate | null
  /** The mean of both recalls: 50 % for any constant answer; null without both. */
  readonly balanced: ClusteredMean | null
  /** Agreement of the answers with the right ones beyond chance: 0 for any constant answer; null where it is not defined. */
  readonly kappa: number | null
}

const meantBy = (kept: string | undefined): 'yes' | 'no' | 'neither' => {
  const text = kept === undefined ? '' : keptText(kept).toLowerCase()
  return text === 'yes' || text === 'no' ? text : 'neither'
}

/** Whether the right answer of a question is yes or no. */
export const hasYesNoAnswer = ({ right }: Answering): boolean => meantBy(right) !== 'neither'

/** @returns null where no question has yes or no as its right answer */
export function yesNoFigures(rows: readonly (Countable & Answering)[]): YesNoFigures | null {
  const items = rows
    .filter(({ verdict }) => verdict !== 'failed')
    .map(row => ({ row, right: meantBy(row.right) }))
    .filter(({ right }) => right !== 'neither')
  if (items.length === 0) return null
  const shares = measureShares(items, findClusters(rows), ({ row }) => Number(row.verdict === 'correct'))
  const rightByRow = new Map(items.map(({ row, right }) => [row, right]))
  const recalls = shares.by(row => rightByRow.get(row) ?? 'neither')
  const [yes, no] = [recalls.get('yes') ?? null, recalls.get('no') ?? null]
  const isGiven = items.some(({ row }) => row.given !== undefined)
  return {
    ...{ n: items.length, yes, no },
    balanced: yes && no ? shares.meanOver(row => rightByRow.get(row)) : null,
    kappa: isGiven
      ? cohensKappa(
          items.map(({ right }) => right),
          items.map(({ row }) => meantBy(row.given)),
          ['yes', 'no', 'neither'],
        )
      : null,
  }
}
