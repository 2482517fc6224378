/**
 * MMMU's reading of an answer, as of commit 44b45b5 (eval/eval_utils.py): of a choice `parse_multi_choice_response`; of a short
 * open answer `parse_open_response` and `eval_open`. An open reply becomes a set of candidates, texts and numbers, and one that
 * fits is enough.
 */
import {
  afterLast,
  length,
  parseFloatPython,
  roundToHundredths,
  strip,
  stripCharacter,
  wordClass,
  words,
} from '@voxelwise/python'
import {
  type AnswerOption,
  type ChoiceJudge,
  type Judgement,
  judgedReading,
  notRead,
  type Reading,
  readAs,
} from '../reading.ts'
import { type AnswerReader, rightAnswers } from './judge.ts'

/** A number, or a text in lower case. */
type OpenCandidate = string | number

/** What an answer is searched after, shortest remainder first. */
const indicators = ['could be ', 'so ', 'is ', 'thus ', 'therefore ', 'final ', 'answer ', 'result ']

/** `\b` */
const boundary = `(?:(?<=[${wordClass}])(?![${wordClass}])|(?<![${wordClass}])(?=[${wordClass}]))`

/**
 * `extract_numbers`: with commas, in scientific notation, plain. Digits must not follow a digit. This changes no match,
 * and avoids a retry from every digit of a long number.
 */
const digits = String.raw`(?<!\p{Nd})\p{Nd}+`
const numberForms = [
  new RegExp(String.raw`-?${boundary}\p{Nd}{1,3}(?:,\p{Nd}{3})+${boundary}`, 'gu'),
  new RegExp(String.raw`-?${digits}(?:\.\p{Nd}+)?[eE][+-]?\p{Nd}+`, 'gu'),
  new RegExp(
    String.raw`-?(?:${digits}\.\p{Nd}+|\.\p{Nd}+|${digits}${boundary})(?![eE][+-]?\p{Nd}+)(?![,\p{Nd}])`,
    'gu',
  ),
]

const onlyASign = /^[:,.!?;']$/

/** Equals `set(parse_open_response(response))`, in the order found. */
export function openCandidates(response: string): readonly OpenCandidate[] {
  const keys = keyResponses(stripCharacter(strip(response), '.').toLowerCase())
  const numbers = keys.flatMap(key => numberForms.flatMap(form => key.match(form) ?? []))
  return [...new Set([...keys, ...numbers].flatMap(normalised))]
}

/** The end of each line after an indicator word. (The lower-cased reply has no sentences to split.) */
function keyResponses(response: string): readonly string[] {
  const lines = response.split('\n')
  const endings = lines.map((line, index) => {
    const marks = index === lines.length - 1 ? [...indicators, '='] : indicators
    return marks
      .filter(mark => line.includes(mark))
      .reduce((key, mark) => {
        const rest = strip(afterLast(line, mark))
        return key === '' || length(rest) < length(key) ? rest : key
      }, '')
  })
  const keys = endings.filter(key => key !== '' && !onlyASign.test(key))
  return keys.length > 0 ? keys : [response]
}

/** `normalize_str`: a number rounded to hundredths, else lower case; a single character only next to a space. */
function normalised(text: string): readonly OpenCandidate[] {
  const bare = strip(text)
  const number = parseFloatPython(bare.replaceAll(',', ''))
  if (number !== null) return [roundToHundredths(number)]
  const lower = bare.toLowerCase()
  return length(lower) === 1 ? [` ${lower}`, `${lower} `] : [lower]
}

/** Equals `eval_open(answers, parse_open_response(response))`: a number equals, a text occurs in a candidate. */
function mmmuOpen(response: string, answers: readonly string[]): Judgement {
  const candidates = openCandidates(response)
  const right = answers.flatMap(normalised)
  const fits = (candidate: OpenCandidate) =>
    right.some(answer =>
      typeof candidate === 'string'
        ? typeof answer === 'string' && candidate.includes(answer)
        : answer === candidate,
    )
  return { reading: readAs(candidates.map(String), 'candidates'), correct: candidates.some(fits) }
}

/** An open answer, or a yes or no. */
export const mmmuText: AnswerReader = {
  judge: (response, question) => mmmuOpen(response, rightAnswers(question)),
}

/** Equals `eval_multi_choice` of `parse_multi_choice_response` wherever that does not guess. */
export const mmmuJudge: ChoiceJudge = (response, options, answer) => {
  const reading = readChoice(response, options)
  if (reading) return judgedReading(reading, answer)
  const named = options.map(({ letter }) => letter).join(', ')
  return notRead(`MMMU guesses at random among ${named} (seed 42)`)
}

function readChoice(response: string, options: readonly AnswerOption[]): Reading | null {
  // In sequence, each only once: "A.," loses its comma but keeps its full stop.
  const bare = [...",.!?;:'"].reduce(stripCharacter, response)
  // With a space at both ends a letter alone is one between spaces, too.
  const text = ` ${bare} `
  const inBrackets = lastNamed(text, options, ({ letter }) => `(${letter})`)
  if (inBrackets !== null) return readAs(inBrackets, 'letter')
  const alone = lastNamed(text, options, ({ letter }) => ` ${letter} `)
  if (alone !== null) return readAs(alone, 'letter')
  if (words(text).length <= 5) return null
  const byText = lastNamed(text.toLowerCase(), options, option => option.text.toLowerCase())
  return byText === null ? null : readAs(byText, 'option text')
}

/** The option named last, the first of those named at the same place; null if none is. */
function lastNamed(
  text: string,
  options: readonly AnswerOption[],
  spelling: (option: AnswerOption) => string,
): string | null {
  let last = -1
  let letter: string | null = null
  for (const option of options) {
    const at = text.lastIndexOf(spelling(option))
    if (at <= last) continue
    last = at
    letter = option.letter
  }
  return letter
}
