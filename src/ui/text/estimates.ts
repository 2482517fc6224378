/** Texts for figures that are estimated from some of the questions. */
import type { Expected, LiveRun } from '../../app/state/state.ts'
import type { Gain } from '../../engine/analysis/asked-part.ts'
import type { PartEstimate } from '../../engine/analysis/shares.ts'
import { counted, percentFigure } from '../../engine/base/counted.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Interval } from '../../engine/statistics/wilson.ts'
import { count, duration } from './format.ts'

/** During a run. */
export function livePartWords({ of, isDrawn, isFixed }: Omit<PartEstimate, keyof Interval>): string {
  return isDrawn
    ? isFixed
      ? `An estimate for all ${count(of)} questions. The number of questions asked was set in advance.`
      : `An estimate for all ${count(of)} questions. Its interval is valid at any stopping point.`
    : 'These are the first questions in file order, not a random sample. The interval covers every possible result.'
}

/** "For ±3 points: about 700 questions, 14 min more. For ±2 points: about 1,300 questions, 26 min more." */
export function expectedWords(expected: readonly Expected[]): string {
  const parts = expected.map(({ width, questions, seconds }) => {
    const time = seconds === null ? '' : `, ${duration(seconds)} more`
    return `For ±${Number((100 * width).toFixed(2))} points: about ${counted(questions, 'question')}${time}.`
  })
  return parts.join(' ')
}

/** "Interval: ±3.1 points with the earlier run’s answers, ±4.0 without." */
export function gainWords({ of, halfWidth, unaided }: Gain): string {
  const half = (share: number): string => `±${percentFigure(share)}`
  const known = of === 'run' ? 'the earlier run’s answers' : 'published results of other models'
  return `Interval: ${half(halfWidth)} points with ${known}, ${half(unaided)} without.`
}

/** How much prior knowledge narrows a live run's interval; null without prior knowledge or open questions. */
export function liveGain({
  run,
  whole,
  unaided,
  answered,
  failed,
}: Pick<LiveRun, 'run' | 'whole' | 'unaided' | 'answered' | 'failed'>): Gain | null {
  if (!whole || !unaided || answered === 0 || answered + failed >= whole.of) return null
  return {
    of: run.settings.until?.against ? 'run' : 'published',
    halfWidth: (whole.high - whole.low) / 2,
    unaided: (unaided.high - unaided.low) / 2,
  }
}

/** For shortcut rates. */
export function wholeRatesWords(of: number): string {
  return `Estimates for all ${count(of)} questions, from whole rounds. Intervals are valid at any stopping point.`
}

/** The number of questions that a run stands for, if it asked fewer; null if it asked all. */
export function unaskedOf({ dataset, probe, settings, total }: Run, asked: number): number | null {
  const of = probe || settings.only ? total : dataset.counts.loaded
  return asked < of ? of : null
}
