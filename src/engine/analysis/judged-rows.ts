import { get, type JsonObject, str } from '@voxelwise/python'
import { keptAnswer } from '../protocol/answer-words.ts'
import { cellLabels } from '../protocol/frame.ts'
import type { Judged } from '../protocol/metrics.ts'
import { readLetter } from '../protocol/protocols/medrcube.ts'
import type { Countable } from './shares.ts'
import type { UnreadCount } from './unread.ts'

/** An answer of a results.json as a row, with its fields. */
export interface JudgedFieldsRow extends Countable {
  readonly question: string
  readonly fields: JsonObject
}

/** Clusters come from `image_path`, a text or a list of them, and `group`. */
export function rowOfJudged({ fields, correct }: Judged): JudgedFieldsRow {
  const text = (name: string): string => str(get(fields, name))
  const named = get(fields, 'image_path')
  const images = (Array.isArray(named) ? named : [named]).filter(
    path => typeof path === 'string' && path !== '',
  )
  const [image = null, ...furtherImages] = images as readonly string[]
  const group = get(fields, 'group')
  return {
    id: text('id'),
    ...cellLabels(fields),
    image,
    ...(furtherImages.length > 0 && { furtherImages }),
    ...(group !== undefined && group !== null && group !== '' && { group: str(group) }),
    question: text('question'),
    ...answerTexts(fields),
    chance: null,
    verdict: correct ? 'correct' : 'wrong',
    fields,
  }
}

/** The fields of a results.json that both answers are read from. */
export const answerFields: readonly string[] = [
  ...['gt_answer', 'model_response', 'judge', 'parsed'],
  ...Array.from('ABCDEFGHIJ', letter => `option_${letter}`),
]

/** Both answers as texts; the given one where the reply is the letter of an option of MedRCube's. */
function answerTexts(fields: JsonObject): Pick<JudgedFieldsRow, 'right' | 'given'> {
  const answerText = (answer: string) => keptAnswer({ listOptions: () => [] }, fields, answer)
  const right = get(fields, 'gt_answer')
  const [, letter = ''] = /^\s*([A-Z])\.?\s*$/.exec(str(get(fields, 'model_response'))) ?? []
  const given = get(fields, `option_${letter}`)
  return {
    ...(right !== undefined && right !== null && { right: answerText(str(right)) }),
    ...(given !== undefined && given !== null && { given: answerText(str(given)) }),
  }
}

/**
 * Replies of a results.json from which nothing was read. Null where that is not known: its records have neither a judge nor
 * options of MedRCube's.
 */
export function unreadAmong(judged: readonly Judged[]): UnreadCount | null {
  let unread = 0
  for (const { fields, correct } of judged) {
    const isJudged = get(fields, 'judge') !== undefined
    if (!isJudged && get(fields, 'option_A') === undefined) return null
    const reply = get(fields, 'model_response') ?? null
    const read = isJudged ? get(fields, 'parsed') : readLetter(reply === null ? null : str(reply))
    if (!correct && (read === undefined || read === null || read === '')) unread++
  }
  return { answered: judged.length, unread }
}
