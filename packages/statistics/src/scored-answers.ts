/** Answers as columns of equal length, for scores of how well confidence tells right answers from wrong ones. */
import type { Interval } from './wilson.ts'

export interface ScoredAnswers {
  readonly confidence: ArrayLike<number>
  /** 1 of a right answer, 0 of a wrong one. */
  readonly correct: ArrayLike<number>
  /** Numbers the cluster of each from 0. */
  readonly cluster: ArrayLike<number>
  /** The number of clusters. */
  readonly clusters: number
}

/** A score with its 95 % interval; null with too few clusters. */
export interface ScoreEstimate {
  readonly value: number
  readonly interval: Interval | null
}
