import { type AnswerKind, answerKinds } from './reading.ts'

/** Names of the types of answer. */
export const kindNames: Readonly<Record<AnswerKind, string>> = {
  choice: 'one option',
  'yes-no': 'yes or no',
  several: 'several options',
  text: 'free text',
  box: 'boxes',
  number: 'numbers',
}

/** Token limits by type of answer. */
export function lengthWords(newTokens: Readonly<Partial<Record<AnswerKind, number>>>): readonly string[] {
  return answerKinds.flatMap(kind => {
    const most = newTokens[kind]
    return most === undefined ? [] : [`${most} for ${kindNames[kind]}`]
  })
}
