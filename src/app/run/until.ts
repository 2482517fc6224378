/** When a run ends by itself, and what can be told of that before. */
import { counted } from '../../engine/base/counted.ts'
import type { Prior } from '../../engine/protocol/frame.ts'
import type { Until } from '../../engine/protocol/run.ts'
import type { Interval } from '../../engine/statistics/wilson.ts'

/** What is known by the answers so far. */
export interface Known {
  readonly overall: Interval
  /** The widest of all slices. */
  readonly slices: Interval
  /** The earlier run that it is compared with. */
  readonly against: Pick<Prior, 'name' | 'accuracy'> | null
  /** Milliseconds spent asking, over all sittings. */
  readonly asking: number
}

/** What ends a run by itself. */
export type Reason = 'width' | 'minutes' | 'decided'

const halfWidth = ({ low, high }: Interval): number => (high - low) / 2

/** What of a rule has come true. */
export function reached(
  { width, everySlice, minutes, against }: Until,
  { overall, slices, asking, against: prior }: Known,
): ReadonlySet<Reason> {
  const reasons = new Set<Reason>()
  const widest = Math.max(halfWidth(overall), everySlice ? halfWidth(slices) : 0)
  if (width !== null && widest <= width) reasons.add('width')
  if (minutes !== null && asking >= minutes * 60_000) reasons.add('minutes')
  const isDecided = prior !== null && (overall.low > prior.accuracy || overall.high < prior.accuracy)
  if (against !== null && isDecided) reasons.add('decided')
  return reasons
}

/** Why a run ended by itself, in words. */
export function reachedWords(
  reason: Reason,
  { width, everySlice, minutes }: Until,
  against: Pick<Prior, 'name'> | null = null,
): string {
  if (reason === 'decided')
    return `Ended by itself: it is decided whether this or “${against?.name ?? ''}” is right more often.`
  if (reason === 'minutes') return `Ended by itself after ${counted(minutes ?? 0, 'minute')} of asking.`
  const points = Number((100 * (width ?? 0)).toFixed(2))
  const what = everySlice ? 'the accuracy and that of every slice are' : 'the accuracy is'
  return `Ended by itself: ${what} known to ±${points} points.`
}

/** About how many questions in all, and how many more seconds, until the accuracy is known so well. */
export interface Expected {
  readonly questions: number
  readonly seconds: number | null
}

/**
 * Of a sample of n out of N the width goes with √(1/n − 1/N): what it is now tells when it will be as wished. Intervals that
 * hold at every look are a little wider early on than by that rule, so this is rather too many than too few.
 * @param done questions that are done, of `total` that the run asks, `of` the benchmark
 * @param rate questions a second; null where not known
 * @returns null where it cannot be told yet
 */
export function expectedFor(
  width: number,
  {
    overall,
    done,
    total,
    of,
    rate,
  }: {
    readonly overall: Interval
    readonly done: number
    readonly total: number
    readonly of: number
    readonly rate: number | null
  },
): Expected | null {
  const now = halfWidth(overall)
  if (done === 0 || done >= of || now >= 0.5 * (1 - done / of)) return null
  const spread = (now * now) / (1 / done - 1 / of)
  const needed = 1 / ((width * width) / spread + 1 / of)
  const questions = Math.min(total, Math.max(done, Math.ceil(needed)))
  return { questions, seconds: rate === null ? null : (questions - done) / rate }
}
