/** What the letters of a logged answer mean: the options that the model was shown, found among the sample's own by their texts. */

import { type JsonObject, str } from '@voxelwise/python'
import { choicesInText } from '../../../data/formats/mapping/choices-in-text.ts'
import { type Lettered, soleLetter } from '../../../data/formats/mapping/letters.ts'
import { levelled } from '../../../data/formats/mapping/spellings.ts'
import type { Protocol } from '../../../engine/protocol/protocol.ts'
import type { Letter } from '../../../engine/protocol/sample.ts'
import type { LoggedAnswer } from './tool-log.ts'

/**
 * `same`: the letters are the sample's own. `moved`: its options were shown under other letters. `unnamed`: the log does
 * not show them. `other`: the letters mean something else, so that the answer cannot be judged.
 */
type LoggedLetters =
  | { readonly kind: 'same' | 'unnamed' | 'other' }
  | { readonly kind: 'moved'; readonly from: ReadonlyMap<Letter, Letter> }

/** @param fields of the sample that the answer belongs to */
export function lettersOfLog(
  answer: LoggedAnswer,
  fields: JsonObject,
  protocol: Pick<Protocol, 'answerKind' | 'listOptions' | 'rightAnswer'>,
): LoggedLetters {
  const kind = protocol.answerKind(fields)
  const ownOptions = kind === 'choice' || kind === 'several' ? optionTexts(protocol, fields) : []
  // A letter answers a question with options. One without options here cannot say what it means.
  if (ownOptions.length === 0) {
    const isLetter = answer.options.length > 1 && soleLetter(answer.response ?? '') !== null
    return { kind: isLetter ? 'other' : 'same' }
  }
  const shown = answer.options.length > 0 ? answer.options : optionsInPrompt(answer.asked, ownOptions)
  if (shown.length > 0) return compared(shown, ownOptions)
  // The tool's own right letter tells another order, too.
  const right = answer.target === null ? null : soleLetter(answer.target)
  return { kind: right !== null && right !== protocol.rightAnswer(fields) ? 'other' : 'unnamed' }
}

/** The options that a sample has, as texts. */
export const optionTexts = (protocol: Pick<Protocol, 'listOptions'>, fields: JsonObject): Lettered =>
  protocol.listOptions(fields).map(({ letter, value }) => [letter, str(value)])

/** Whether each option that a log names is one of the sample's, whatever its letter. */
export function areOptionsOf(shown: Lettered, ownOptions: Lettered): boolean {
  const texts = new Set(ownOptions.map(([, text]) => levelled(text)))
  return shown.every(([, text]) => texts.has(levelled(text)))
}

function compared(shown: Lettered, ownOptions: Lettered): LoggedLetters {
  const from = new Map<Letter, Letter>()
  const taken = new Set<Letter>()
  for (const [letter, text] of shown) {
    const level = levelled(text)
    const like = ownOptions.filter(([each, own]) => !taken.has(each) && levelled(own) === level)
    // Among equal texts the same letter decides; without it, nothing tells which is meant.
    const match = like.find(([each]) => each === letter) ?? (like.length === 1 ? like[0] : undefined)
    if (!match) return { kind: 'other' }
    taken.add(match[0])
    from.set(letter, match[0])
  }
  if ([...from].every(([letter, own]) => letter === own)) return { kind: 'same' }
  return from.size === ownOptions.length ? { kind: 'moved', from } : { kind: 'other' }
}

/**
 * The options in a prompt, if they are the sample's own in any order: text may follow the last one. None where the prompt
 * lists none of them.
 */
function optionsInPrompt(prompt: string, ownOptions: Lettered): Lettered {
  const options = choicesInText(prompt)?.options ?? []
  const texts = ownOptions.map(([, text]) => levelled(text))
  const last = options.length - 1
  const read = options.map(([letter, text], i): Lettered[number] => {
    const level = levelled(text)
    if (i < last || texts.includes(level)) return [letter, text]
    const begun = ownOptions.filter((_, at) => level.startsWith(`${texts[at]}`))
    const [longest] = begun.sort(([, a], [, b]) => b.length - a.length)
    return [letter, longest?.[1] ?? text]
  })
  return read.some(([, text]) => texts.includes(levelled(text))) ? read : []
}
