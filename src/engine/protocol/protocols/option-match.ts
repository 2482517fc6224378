/** How a judge model reads replies that were given without options: which one is meant? */
import { get, isJsonObject, type JsonObject, str } from '@voxelwise/python'
import type { ReplyForm } from '../protocol.ts'
import type { ProtocolReference } from '../protocol-reference.ts'
import type { Verdict } from '../reading.ts'
import { objectsIn } from '../rubrics/read-ratings.ts'
import { judgeModelProtocol } from './judge-model.ts'
import { letters } from './mapped.ts'

export const optionMatch: ProtocolReference = { id: 'option-match', version: 1 }

export const isOptionMatch = ({ id, version }: ProtocolReference): boolean =>
  id === optionMatch.id && version === optionMatch.version

/** What a judge replies where a reply means no option, or several. */
export const noOption = '0'

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
  const said = objectsIn(response ?? '').map(object => {
    const option = get(object, 'option')
    return option === 0 ? noOption : option
  })
  const parsed = said.find(option => offered.some(known => known === option))
  if (typeof parsed === 'string') return { parsed, correct: true }
  return { parsed: '', correct: false, unparsed: 'the reply names no option in the form that was asked for' }
}

const wholes = [noOption, ...letters].map(letter => `{"option": "${letter}"}`)

const replyForm: ReplyForm = {
  isBeginning: text => wholes.some(whole => whole.startsWith(text)),
  isWhole: text => wholes.includes(text),
  mayHold: text => text !== '' && wholes.some(whole => whole.includes(text.trim())),
}

export const optionMatchProtocol = judgeModelProtocol(
  {
    ...optionMatch,
    name: 'Options withheld: which option is meant',
    about: 'A judge model reads replies that name no option; the words of its prompt are this project’s.',
    prompt,
    replyForm,
    judge,
  },
  ['id', 'question', 'options', 'response'],
)
