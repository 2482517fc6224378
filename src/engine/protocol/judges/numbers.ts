/** Answers that are numbers: as many as the right answer has, and how far they are from it. */
import { type Measure, notRead, readAs } from '../reading.ts'
import type { AnswerReader } from './judge.ts'

/** The numbers of a text, as MedVision finds them: `3.5 mm, -2` has two. */
export const numbersIn = (text: string): readonly number[] =>
  Array.from(text.matchAll(/-?\d+\.?\d*/g), ([found]) => Number(found))

/** MedVision's, MRE < 0.1, < 0.2 and < 0.3. */
const relativeError: Measure = {
  id: 'relative-error',
  name: 'Relative error',
  isError: true,
  thresholds: [0.1, 0.2, 0.3],
}

const tolerance = 0.1
/** A larger error says no more, and a mean of errors stays a number. */
const largestError = 1e12

/** Mean relative error of the numbers; MedVision's `avgMRE`. */
function meanRelativeError(said: readonly number[], right: readonly number[]): number {
  const errors = right.map((value, i) =>
    Math.min(largestError, Math.abs((said[i] ?? 0) - value) / (Math.abs(value) + 1e-15)),
  )
  return errors.reduce((sum, error) => sum + error, 0) / Math.max(1, errors.length)
}

/** @param pick of the numbers of a reply those that it answers with; null where that is not sure */
const numbers = (
  pick: (found: readonly number[], count: number) => readonly number[] | null,
  original: string,
): AnswerReader => ({
  measure: relativeError,
  judge(response, { answer }) {
    const right = numbersIn(answer)
    const said = pick(numbersIn(response), right.length)
    if (said === null || right.length === 0) return notRead(original)
    const measured = meanRelativeError(said, right)
    return { reading: readAs(said.join(', '), 'numbers'), correct: measured < tolerance, measured }
  },
})

/** This project's strict reading: as many numbers as asked for, and no other. Right within a tenth. */
export const onlyNumbers = numbers(
  (found, count) => (found.length === count ? found : null),
  'counted wrong: the reply has more or fewer numbers than asked for',
)

/** MedVision (`extract_last_k_nums` and `cal_metrics` of its parse_utils.py, 2026): the last numbers of the reply. */
export const lastNumbers = numbers(
  (found, count) => (found.length >= count ? found.slice(-count) : null),
  'MedVision counts it as failed: the reply has fewer numbers than asked for',
)
