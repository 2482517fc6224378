/**
 * VLMEvalKit's reading of answers. Of a choice it is `can_infer` of vlmeval/utils/matching_util.py, as of commit d21c5e9 (2026),
 * where `can_infer_option` falls back to the phrase "answer is". The guard against the article "A" is off, as it is
 * unless the environment sets VERBOSE.
 */
import { length, spaceClass, words } from '@voxelwise/python'
import {
  type AnswerOption,
  type ChoiceJudge,
  type Judgement,
  judgedReading,
  notRead,
  type Reading,
  readAs,
} from '../reading.ts'
import { exactMatch } from './exact-match.ts'
import { type AnswerReader, rightAnswers } from './judge.ts'
import { yesOrNo } from './yes-no.ts'

/** The reply for a failed request. It is searched for option texts like any other. */
const failure = 'Failed to obtain answer via API'

/** What VLMEvalKit takes for a refusal, wherever it stands in a reply. */
export const refusals: readonly string[] = [
  "Sorry, I can't help with images of people yet.",
  "I can't process this file.",
  "I'm sorry, but without the image provided",
  'Cannot determine the answer',
]

/** The letter of no option: a refusal, or a model that names it. */
const noOption = 'Z'

/**
 * "answer is", asterisks and a letter A to D, which need not end there: "answer is benign" reads B. Python ignores
 * case by folding, so that ı and İ are an i and ſ is an s.
 */
const answerPhrase = new RegExp(
  `[Aa][Nn][Ssſ][Ww][Ee][Rr][${spaceClass}]+[Iiıİ][Ssſ][${spaceClass}]+\\**([A-Da-d])`,
)

/**
 * Equals `can_infer(response, options)` with exact matching; `unparsed` where that is false. It reads `Z` from a refusal, which
 * is right only if there is an option Z and that is the answer.
 */
export const vlmevalkitJudge: ChoiceJudge = (response, options, answer) => {
  const reading = readOption(response, options) ?? readText(response, options)
  return reading ? judgedReading(reading, answer) : undecided
}

const undecided = notRead(
  'VLMEvalKit counts it wrong with exact matching; with a judge model it asks that up to three times, then guesses at random among the options and Z',
)

/** `can_infer_option` */
function readOption(response: string, options: readonly AnswerOption[]): Reading | null {
  if (response.includes(failure)) return null
  if (refusals.some(refusal => response.includes(refusal))) return readAs(noOption, 'refusal')
  const tokens = words(response.replace(/[.()[\],:;!*#{}]/g, ' '))
  const named = options.filter(({ letter }) => tokens.includes(letter))
  const only = named.length === 1 ? named[0]?.letter : undefined
  // Only among the last four words, so that an article or a list of options is not taken for the choice.
  if (only !== undefined && tokens.indexOf(only) > tokens.length - 5) return readAs(only, 'letter')
  if (named.length === 0 && tokens.includes(noOption)) return readAs(noOption, 'refusal')
  const phrased = answerPhrase.exec(response)?.[1]?.toUpperCase()
  const known = options.some(({ letter }) => letter === phrased)
  return phrased !== undefined && known ? readAs(phrased, 'answer phrase') : null
}

/** `can_infer_text`: the only option whose text occurs, if the reply is at most twice as long as all. */
function readText(response: string, options: readonly AnswerOption[]): Reading | null {
  const lower = response.toLowerCase()
  const longest = 2 * options.reduce((sum, { text }) => sum + length(text), 0)
  if (length(lower) > longest) return null
  const named = options.filter(({ text }) => lower.includes(text.toLowerCase()))
  const only = named.length === 1 ? named[0]?.letter : undefined
  return only === undefined ? null : readAs(only, 'option text')
}

/** VLMEvalKit leaves short answers to a judge model; what equals the answer needs none. */
export const vlmevalkitText: AnswerReader = {
  judge: (response, question) => equalOrAsked(exactMatch('squad', response, rightAnswers(question))),
}

/** A word for yes or no is read; anything else is read as a text. */
export const vlmevalkitYesNo: AnswerReader = {
  judge(response, { answer }) {
    const said = yesOrNo(response)
    if (said === null) return equalOrAsked(exactMatch('squad', response, [answer]))
    return judgedReading(readAs(said, 'yes or no'), answer)
  },
}

function equalOrAsked(judgement: Judgement): Judgement {
  if (judgement.correct) return judgement
  return notRead('VLMEvalKit asks a judge model whether it means the same; no text rule tells')
}
