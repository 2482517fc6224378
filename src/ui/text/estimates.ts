/** What is said of a figure that rests on a part of the questions. */
import type { Expected, LiveRun } from '../../app/state/state.ts'
import type { Gain } from '../../engine/analysis/asked-part.ts'
import type { PartEstimate } from '../../engine/analysis/report.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { count, duration } from './format.ts'

/** While the run goes on. */
export function livePartWords({ of, isDrawn }: Pick<PartEstimate, 'of' | 'isDrawn'>): string {
  return isDrawn
    ? `An estimate for all ${count(of)} questions. Its interval holds however often you look, and shrinks to the figure itself when all have been asked.`
    : 'Asked in the data set’s order, the first need not be like the rest: the interval is all that the open questions leave possible.'
}

/** "About 700 questions in all, 14 min more, for ±3 points; 1,300, 26 min more, for ±2." */
export function expectedWords(expected: readonly Expected[]): string {
  const told = expected.map(({ width, questions, seconds }, at) => {
    const time = seconds === null ? '' : `, ${duration(seconds)} more`
    const what = at === 0 ? ' questions in all' : ''
    return `${count(questions)}${what}${time}, for ±${Number((100 * width).toFixed(2))}${at === 0 ? ' points' : ''}`
  })
  if (told.length === 0) return ''
  return `${expected[0]?.isGuess ? 'By a first guess about' : 'About'} ${told.join('; ')}.`
}

/** "With the verdicts of the earlier run it is ±3.1 points; without, it would be ±4.0." */
export function gainWords({ of, halfWidth, unaided }: Gain): string {
  const half = (share: number): string => `±${(100 * share).toFixed(1)}`
  const known = of === 'run' ? 'the verdicts of the earlier run' : 'what is published of other models'
  return `With ${known} it is ${half(halfWidth)} points; without, it would be ${half(unaided)}.`
}

/** What was known beforehand is worth to a run that goes on; null where nothing was, or nothing is open any more. */
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

/** Of shortcut rates. */
export function wholeRatesWords(of: number): string {
  return `Estimates for all ${count(of)} questions: where each rate will stand when they have been asked, whole rounds counted. They hold however often one looks.`
}

/** How many questions a run stands for, where it has asked fewer of them; null where all were asked. */
export function unaskedOf({ dataset, probe, total }: Run, asked: number): number | null {
  const of = probe ? total : dataset.counts.loaded
  return asked < of ? of : null
}
