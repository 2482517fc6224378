/** The question as the model gets it, and the letter that would be right: both as the protocol has them. */
import type { JsonObject } from '../base/json.ts'
import { equal, get, str } from '../base/python.ts'
import type { Option } from './protocol.ts'
import type { LetterOrNone } from './sample.ts'

export const letters: readonly string[] = ['A', 'B', 'C', 'D']

const optionFields = letters.map(letter => ({ letter, field: `option_${letter}` }))

export const promptOpening = 'Question: '

/** The options that are present as keys, in the order A B C D; a null is an option too. */
export function optionsOf(fields: JsonObject): Option[] {
  const options: Option[] = []
  for (const { letter, field } of optionFields) {
    const value = get(fields, field)
    if (value !== undefined) options.push({ letter, value })
  }
  return options
}

export function buildPrompt(fields: JsonObject): string {
  const choices = optionsOf(fields).map(({ letter, value }) => `${letter}. ${str(value)}`)
  return (
    `${promptOpening}${str(get(fields, 'question'))}\nOptions:\n${choices.join('\n')}\n` +
    "Answer with the option's letter from the given choices directly."
  )
}

/** The letter of the last option that equals the answer. */
export function rightLetter(fields: JsonObject): LetterOrNone {
  const answer = get(fields, 'gt_answer') ?? null
  return optionsOf(fields).findLast(option => equal(option.value, answer))?.letter ?? ''
}
