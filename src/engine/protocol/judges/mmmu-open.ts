/**
 * MMMU's reading of a short open answer: `parse_open_response` and `eval_open` of eval/eval_utils.py, as of commit
 * 44b45b5. A reply becomes a set of candidates, texts and numbers, and one that fits is enough.
 */
import { parseFloatPython, roundToHundredths } from '../../base/python-float.ts'
import { afterLast, length, strip, stripCharacter, wordClass } from '../../base/python-text.ts'
import { type Judgement, noReply, read } from '../reading.ts'
import { type AnswerReader, rightAnswers } from './judge.ts'

/** A number, or a text in lower case. */
export type OpenCandidate = string | number

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

/**
 * The end of each line after an indicator word. The original splits at sentences, too, but only before a capital,
 * and has lower-cased the reply by then.
 */
function keyResponses(response: string): readonly string[] {
  const lines = response.split('\n')
  const found = lines.map((line, index) => {
    const marks = index === lines.length - 1 ? [...indicators, '='] : indicators
    return marks
      .filter(mark => line.includes(mark))
      .reduce((key, mark) => {
        const rest = strip(afterLast(line, mark))
        return key === '' || length(rest) < length(key) ? rest : key
      }, '')
  })
  const keys = found.filter(key => key !== '' && !onlyASign.test(key))
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

/**
 * Equals `eval_open(answers, parse_open_response(response))`: a number equals, a text occurs in a candidate.
 * @param answers every answer that counts as right
 */
export function mmmuOpen(response: string | null, answers: readonly string[]): Judgement {
  if (response === null) return noReply
  const candidates = openCandidates(response)
  const right = answers.flatMap(normalised)
  const fits = (candidate: OpenCandidate) =>
    right.some(answer =>
      typeof candidate === 'string'
        ? typeof answer === 'string' && candidate.includes(answer)
        : answer === candidate,
    )
  return { reading: read(candidates.map(String), 'candidates'), correct: candidates.some(fits) }
}

/** An open answer, or a yes or no. */
export const mmmuText: AnswerReader = {
  judge: (response, question) => mmmuOpen(response, rightAnswers(question)),
}
