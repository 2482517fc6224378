/**
 * A reading of Med-CMR's choice questions. Its authors released no evaluator and do not say which regular expression
 * they use; this is the deterministic ladder of the project's notes on the protocol, and a figure made with it is
 * called so. Letters may be written small except at the head of a sentence, where "a" is an article.
 */
import { spaceClass, strip } from '../../base/python-text.ts'
import { type ChoiceJudge, noReply, type Reading, read, unparsed } from './reading.ts'

const space = `[${spaceClass}]*`
/** A letter alone on what is left of its line, in brackets or not. */
const toEndOfLine = `[([]?([A-Z])[)\\]]?${space}[.!]?${space}$`
const answerLine = new RegExp(`^${space}answer${space}[:-]${space}${toEndOfLine}`, 'imu')
const leadingLetter = /^([A-Z])[).:-]/
const letterLine = new RegExp(`^${space}${toEndOfLine}`, 'imu')

/**
 * In this order: the whole reply is a letter; a line `Answer: X`; a leading `X)`, `X.`, `X:` or `X-`; a line that is
 * a letter alone. What else is unparsed, which counts as wrong.
 */
export const medCmr: ChoiceJudge = (response, options, answer) => {
  if (response === null) return noReply
  const text = strip(response)
  const letters = new Set(options.map(({ letter }) => letter))
  const reading = found(text, letters) ?? unparsed('Med-CMR counts it wrong, as invalid')
  return { reading, correct: reading.status === 'read' && reading.answer === answer.toUpperCase() }
}

function found(text: string, letters: ReadonlySet<string>): Reading | null {
  if (letters.has(text.toUpperCase())) return read(text.toUpperCase(), 'letter')
  const steps = [
    [answerLine, 'answer phrase'],
    [leadingLetter, 'letter'],
    [letterLine, 'letter'],
  ] as const
  for (const [form, rule] of steps) {
    const letter = form.exec(text)?.[1]?.toUpperCase()
    if (letter !== undefined && letters.has(letter)) return read(letter, rule)
  }
  return null
}
