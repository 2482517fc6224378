/** How sure people say they are, and how often they are right then. */
import { mean } from '@voxelwise/statistics'
import { accuracyShares } from '../../../engine/analysis/report.ts'
import type { ResultRow } from '../../../engine/analysis/result-row.ts'
import type { Countable, Estimate } from '../../../engine/analysis/shares.ts'
import { type AskedScale, type Stated, statedOn } from './confidence-scale.ts'
import { type StatedScores, statedScores } from './stated-scores.ts'

export interface StatedStep {
  /** A grade, or percent to the nearest ten. */
  readonly stated: number
  /** The share right of the answers given with it. */
  readonly right: Estimate
}

export interface ReaderConfidence {
  readonly scale: AskedScale
  /** In percent, or of the grades. */
  readonly mean: number
  /** Null of grades, which are no probabilities. */
  readonly scores: StatedScores | null
  readonly right: Estimate
  readonly steps: readonly StatedStep[]
}

type StatedRow = Countable & Pick<ResultRow, 'index'>

/**
 * @param statedBy what the records state, by the index of the sample
 * @returns null where no answer has a stated confidence
 */
export function readerConfidence(
  rows: readonly StatedRow[],
  statedBy: ReadonlyMap<number, Stated>,
): ReaderConfidence | null {
  const stated = rows.flatMap(row => {
    const one = row.verdict === 'failed' ? undefined : statedBy.get(row.index)
    const on = one && statedOn(one)
    return on ? [{ row, ...on }] : []
  })
  const [first] = stated
  if (!first) return null
  const { scale } = first
  const shares = accuracyShares(stated.map(({ row }) => row))
  const isPercent = scale === '0-100'
  const stepBy = new Map(
    stated.map(({ row, value }) => [row.index, isPercent ? 10 * Math.round(value / 10) : value]),
  )
  const confidenceStep = ({ index }: Pick<ResultRow, 'index'>) => stepBy.get(index) ?? 0
  const steps = [...new Set(stepBy.values())].sort((a, b) => a - b)
  return {
    scale,
    mean: mean(stated.map(({ value }) => value)),
    scores: isPercent
      ? statedScores(stated.map(({ row, value }) => ({ percent: value, correct: row.verdict === 'correct' })))
      : null,
    right: shares.whole(),
    steps: steps.map(step => ({ stated: step, right: shares.where(row => confidenceStep(row) === step) })),
  }
}
