/** Whether a model is as often right as it says it is sure. */

import { expectedCalibrationError, reliability, type TopAnswer } from '@voxelwise/statistics'
import type { Clusters } from '../analysis/clusters.ts'
import { type Countable, type Estimate, measureShares } from '../analysis/shares.ts'
import { optionShares } from '../protocol/choices.ts'
import type { RunRecord } from '../protocol/record.ts'
import type { PassAnswer } from './pass.ts'

export interface ConfidenceScore {
  readonly mean: number
  readonly accuracy: number
  /** Over ten bins of equal width. */
  readonly calibrationError: number
  /** Mean squared distance of the confidence from being right (1) or wrong (0). */
  readonly brier: Estimate
}

export interface StatedFigures {
  readonly run: string
  readonly n: number
  /** Replies that are no whole number from 0 to 100: in no figure. */
  readonly unread: number
  /** Null where no reply could be read. */
  readonly stated: ConfidenceScore | null
  /** Score of the run's option probabilities on the same questions; null where one has none. */
  readonly options: ConfidenceScore | null
}

interface Answer extends TopAnswer {
  readonly row: Countable
}

/** @returns null without a reply */
export function statedFigures(
  run: string,
  records: readonly RunRecord[],
  rows: ReadonlyMap<number, Countable>,
  answers: readonly PassAnswer[],
  clusters: Clusters,
): StatedFigures | null {
  const recordByIndex = new Map(records.map(record => [record.sample.index, record]))
  const stated: Answer[] = []
  const options: Answer[] = []
  let unread = 0
  for (const { index, verdict, stated: percent } of answers) {
    const row = rows.get(index)
    if (!row || row.verdict === 'failed' || verdict === 'failed' || percent === undefined) continue
    if (percent === null) {
      unread++
      continue
    }
    stated.push({ row, confidence: percent / 100, correct: verdict === 'correct' })
    const record = recordByIndex.get(index)
    const choices = record?.status === 'answered' ? record.score?.choices : undefined
    if (!record || !choices || choices.some(({ isBound }) => isBound)) continue
    const shares = optionShares(choices)
    const confidence = Math.max(...shares)
    const letter = choices[shares.indexOf(confidence)]?.letter
    options.push({ row, confidence, correct: letter === record.rightAnswer })
  }
  const n = stated.length
  if (n + unread === 0) return null
  if (n === 0) return { run, n, unread, stated: null, options: null }
  return {
    ...{ run, n, unread, stated: scoreConfidence(stated, clusters) },
    options: options.length === n ? scoreConfidence(options, clusters) : null,
  }
}

function scoreConfidence(answers: readonly Answer[], clusters: Clusters): ConfidenceScore {
  const mean = (valueIn: (answer: TopAnswer) => number): number =>
    answers.reduce((sum, answer) => sum + valueIn(answer), 0) / answers.length
  const clusterNumbers = answers.map(({ row }) => clusters.of(row))
  return {
    mean: mean(({ confidence }) => confidence),
    accuracy: mean(({ correct }) => Number(correct)),
    calibrationError:
      expectedCalibrationError(reliability(answers, { of: clusterNumbers, icc: 0 }, 'equal-width')) ?? 0,
    brier: measureShares(
      answers,
      clusters,
      ({ confidence, correct }) => (confidence - Number(correct)) ** 2,
    ).whole(),
  }
}
