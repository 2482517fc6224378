/** An answer as rows keep it: its letter and its text, so that answers to different questions can be compared. */
import { type JsonObject, str } from '@voxelwise/python'
import type { Protocol } from './protocol.ts'

/** Longer texts are not kept: answers that long do not repeat by habit. */
const longestText = 32

/**
 * "B", a tab, "no"; without the letter where the question has no such option, and without the text where it is long.
 * @param answer as `Verdict.parsed` has it
 */
export function keptAnswer(
  protocol: Pick<Protocol, 'listOptions'>,
  fields: JsonObject,
  answer: string,
): string {
  const option = protocol.listOptions(fields).find(({ letter }) => letter === answer)
  const text = (option ? str(option.value) : answer).trim()
  return `${option ? answer : ''}\t${text.length > longestText ? '' : text}`
}

/** The right answer as rows keep it; without one where the question has none. */
export function keptRight(
  protocol: Pick<Protocol, 'listOptions' | 'rightAnswer'>,
  fields: JsonObject,
): { readonly right?: string } {
  const right = protocol.rightAnswer(fields)
  return right === '' ? {} : { right: keptAnswer(protocol, fields, right) }
}

export const keptLetter = (kept: string): string => kept.slice(0, Math.max(0, kept.indexOf('\t')))
export const keptText = (kept: string): string => kept.slice(kept.indexOf('\t') + 1)
