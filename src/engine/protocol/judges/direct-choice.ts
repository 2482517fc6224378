/** The strict reading of a choice that `direct` takes: what could be meant otherwise is unparsed. */
import { spaceClass, strip } from '../../base/python-text.ts'
import { type AnswerOption, noReply, type Reading, read, unparsed } from '../reading.ts'
import type { AnswerReader } from './judge.ts'
import { squadNormalised } from './normalise.ts'

/** Emphasis, quotes, brackets or a box before a letter, and what ends it; a space would let it be a word. */
const before = `(?:\\\\boxed\\{|[${spaceClass}*_"'\`([{])*`
const sign = '[.:)\\]}*_"\'`\\n]'

const leading = new RegExp(`^${before}([A-Z])(?:${sign}|$)`, 'u')
const settledLeading = new RegExp(`^${before}([A-Z])${sign}`, 'u')
const phrase = `answer(?:[${spaceClass}]+is)?[:：]?${before}([A-Z])`
const phrases = new RegExp(`${phrase}(?:${sign}|$)`, 'giu')
const settledPhrases = new RegExp(`${phrase}${sign}`, 'giu')
const smallAlone = new RegExp(`^${before}([a-z])${sign}*$`, 'u')

const notRead = unparsed(
  'counted wrong: the reply neither begins with a letter that ends there, nor says "answer: X", nor is an option’s text',
)

/**
 * In this order: a reply that begins with an option's capital letter, followed by a sign or the end; the first "answer
 * is X" or "Answer: X" followed by a sign or the end; a small letter alone; one option's whole text, normalised as in
 * SQuAD.
 */
export const directChoice: AnswerReader = {
  judge(response, { options, answer }) {
    if (response === null) return noReply
    const reading = find(strip(response), options)
    return { reading, correct: reading.status === 'read' && reading.answer === answer }
  },
  isSettled: (prefix, { options }) =>
    known([settledLeading.exec(prefix)], options) !== undefined ||
    // If a phrase is complete, so is the beginning: it can no longer be a letter.
    (!leading.test(prefix) && known(prefix.matchAll(settledPhrases), options) !== undefined),
}

function find(text: string, options: readonly AnswerOption[]): Reading {
  const first = known([leading.exec(text)], options)
  if (first !== undefined) return read(first, 'letter')
  const said = known(text.matchAll(phrases), options)
  if (said !== undefined) return read(said, 'answer phrase')
  const small = known([smallAlone.exec(text)], options)
  if (small !== undefined) return read(small, 'letter')
  const level = squadNormalised(text)
  const named = level === '' ? [] : options.filter(option => squadNormalised(option.text) === level)
  return named.length === 1 && named[0] ? read(named[0].letter, 'option text') : notRead
}

/** The first letter found that an option has. */
function known(
  matches: Iterable<RegExpExecArray | null>,
  options: readonly AnswerOption[],
): string | undefined {
  for (const match of matches) {
    const letter = match?.[1]?.toUpperCase()
    if (letter !== undefined && options.some(option => option.letter === letter)) return letter
  }
  return undefined
}
