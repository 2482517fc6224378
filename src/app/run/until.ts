/** Conditions for an early end of a run, and forecasts of when they are met. */

import type { Interval } from '@voxelwise/statistics'
import { isTooFew } from '../../engine/analysis/shares.ts'
import { counted } from '../../engine/base/counted.ts'
import type { Prior } from '../../engine/protocol/frame.ts'
import type { Until } from '../../engine/protocol/settings.ts'
import type { Expected } from '../state/state.ts'

interface Known {
  readonly overall: Interval
  /** The widest of all slices. */
  readonly slices: Interval
  /** The earlier run that it is compared with. */
  readonly against: Pick<Prior, 'name' | 'accuracy'> | null
  /** Milliseconds spent asking, over all sessions. */
  readonly asking: number
}

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

export function reachedWords(
  reason: Reason,
  { width, everySlice, minutes }: Until,
  against: Pick<Prior, 'name'> | null,
): string {
  if (reason === 'decided')
    return `Stopped automatically: the difference from “${against?.name ?? ''}” is settled.`
  if (reason === 'minutes') return `Stopped automatically after ${counted(minutes ?? 0, 'minute')}.`
  const points = Number((100 * (width ?? 0)).toFixed(2))
  const what = everySlice ? 'the accuracy of the run and of every subgroup is' : 'the accuracy is'
  return `Stopped automatically: ${what} known to ±${points} points.`
}

interface RunPace {
  readonly overall: Interval
  /** Questions that are done, of `total` that the run asks, `of` the benchmark. */
  readonly done: number
  readonly total: number
  readonly of: number
  /** Questions a second; null where not known. */
  readonly rate: number | null
}

/**
 * For a sample of n out of N, the width is proportional to √(1/n − 1/N): the current width shows when the wanted one is
 * reached. Intervals that are valid at any time are a little wider early on, so this is rather too many than too few.
 * @returns null if there are too few answers for an interval, or all
 */
function expectedFor(width: number, pace: RunPace): Expected | null {
  const { overall, done, total, of, rate } = pace
  if (done === 0 || done >= of || isTooFew({ ...overall, part: { of, isDrawn: true } })) return null
  const now = halfWidth(overall)
  const spread = (now * now) / (1 / done - 1 / of)
  const questions = Math.min(total, Math.ceil(1 / ((width * width) / spread + 1 / of)))
  return { width, questions, seconds: rate === null ? null : (questions - done) / rate }
}

/** Half widths with a forecast. */
const reportedWidths = [0.1, 0.05, 0.03, 0.02, 0.01] as const

/** The forecast for the wanted width or the next listed one, and for one more. */
export function expectations(wished: number | null, pace: RunPace): readonly Expected[] {
  const now = halfWidth(pace.overall)
  const first = wished ?? reportedWidths.find(width => width < now)
  if (first === undefined || (wished !== null && now <= wished)) return []
  const second = reportedWidths.find(width => width < first)
  const expected = [first, ...(second === undefined ? [] : [second])].flatMap(
    width => expectedFor(width, pace) ?? [],
  )
  // A forecast of all questions adds nothing to the end of the run.
  return expected.filter(({ width, questions }) => width === wished || questions < pace.total)
}
