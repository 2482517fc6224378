import { kindNames } from '../../engine/protocol/answer-kind-words.ts'
import { newestJudges } from '../../engine/protocol/judges/registry.ts'
import { type AnswerKind, answerKinds } from '../../engine/protocol/reading.ts'
import type { SelectOption } from './choices.ts'

/** The protocol's own rules; no judge has this id. */
export const ownJudge = 'own'

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
