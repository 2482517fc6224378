/**
 * A reading of Med-CMR's answers. Its authors released no evaluator and do not publish their regular expression. Of a
 * choice this is the deterministic sequence from the project's notes on the protocol, and its figures are labelled so.
 * Letters may be lower case except at the start of a sentence, where "a" is an article.
 */
import { spaceClass, strip } from '@voxelwise/python'
import { type ChoiceJudge, judgedReading, notRead, type Reading, readAs } from '../reading.ts'
import { exactMatch } from './exact-match.ts'
import type { AnswerReader } from './judge.ts'

/** A letter, in brackets or not, and nothing after it. */
const letterToEnd = `[([]?([A-Z])[)\\]]?[${spaceClass}]*[.!]?$`
const answerLine = new RegExp(`^answer[${spaceClass}]*[:-][${spaceClass}]*${letterToEnd}`, 'iu')
const letterLine = new RegExp(`^${letterToEnd}`, 'iu')
const leadingLetter = /^([A-Z])[).:-]/

/**
 * In this order: the whole reply is a letter; a line `Answer: X`; a leading `X)`, `X.`, `X:` or `X-`; a line that is a
 * letter alone. Anything else is unparsed, which counts as wrong.
 */
export const medCmr: ChoiceJudge = (response, options, answer) => {
  const text = strip(response)
  const letters = new Set(options.map(({ letter }) => letter))
  const reading = found(text, letters)
  return reading
    ? judgedReading(reading, answer.toUpperCase())
    : notRead('Med-CMR counts it wrong, as invalid')
}

function found(text: string, letters: ReadonlySet<string>): Reading | null {
  const lines = text.split('\n').map(strip)
  const first = (form: RegExp, among: readonly string[]) =>
    among.map(line => form.exec(line)?.[1]?.toUpperCase() ?? '').find(letter => letters.has(letter))
  if (letters.has(text.toUpperCase())) return readAs(text.toUpperCase(), 'letter')
  const answered = first(answerLine, lines)
  if (answered !== undefined) return readAs(answered, 'answer phrase')
  const letter = first(leadingLetter, [text]) ?? first(letterLine, lines)
  return letter === undefined ? null : readAs(letter, 'letter')
}

/** Exact match of the final answer. */
export const medCmrText: AnswerReader = {
  judge: (response, { answer }) => exactMatch('squad', finalAnswer(response), [answer]),
}

/** The text after the last `Answer:` at the start of a line; the whole reply if there is none. */
function finalAnswer(response: string): string {
  const lines = response.split('\n')
  const at = lines.findLastIndex(line => /^\W*answer\W*:/i.test(line))
  return at < 0
    ? response
    : lines
        .slice(at)
        .join('\n')
        .replace(/^\W*answer\W*:\W*/i, '')
}
