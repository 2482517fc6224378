/**
 * How a judge model reads replies that were given without options: which of them does a reply mean? Its samples are
 * `matchedSamples`.
 */
import { isJsonObject, type JsonObject, parseJson } from '../../base/json.ts'
import { get, str } from '../../base/python.ts'
import type { Protocol, ReplyForm } from '../protocol.ts'
import type { ProtocolReference } from '../protocol-reference.ts'
import type { Verdict } from '../reading.ts'
import { letters } from './mapped.ts'

export const optionMatch: ProtocolReference = { id: 'option-match', version: 1 }

export const isOptionMatch = ({ id, version }: ProtocolReference): boolean =>
  id === optionMatch.id && version === optionMatch.version

/** What a judge replies where a reply means no option, or several. */
export const noOption = '0'

const required = ['id', 'question', 'options', 'response'] as const

/** By letter, in order. */
function optionsIn(fields: JsonObject): readonly (readonly [letter: string, text: string])[] {
  const options = get(fields, 'options')
  return isJsonObject(options) ? Object.entries(options).map(([letter, text]) => [letter, str(text)]) : []
}

/** Our own wording, version 1. It never changes. The judge sees neither the image nor the right answer. */
function prompt(fields: JsonObject): string {
  return [
    'A model answered a question on a medical image in its own words. Which of these options does its answer mean?',
    '',
    `Question: ${str(get(fields, 'question'))}`,
    ...optionsIn(fields).map(([letter, text]) => `${letter}. ${text}`),
    '',
    'Answer of the model, between the lines:',
    '-----',
    str(get(fields, 'response')),
    '-----',
    '',
    'Do not answer the question yourself. If the answer means none of the options, or more than one, x is 0.',
    'Otherwise x is the letter of the option.',
    'Reply with this JSON object and nothing else: {"option": "x"}',
  ].join('\n')
}

/** The last `{…}` of a reply whose option is one that was offered, or 0. Nothing is guessed. */
function judge(response: string | null, fields: JsonObject): Verdict {
  const offered = [noOption, ...optionsIn(fields).map(([letter]) => letter)]
  for (const text of ((response ?? '').match(/\{[^{}]*\}/g) ?? []).reverse()) {
    const option = optionIn(text)
    const parsed = offered.find(known => known === option)
    if (parsed !== undefined) return { parsed, correct: true }
  }
  return { parsed: '', correct: false, unparsed: 'the reply names no option in the form that was asked for' }
}

function optionIn(text: string): string | null {
  try {
    const value = parseJson(text)
    const option = isJsonObject(value) ? get(value, 'option') : undefined
    return typeof option === 'string' || option === 0 ? String(option) : null
  } catch {
    // Text in braces need not be JSON.
    return null
  }
}

const wholes = [noOption, ...letters].map(letter => `{"option": "${letter}"}`)

const replyForm: ReplyForm = {
  isBeginning: text => wholes.some(whole => whole.startsWith(text)),
  isWhole: text => wholes.includes(text),
  mayHold: text => text !== '' && wholes.some(whole => whole.includes(text.trim())),
}

/** A reply is neither right nor wrong: `correct` states whether it could be read, `parsed` is the option. */
export const optionMatchProtocol: Protocol = {
  ...optionMatch,
  name: 'Options withheld: which option is meant',
  about: 'A judge model reads replies that name no option; the words of its prompt are this project’s.',
  reading: optionMatch,
  letters: [],
  missing: fields => required.find(name => get(fields, name) === undefined) ?? null,
  kindOf: () => 'text',
  optionsOf: () => [],
  rotated: fields => fields,
  prompt,
  promptOpening: '',
  replyForm,
  rightAnswer: () => '',
  judge,
  isSettled: () => false,
}
