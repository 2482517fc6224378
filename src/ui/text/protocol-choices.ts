import { newestJudges } from '../../engine/protocol/judges/registry.ts'
import { type AnswerKind, answerKinds } from '../../engine/protocol/reading.ts'
import type { SelectOption } from './choices.ts'

/** The protocol's own rules; no judge has this id. */
export const ownJudge = 'own'

/** Names of the types of answer. */
export const kindNames: Readonly<Record<AnswerKind, string>> = {
  choice: 'one option',
  'yes-no': 'yes or no',
  several: 'several options',
  text: 'free text',
  box: 'boxes',
  number: 'numbers',
}

/** The judges that can read at least one type of answer in the data set. */
export function judgeChoices(
  kinds: Readonly<Partial<Record<AnswerKind, number>>>,
): readonly SelectOption<string>[] {
  const present = answerKinds.filter(kind => (kinds[kind] ?? 0) > 0)
  return [
    { value: ownJudge, text: 'The protocol’s own rules' },
    ...newestJudges()
      .filter(({ readers }) => present.some(kind => readers[kind]))
      .map(({ id, readers }) => {
        const read = present.filter(kind => readers[kind])
        const only = read.length < present.length ? ` (${read.map(kind => kindNames[kind]).join(', ')})` : ''
        return { value: id, text: `${id}${only}` }
      }),
  ]
}

/** Token limits by type of answer. */
export function lengthWords(newTokens: Readonly<Partial<Record<AnswerKind, number>>>): readonly string[] {
  return answerKinds.flatMap(kind => {
    const most = newTokens[kind]
    return most === undefined ? [] : [`${most} for ${kindNames[kind]}`]
  })
}
