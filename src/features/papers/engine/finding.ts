/** A finding of a paper, looked for in one run. */

import { type Interval, quantile } from '@voxelwise/statistics'
import type { PaperName } from '../../../engine/analysis/benchmark-questions.ts'
import type { Unit } from '../../../engine/analysis/clusters.ts'
import type { ShareMethod } from '../../../engine/analysis/shares.ts'
import { percentFigure, signedFigure } from '../../../engine/base/counted.ts'

type FindingVerdict = 'holds' | 'does not hold' | 'unclear'

/** Whether the claim follows from the paper's own table. */
type TableVerdict = 'follows' | 'does not follow' | 'not in the table'

/** What this run shows of it. */
export interface RunFigure extends Interval {
  /** In words: "accuracy in View Recognition". */
  readonly what: string
  readonly value: number
  /** A difference of two shares instead of a share. */
  readonly isDifference: boolean
  readonly n: number
  readonly clusters: number
  readonly unit: Unit
  /** How its interval was made. */
  readonly method: ShareMethod | 'mover' | null
}

/** The same figure of the published models. */
export interface PublishedRange {
  readonly models: number
  readonly low: number
  readonly median: number
  readonly high: number
}

export interface PaperFinding {
  /** Lower case with hyphens, for ever the same. */
  readonly id: string
  /** The paper's claim, as a sentence. */
  readonly claim: string
  /** Null where one run has no such figure. */
  readonly figure: RunFigure | null
  /** Null where the paper prints no such figure. */
  readonly published: PublishedRange | null
  /** When it holds, as a sentence. */
  readonly rule: string
  readonly verdict: FindingVerdict
  /** Why the finding is undecided; null where it is decided. */
  readonly reason: string | null
  readonly table: TableVerdict
  /** What the paper's own table shows, recomputed here; as a sentence. */
  readonly recomputed: string
}

export interface PaperFindings {
  readonly paper: PaperName
  readonly citation: string
  readonly findings: readonly PaperFinding[]
}

/** Below these, no finding of a run is decided. */
export const fewest = { questions: 50, clusters: 20 } as const

export function publishedRange(values: readonly number[]): PublishedRange {
  const sorted = [...values].sort((a, b) => a - b)
  const [low = 0] = sorted
  return { models: values.length, low, median: quantile(sorted, 0.5), high: sorted.at(-1) ?? 0 }
}

export interface Decision {
  readonly verdict: FindingVerdict
  readonly reason: string | null
}

export const undecided = (reason: string): Decision => ({ verdict: 'unclear', reason })

/** @param conditions on a figure that rests on enough questions; a run without such questions is undecided */
export function decided(
  figure: RunFigure | null,
  { holds, fails }: Readonly<Record<'holds' | 'fails', (figure: RunFigure) => boolean>>,
): Decision {
  if (!figure || figure.n === 0) return undecided('The run has no such questions.')
  if (figure.n < fewest.questions)
    return undecided(`The run has fewer than ${fewest.questions} such questions.`)
  if (figure.clusters < fewest.clusters)
    return undecided(`The run has fewer than ${fewest.clusters} ${figure.unit}s with such questions.`)
  if (holds(figure)) return { verdict: 'holds', reason: null }
  if (fails(figure)) return { verdict: 'does not hold', reason: null }
  return undecided('The interval is compatible with both.')
}

/** Percentage points with their sign. */
export const signed = (value: number): string => signedFigure(value / 100)

/** "62.55" of a share, as the tables print it. */
export const printed = (share: number): string => percentFigure(share, 2)
/** "45.2" of a share. */
export const short = (share: number): string => percentFigure(share)
