/** Turns of a conversation (`from` and `value`, or `role` and `content`): the first question, and its answer. */

import { ownValue } from '@voxelwise/python'
import type { TableRows } from '@voxelwise/tables'
import { type CellObject, cellText, isList, isObject } from '../../../data/formats/mapping/cells.ts'
import { type ColumnProfile, listOfObjects, profile } from '../../../data/formats/mapping/column-profile.ts'

const speakers = ['from', 'role', 'speaker'] as const
const asks = /^(?:human|user|question(?:er)?)$/i
const answers = /^(?:gpt|assistant|bot|model|answer(?:er)?)$/i

/** @returns null if the rows contain none, or not at the same place */
export function conversationIn(columns: readonly ColumnProfile[], rows: TableRows) {
  for (const { name, cells } of columns) {
    const places = cells.map(cell => placeIn(listOfObjects(cell), name))
    const [first] = places
    if (!first || places.some(place => place?.question !== first.question || place.answer !== first.answer))
      continue
    return { question: profile(first.question, rows), answer: profile(first.answer, rows) }
  }
  return null
}

function placeIn(turns: readonly CellObject[], column: string) {
  const saysAt = (place: number): string => speakerName(turns[place])
  const start = turns.findIndex((_, place) => asks.test(saysAt(place)) && answers.test(saysAt(place + 1)))
  const [question, answer] = [wordsPath(turns[start]), wordsPath(turns[start + 1])]
  if (question === null || answer === null) return null
  return { question: `${column}.${start}.${question}`, answer: `${column}.${start + 1}.${answer}` }
}

/** Where a turn has its words: `content`, or `content.1.text` in a list of parts (`{"type": "text", "text": …}`). */
function wordsPath(turn: CellObject | undefined): string | null {
  const entries = Object.entries(turn ?? {})
  const [key, said] = entries.find(([name]) => /^(?:value|content|text|message)$/i.test(name)) ?? []
  if (cellText(said) !== null) return key ?? null
  const place = isList(said) ? said.findIndex(part => isObject(part) && cellText(part.text) !== null) : -1
  return place === -1 ? null : `${key}.${place}.text`
}

function speakerName(turn: CellObject | undefined): string {
  const name = speakers.find(known => turn && Object.hasOwn(turn, known))
  return name === undefined ? '' : (cellText(turn && ownValue(turn, name)) ?? '')
}
