/** This project's own strict reading, the default. It never guesses and never takes the nearest option. */
import { spaceClass, strip, wordClass } from '@voxelwise/python'
import { type AnswerOption, judgedReading, notRead, type Reading, readAs, unparsed } from '../reading.ts'
import { pixelBoxes } from './boxes.ts'
import { exactMatch } from './exact-match.ts'
import { type AnswerReader, type Judge, rightAnswers } from './judge.ts'
import { squadNormalised } from './normalise.ts'
import { onlyNumbers } from './numbers.ts'
import { exactSet } from './several.ts'
import { type YesOrNo, yesOrNo, yesOrNoInAnyLanguage } from './yes-no.ts'

/** Emphasis, quotes, brackets or a box before a letter, and what ends it; a space would let it be a word. */
const before = `(?:\\\\boxed\\{|[${spaceClass}*_"'\`([{])*`
const sign = '[.:)\\]}*_"\'`\\n]'

const leading = new RegExp(`^${before}([A-Z])(?:${sign}|$)`, 'u')
const settledLeading = new RegExp(`^${before}([A-Z])${sign}`, 'u')
const phrase = `answer(?:[${spaceClass}]+is)?[:：]?${before}([A-Z])`
const phrases = new RegExp(`${phrase}(?:${sign}|$)`, 'giu')
const settledPhrases = new RegExp(`${phrase}${sign}`, 'giu')
const smallAlone = new RegExp(`^${before}([a-z])${sign}*$`, 'u')

const noOption = unparsed(
  'counted wrong: the reply neither begins with a letter that ends there, nor says "answer: X", nor is an option’s text',
)

/**
 * In this order: a leading capital letter of an option, then a sign or the end; the first "answer is X" or "Answer: X" that ends
 * so; a small letter alone; one option's whole text, normalised as in SQuAD.
 */
const directChoice: AnswerReader = {
  judge(response, { options, answer }) {
    return judgedReading(find(strip(response), options), answer)
  },
  isSettled: (prefix, { options }) =>
    known([settledLeading.exec(prefix)], options) !== undefined ||
    // If a phrase is complete, so is the beginning: it can no longer be a letter.
    (!leading.test(prefix) && known(prefix.matchAll(settledPhrases), options) !== undefined),
}

function find(text: string, options: readonly AnswerOption[]): Reading {
  const first = known([leading.exec(text)], options)
  if (first !== undefined) return readAs(first, 'letter')
  const said = known(text.matchAll(phrases), options)
  if (said !== undefined) return readAs(said, 'answer phrase')
  const small = known([smallAlone.exec(text)], options)
  if (small !== undefined) return readAs(small, 'letter')
  const level = squadNormalised(text)
  const named = level === '' ? [] : options.filter(option => squadNormalised(option.text) === level)
  return named.length === 1 && named[0] ? readAs(named[0].letter, 'option text') : noOption
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

const firstWord = new RegExp(`^[*_"'\`([{]*(yes|no)(?![${wordClass}])`, 'iu')
const settledFirstWord = new RegExp(`^\\s*[*_"'\`([{]*(?:yes|no)[^${wordClass}]`, 'iu')

/** The reply begins with the word yes or no, or as a whole means one of them, as `meaning` has it. */
const yesNo = (meaning: (reply: string) => YesOrNo | null): AnswerReader => ({
  judge(response, { answer }) {
    const text = strip(response)
    const said = firstWord.exec(text)?.[1]?.toLowerCase() ?? meaning(text)
    if (said === null) return notRead('counted wrong: the reply does not begin with yes or no')
    return judgedReading(readAs(said, 'yes or no'), answer)
  },
  isSettled: prefix => settledFirstWord.test(prefix) && !endsOpen(prefix),
})

/** Whether the last character may still become another: half of a pair, or bytes that are no character yet. */
const endsOpen = (text: string) => /[\ud800-\udbff\ufffd]$/.test(text)

const several: AnswerReader = {
  judge: (response, { options, answer }) => exactSet(response, options, Array.from(answer)),
}

const text: AnswerReader = {
  judge: (response, question) => exactMatch('squad', response, rightAnswers(question)),
}

/** Knows yes and no in English and Chinese. */
export const directV1: Judge = {
  id: 'direct',
  version: 1,
  name: "Voxelwise's own strict reading",
  readers: {
    choice: directChoice,
    'yes-no': yesNo(yesOrNo),
    several,
    text,
    box: pixelBoxes,
    number: onlyNumbers,
  },
}

/** Knows yes and no in many languages. */
export const direct: Judge = {
  ...directV1,
  version: 2,
  readers: { ...directV1.readers, 'yes-no': yesNo(yesOrNoInAnyLanguage) },
}
