/** MedEvalKit's reading of a choice: `judge_multi_choice` of utils/utils.py (2025 to 2026). */

import { afterLast, strip } from '@voxelwise/python'
import { sequenceRatio } from '../../base/python-difflib.ts'
import { type AnswerOption, type ChoiceJudge, type Rule, readAs } from '../reading.ts'
import { answerPart } from './normalise.ts'

/**
 * Always finds an option: a reply that is neither a letter nor an option's text is read as the nearest one (an empty reply as
 * the first). That is no guess, but no answer either: the rule is named `nearest option`. `correct` equals
 * `judge_multi_choice(choices, answer, response)`. @param answer a letter, or the text of the right option
 */
export const medevalkitJudge: ChoiceJudge = (response, options, answer) => {
  const lower = options.map(({ letter, text }) => ({
    letter: letter.toLowerCase(),
    text: text.toLowerCase(),
  }))
  const part = strip(answerPart(paragraph(response.toLowerCase(), lower)))
    .toLowerCase()
    .replaceAll('\n', '')
  const said = afterLast(beforeFirst(part, '.'), ':')
  const { index, rule } = find(said, part, lower)
  return {
    reading: readAs(options[index]?.letter ?? '', rule),
    correct: isRight(said, { rule, chosen: lower[index], right: strip(answer).toLowerCase() }, lower),
  }
}

/** A first paragraph that is a single letter, or a last one whose first sentence is; otherwise the whole reply. */
function paragraph(response: string, options: readonly AnswerOption[]): string {
  const paragraphs = response.split('\n\n')
  const isLetter = (text: string) => options.some(({ letter }) => letter === text)
  const first = paragraphs[0] ?? ''
  if (isLetter(first)) return first
  const last = beforeFirst(paragraphs.at(-1) ?? '', '.')
  return isLetter(last) ? last : response
}

function find(said: string, part: string, options: readonly AnswerOption[]): { index: number; rule: Rule } {
  const byLetter = options.findIndex(({ letter }) => letter === said)
  if (byLetter >= 0) return { index: byLetter, rule: 'letter' }
  const byText = options.findIndex(({ text }) => text === said)
  if (byText >= 0) return { index: byText, rule: 'option text' }
  return { index: nearest(part, options), rule: 'nearest option' }
}

/** `find_most_similar_index`: the first of the most similar, and the first of all where none is similar at all. */
function nearest(part: string, options: readonly AnswerOption[]): number {
  const ratios = options.map(({ text }) => sequenceRatio(text, part))
  return Math.max(0, ratios.indexOf(Math.max(...ratios)))
}

interface Found {
  readonly rule: Rule
  readonly chosen: AnswerOption | undefined
  readonly right: string
}

function isRight(said: string, { rule, chosen, right }: Found, options: readonly AnswerOption[]): boolean {
  if (said === right) return true
  if (rule === 'letter') return chosen?.text === right
  // Another option with the same text is as good as the first.
  if (rule === 'option text') return options.some(({ letter, text }) => letter === right && text === said)
  return chosen !== undefined && (chosen.letter === right || chosen.text === right)
}

function beforeFirst(text: string, mark: string): string {
  const at = text.indexOf(mark)
  return at < 0 ? text : text.slice(0, at)
}
