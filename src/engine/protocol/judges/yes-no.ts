/** Readings of a reply to a question that is answered with yes or no. */

import { strip } from '@voxelwise/python'
import { judgedReading, type Reading, readAs, unparsed } from '../reading.ts'
import type { AnswerReader } from './judge.ts'
import { medevalkitClosed, slakeNormalised } from './normalise.ts'

export type YesOrNo = 'yes' | 'no'

/** Exactly one of "yes" and "no" occurs, even within "normal": `judge_judgement` of MedEvalKit's utils.py. */
function medevalkit(response: string): Reading {
  const part = medevalkitClosed(response)
  const yes = part.includes('yes')
  if (yes !== part.includes('no')) return readAs(yes ? 'yes' : 'no', 'yes or no')
  return unparsed('MedEvalKit counts it wrong: the reply holds both yes and no, or neither')
}

/**
 * The whole reply means yes or no, in English or Chinese: `normalize_answer` of lmms-eval 0.7.3, tasks/slake/utils.py.
 */
function slake(response: string): Reading {
  const plain = slakeNormalised(response)
  if (plain === 'yes' || plain === 'no') return readAs(plain, 'yes or no')
  return unparsed('lmms-eval counts it wrong: the reply as a whole is none of its words for yes and no')
}

/**
 * The reply begins with "Yes" or "No", be it of a longer word such as "Normal", with the first letter or all of them
 * large or none: Eval/metrics/VQA_eval.ipynb of TemMed-Bench.
 */
function temmedBench(response: string): Reading {
  if (/^(?:Yes|yes|YES)/.test(response)) return readAs('yes', 'yes or no')
  if (/^(?:No|no|NO)/.test(response)) return readAs('no', 'yes or no')
  return unparsed('TemMed-Bench stops with an error: the reply does not begin with Yes or No')
}

/** Rules by name; `lmms-eval-slake` is the one that knows Chinese. */
export const yesNoRules = {
  medevalkit,
  'lmms-eval-slake': slake,
  'temmed-bench': temmedBench,
} as const satisfies Record<string, (response: string) => Reading>

export const yesNoReader = (rule: keyof typeof yesNoRules): AnswerReader => ({
  judge: (response, { answer }) => judgedReading(yesNoRules[rule](response), answer),
})

/** Words for yes and no in other languages than English and Chinese. */
const otherWords: ReadonlyMap<string, YesOrNo> = new Map([
  ...'ja oui sí si sì sim tak ano áno da igen kyllä evet ya có ναι да так نعم بله हाँ हां হ্যাঁ כן はい 예 네 ใช่'
    .split(' ')
    .map(word => [word, 'yes'] as const),
  ...'nein nee nej nei non não nao nie ne nem ei hayır hayir tidak không όχι нет ні لا خیر नहीं না לא いいえ 아니요 아니오 ไม่ใช่'
    .split(' ')
    .map(word => [word, 'no'] as const),
])

/** Whether a text is a word for yes or no in one of those languages, and nothing else. */
export const isOtherYesOrNo = (text: string): boolean => otherWords.has(bareWord(text))

const bareWord = (text: string): string =>
  strip(text)
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<![.!。！])[.!。！]+$/, '')

/** What an answer that is nothing but a word for yes or no means, in one of many languages ("Да.", "oui"). */
export function yesOrNoInAnyLanguage(answer: string): YesOrNo | null {
  return yesOrNo(answer) ?? otherWords.get(bareWord(answer)) ?? null
}

/** What an answer in a data set means, in English or Chinese ("Yes.", "是"); null where it is another word. */
export function yesOrNo(answer: string): YesOrNo | null {
  const plain = slakeNormalised(answer)
  return plain === 'yes' || plain === 'no' ? plain : null
}
