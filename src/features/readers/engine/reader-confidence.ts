/** How sure people say they are, and how often they are right then. */
import { accuracyOf } from '../../../engine/analysis/report.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { Countable, Estimate } from '../../../engine/analysis/shares.ts'
import { groupBy } from '../../../engine/base/grouping.ts'
import { type StatedScores, statedScores } from './stated-scores.ts'

export interface StatedStep {
  /** In percent, to the nearest ten. */
  readonly stated: number
  /** Of the answers given with it. */
  readonly right: Estimate
}

export interface ReaderConfidence {
  readonly scores: StatedScores
  readonly right: Estimate
  readonly steps: readonly StatedStep[]
}

/** @param percentOf by the index of the sample @returns null where no answer has a stated confidence */
export function readerConfidence(
  rows: readonly (Countable & Pick<ResultRow, 'index'>)[],
  percentOf: ReadonlyMap<number, number>,
): ReaderConfidence | null {
  const stated = rows.filter(({ index, verdict }) => verdict !== 'failed' && percentOf.has(index))
  const scores = statedScores(
    stated.map(({ index, verdict }) => ({
      percent: percentOf.get(index) ?? 0,
      correct: verdict === 'correct',
    })),
  )
  if (!scores) return null
  const shares = accuracyOf(stated)
  const stepOf = ({ index }: Pick<ResultRow, 'index'>) => 10 * Math.round((percentOf.get(index) ?? 0) / 10)
  const steps = [...groupBy(stated, stepOf).keys()].sort((a, b) => a - b)
  return {
    scores,
    right: shares.whole(),
    steps: steps.map(step => ({ stated: step, right: shares.where(row => stepOf(row) === step) })),
  }
}
