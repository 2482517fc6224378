/** What may change a run's accuracy, in words. */
import { counted } from '../../../engine/base/counted.ts'
import { percent, points } from '../../../ui/text/format.ts'
import type { OpenAccuracy } from '../engine/open-accuracy.ts'
import type { RepeatedAccuracy, RepeatKind } from '../engine/repeats.ts'

/** Null where no answer is open. */
export const boundsWords = ({ open, allWrong, allRight }: OpenAccuracy): string | null =>
  open === 0 || allWrong === null || allRight === null
    ? null
    : `${counted(open, 'answer')} failed, ${open === 1 ? 'was' : 'were'} cut or could not be read. Accuracy would be ${percent(allWrong)} if all were wrong, ${percent(allRight)} if all were right.`

const kindWords: Readonly<Record<RepeatKind, string>> = { repeat: 'draw', paraphrase: 'other wording' }

/** Standard deviation of accuracies, in points. */
export const deviationWords = (deviation: number): string => points(deviation).replace('+', '')

/** "Over 5 draws, accuracy is 58.0% to 63.1%, standard deviation 1.9 points (240 questions)." */
export const repeatWords = ({ kind, repeats, lowest, highest, deviation, n }: RepeatedAccuracy): string =>
  `Over ${counted(repeats, kindWords[kind])}, accuracy is ${percent(lowest)} to ${percent(highest)}${
    deviation === null ? '' : `, standard deviation ${deviationWords(deviation)} points`
  } (${counted(n, 'question')}).`
