/** MMMU's reading of a choice: `parse_multi_choice_response` of eval/eval_utils.py, as of commit 44b45b5. */
import { stripCharacter, words } from '../../base/python-text.ts'
import { type AnswerOption, type ChoiceJudge, noReply, type Reading, read, unparsed } from '../reading.ts'

/**
 * Equals `eval_multi_choice(answer, parse_multi_choice_response(response, all_choices, index2ans))` wherever that
 * does not guess; where it would, the reading is `unparsed`.
 */
export const mmmu: ChoiceJudge = (response, options, answer) => {
  if (response === null) return noReply
  const reading = readChoice(response, options) ?? giveUp(options)
  return { reading, correct: reading.status === 'read' && reading.answer === answer }
}

function giveUp(options: readonly AnswerOption[]): Reading {
  const named = options.map(({ letter }) => letter).join(', ')
  return unparsed(`MMMU guesses at random among ${named} (seed 42)`)
}

function readChoice(response: string, options: readonly AnswerOption[]): Reading | null {
  // In sequence, each only once: "A.," loses its comma but keeps its full stop.
  const bare = [...",.!?;:'"].reduce(stripCharacter, response)
  // With a space at both ends a letter alone is one between spaces, too.
  const text = ` ${bare} `
  const inBrackets = lastNamed(text, options, ({ letter }) => `(${letter})`)
  if (inBrackets !== null) return read(inBrackets, 'letter')
  const alone = lastNamed(text, options, ({ letter }) => ` ${letter} `)
  if (alone !== null) return read(alone, 'letter')
  if (words(text).length <= 5) return null
  const byText = lastNamed(text.toLowerCase(), options, option => option.text.toLowerCase())
  return byText === null ? null : read(byText, 'option text')
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
