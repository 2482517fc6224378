/** The answers about one finding, as columns of equal length. */

import type { ScoredAnswers } from '@voxelwise/statistics'
import { getOrMake } from '../../../engine/base/grouping.ts'

/** One answered question: is the finding present? */
export interface Detection {
  readonly isPresent: boolean
  /** What was answered; null where the answer could not be read, which counts as wrong. */
  readonly called: boolean | null
  /** The model's probability of the positive answer; null where it was not asked for. */
  readonly score: number | null
  readonly cluster: number
  /** Whether the answer was read in full: one that was cut, or could not be read, might have been another. */
  readonly reading: 'read' | 'cut' | 'unread'
}

/** Where an answer falls; one that could not be read is wrong. */
export const cells = ['tp', 'fp', 'fn', 'tn'] as const
export type TableCell = (typeof cells)[number]

/** How many answers fall in each cell: true and false positives and negatives. */
export type TwoByTwo = Readonly<Record<TableCell, number>>

export function tableCell({ isPresent, called }: Pick<Detection, 'isPresent' | 'called'>): TableCell {
  if (isPresent) return called === true ? 'tp' : 'fn'
  return called === false ? 'tn' : 'fp'
}

/** The table of each cluster, by its number. */
export function tablesByCluster(detections: readonly Detection[]): ReadonlyMap<number, TwoByTwo> {
  const tables = new Map<number, Record<TableCell, number>>()
  for (const detection of detections)
    getOrMake(tables, detection.cluster, () => ({ tp: 0, fp: 0, fn: 0, tn: 0 }))[tableCell(detection)]++
  return tables
}

export function twoByTwo(detections: readonly Pick<Detection, 'isPresent' | 'called'>[]): TwoByTwo {
  const table = { tp: 0, fp: 0, fn: 0, tn: 0 }
  for (const detection of detections) table[tableCell(detection)]++
  return table
}

/**
 * The scored answers, highest score first, with clusters numbered from 0; null where none has a score.
 * @param places the numbers of clusters so far, where several lists share theirs
 */
export function rankScored(
  detections: readonly Pick<Detection, 'isPresent' | 'score' | 'cluster'>[],
  places = new Map<number, number>(),
): ScoredAnswers | null {
  const scored = detections
    .flatMap(({ score, ...rest }) => (score === null ? [] : [{ ...rest, score }]))
    .sort((a, b) => b.score - a.score)
  if (scored.length === 0) return null
  const cluster = Int32Array.from(scored, one => getOrMake(places, one.cluster, () => places.size))
  return {
    confidence: Float64Array.from(scored, ({ score }) => score),
    correct: Uint8Array.from(scored, ({ isPresent }) => Number(isPresent)),
    cluster,
    clusters: places.size,
  }
}

/** The same answers with the positive answer wherever the score reaches a threshold; those without a score are left out. */
export const calledAt = (detections: readonly Detection[], threshold: number): Detection[] =>
  detections.flatMap(one => (one.score === null ? [] : [{ ...one, called: one.score >= threshold }]))

/**
 * The effective number of clusters (Kish) of the present, or of the absent findings if those are fewer. Few present findings say
 * little, however many clusters there are.
 */
export function effectiveClusters({ correct, cluster, clusters }: ScoredAnswers): number {
  const sides = [new Float64Array(clusters), new Float64Array(clusters)]
  for (let i = 0; i < correct.length; i++) {
    const side = sides[correct[i] as number] as Float64Array
    const g = cluster[i] as number
    side[g] = (side[g] as number) + 1
  }
  const effective = sides.map(side => {
    const answers = side.reduce((sum, count) => sum + count, 0)
    return answers ** 2 / side.reduce((sum, count) => sum + count ** 2, 0)
  })
  return Math.min(...effective)
}
