/** The accuracy of subgroups, and how each differs from the rest of the run. */

import { holm, type SliceDifference } from '@voxelwise/statistics'
import { findClusters } from './clusters.ts'
import { accuracyShares } from './report.ts'
import { type Countable, type Estimate, measureShares } from './shares.ts'

export interface Subgroup {
  /** One label a field; null for a missing value. */
  readonly labels: readonly (string | null)[]
  readonly accuracy: Estimate
  /** Accuracy of this group minus that of the rest; null without a rest. */
  readonly difference: (SliceDifference & { readonly adjusted: number }) | null
  /** Accuracy of yes/no questions whose right answer is yes, and no; null without such questions. */
  readonly recallOfYes: Estimate | null
  readonly recallOfNo: Estimate | null
}

/** The right answer of a yes/no question; null for any other question. */
type RightAnswer = 'yes' | 'no' | null

/** "yes" and its like; null for any other text. */
export function yesNoAnswer(text: string | null): RightAnswer {
  if (text === null) return null
  if (/^(yes|y|true|1)$/i.test(text.trim())) return 'yes'
  return /^(no|n|false|0)$/i.test(text.trim()) ? 'no' : null
}

/** Differences have p-values adjusted for all groups (Holm). Clusters and correlation are those of the whole run. */
export function subgroups<Row extends Countable>(
  rows: readonly Row[],
  labelsAt: (position: number) => readonly (string | null)[],
  rightAnswerAt: (position: number) => RightAnswer,
): Subgroup[] {
  const keys = new Map(rows.map((row, position) => [row, JSON.stringify(labelsAt(position))]))
  const subgroupKey = (row: Row): string => keys.get(row) ?? ''
  const accuracy = accuracyShares(rows)
  const figures = accuracy.by(subgroupKey)
  const answered = rows
    .map((row, position) => ({ row, answer: rightAnswerAt(position) }))
    .filter(({ row }) => row.verdict !== 'failed')
  const isRight = ({ row }: { readonly row: Row }): number => Number(row.verdict === 'correct')
  const ofAnswer = (wanted: RightAnswer) => {
    const items = answered.filter(({ answer }) => answer === wanted)
    return measureShares(items, findClusters(rows), isRight).by(subgroupKey)
  }
  const [ofYes, ofNo] = [ofAnswer('yes'), ofAnswer('no')]
  const differences = accuracy.differencesFromRest(subgroupKey)
  const tested = [...differences].flatMap(([key, difference]) => (difference ? [{ key, difference }] : []))
  const pValues = holm(tested.map(({ difference }) => difference.p))
  const adjusted = new Map(tested.map(({ key }, at) => [key, pValues[at] ?? 1]))
  return Array.from(figures, ([key, figure]) => {
    const difference = differences.get(key) ?? null
    return {
      labels: JSON.parse(key) as (string | null)[],
      accuracy: figure,
      difference: difference && { ...difference, adjusted: adjusted.get(key) ?? 1 },
      recallOfYes: ofYes.get(key) ?? null,
      recallOfNo: ofNo.get(key) ?? null,
    }
  })
}
