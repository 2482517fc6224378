import { newestJudges } from '../../engine/protocol/judges/registry.ts'
import { type AnswerKind, answerKinds } from '../../engine/protocol/mapped-fields.ts'
import type { SelectOption } from './choices.ts'

/** No judge has this name. */
export const ownJudge = 'own'

/** Kinds of question, as people read them. */
export const kindNames: Readonly<Record<AnswerKind, string>> = {
  choice: 'one option',
  'yes-no': 'yes or no',
  several: 'several options',
  text: 'in words',
}

/** The judges that read a kind of question which the data set has. */
export function judgeChoices(
  kinds: Readonly<Partial<Record<AnswerKind, number>>>,
): readonly SelectOption<string>[] {
  const present = answerKinds.filter(kind => (kinds[kind] ?? 0) > 0)
  const own = 'The protocol’s own reading'
  return [
    { value: ownJudge, name: own, text: own, reason: null },
    ...newestJudges()
      .filter(({ readers }) => present.some(kind => readers[kind]))
      .map(({ id, readers }) => {
        const read = present.filter(kind => readers[kind])
        const only = read.length < present.length ? ` (${read.map(kind => kindNames[kind]).join(', ')})` : ''
        return { value: id, name: id, text: `${id}${only}`, reason: null }
      }),
  ]
}

/** What kinds of answers may be longer than the others. */
export function lengthWords(newTokens: Readonly<Partial<Record<AnswerKind, number>>>): readonly string[] {
  return answerKinds.flatMap(kind => {
    const most = newTokens[kind]
    return most === undefined ? [] : [`${most} where the answer is ${kindNames[kind].toLowerCase()}`]
  })
}
