/** How much text is compared with an answer. Nothing honest comes near to these limits. */
import { VoxelwiseError } from './errors.ts'

/** Characters of an answer, and of all that it is compared with. */
const MAX_ANSWER = 1_000_000

/** Characters of an answer times those of its reference: a metric may compare every pair of words. */
const MAX_COMPARED = 1_000_000_000

/** Refuses texts that would take minutes or gigabytes to compare. @throws VoxelwiseError answer-too-long */
export function checkComparable(answer: string, ...against: readonly string[]): void {
  const length = against.reduce((sum, text) => sum + text.length, 0)
  if (answer.length > MAX_ANSWER) throw answerTooLong(`The answer has ${counted(answer.length)} characters.`)
  if (length > MAX_ANSWER)
    throw answerTooLong(`The right answer and the options have ${counted(length)} characters.`)
  if (answer.length * length > MAX_COMPARED)
    throw answerTooLong(
      `The answer has ${counted(answer.length)} characters, and it is compared with ${counted(length)}.`,
    )
}

/** @param message what was too long, in one sentence */
export function answerTooLong(message: string): VoxelwiseError {
  return new VoxelwiseError({
    code: 'answer-too-long',
    subject: 'answer',
    message,
    remedy: 'Allow fewer new tokens per answer, or remove text that is not an answer.',
  })
}

const counted = (count: number): string => count.toLocaleString('en')
