/** Readings of a reply that names several options, all of which must be right. */

import { strip } from '@voxelwise/python'
import { byCodeUnit } from '../../base/grouping.ts'
import { type AnswerOption, type Judgement, notRead, readAs } from '../reading.ts'

/** KokushiMD-10 compares no more than this many characters. */
const maxCharacters = 6

/**
 * Letters and digits of ASCII, sorted by code and only then upper-cased, so that small letters sort behind capitals:
 * `normalize_answer` of KokushiMD-10's calculate_scores.py.
 */
function kokushiNormalised(answer: string): string {
  const plain = answer.replace(/[^a-zA-Z0-9]/g, '')
  return Array.from(plain).sort(byCodeUnit).join('').toUpperCase().slice(0, maxCharacters)
}

/** KokushiMD-10: any letter or digit in the reply counts as chosen. An empty key is never answered right. */
export function kokushi(response: string, answer: string): Judgement {
  const said = kokushiNormalised(response)
  if (said === '') return notRead('KokushiMD-10 counts it wrong: no letter or digit')
  return { reading: readAs(Array.from(said), 'letters'), correct: said === kokushiNormalised(answer) }
}

const listed = /^[([]?([A-Z0-9](?:[\s,;、，；/&+]*(?:and\s+)?[A-Z0-9])*)[)\]]?\.?$/u

/**
 * Exactly these options, in any order: a rule of this project. The reply is nothing but letters, run together or with commas,
 * spaces or "and" between them, after "Answer:" or not.
 */
export function exactSet(
  response: string,
  options: readonly AnswerOption[],
  answer: readonly string[],
): Judgement {
  const list = listed.exec(strip(response).replace(/^(?:the )?answers?(?: is| are)?\s*[:：]?\s*/i, ''))?.[1]
  const letters = [...new Set(list?.replace(/and/g, '').match(/[A-Z0-9]/g))].sort(byCodeUnit)
  const known = letters.every(letter => options.some(option => option.letter === letter))
  if (letters.length === 0 || !known) return notRead('counted wrong: the reply is no list of options')
  const right = [...new Set(answer)].sort(byCodeUnit)
  return { reading: readAs(letters, 'letters'), correct: letters.join() === right.join() }
}
