/** What figures are about: a data set or a selection of it, whole or estimated from some of the questions. */

import type { Expected, LiveRun } from '../../app/state/state.ts'
import { type Gain, questionsBehind } from '../../engine/analysis/asked-part.ts'
import { type Estimate, isTooFew, isTooWide, type PartEstimate } from '../../engine/analysis/shares.ts'
import { counted, percentFigure } from '../../engine/base/counted.ts'
import { duration } from '../../engine/base/duration.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { selectionText } from '../../engine/protocol/selection.ts'
import { count, interval } from './format.ts'

/** During a run. */
export function livePartWords(part: PartEstimate): string {
  if (!part.isDrawn)
    return 'These are the first questions in file order, not a random sample. The interval covers every possible result.'
  const estimate = `An estimate for all ${count(part.of)} questions.`
  if (part.isFixed) return `${estimate} The number of questions asked was set in advance.`
  // An interval this wide is not shown.
  return isTooWide(part) ? estimate : `${estimate} Its interval is valid at any stopping point.`
}

/** "For ±3 points: about 700 questions, 14 min more. For ±2 points: about 1,300 questions, 26 min more." */
export function expectedPrecisionWords(expected: readonly Expected[]): string {
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
export function wholeRatesWords(questions: number): string {
  return `Estimates for all ${count(questions)} questions, from whole rounds. Where shown, intervals are valid at any stopping point.`
}

/** The number of questions that a run stands for, if it asked fewer; null if it asked all. */
export function wholeSize(run: Run, asked: number): number | null {
  const total = questionsBehind(run)
  return asked < total ? total : null
}

/** "modality=CT"; null of a run on all of its data set. */
export const selectionInRun = ({ settings }: Pick<Run, 'settings'>): string | null =>
  settings.only ? selectionText(settings.only) : null

/** Says why a run's accuracy is exact; for runs where it is (`isExact`). */
export function exactWords(run: Run): string {
  const selection = selectionInRun(run)
  return selection === null
    ? 'The accuracy on this benchmark is exact: every question was asked.'
    : `The accuracy on the selection ${selection} is exact: ${allAsked(questionsBehind(run))}.`
}

const allAsked = (questions: number): string =>
  questions === 1 ? 'its one question was asked' : `all ${counted(questions, 'question')} were asked`

/** "480 of 1,560 questions. This run asks 30 of them." */
export function selectedWords(run: Run): string {
  const { dataset, total, probe } = run
  const selected = run.selected ?? total
  const asks = total < selected ? ` This ${probe ? 'pass' : 'run'} asks ${count(total)} of them.` : ''
  return `${count(selected)} of ${counted(dataset.counts.loaded, 'question')}.${asks} All figures are for this selection.`
}

/** "60.0–80.0%", or that too few answers are known: an interval that is not drawn is not printed either. */
export const intervalWords = (estimate: Pick<Estimate, 'part' | 'low' | 'high'>): string =>
  isTooFew(estimate) ? 'too few answers' : interval(estimate.low, estimate.high)
