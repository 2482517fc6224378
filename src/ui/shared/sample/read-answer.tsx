import type { AnswerKind } from '../../../engine/protocol/mapped-fields.ts'
import type { Verdict as Judged } from '../../../engine/protocol/protocol.ts'

type Read = Pick<Judged, 'parsed' | 'rule' | 'unparsed'>

const what: Readonly<Record<AnswerKind, string>> = {
  choice: 'letter',
  'yes-no': 'yes or no',
  several: 'letters',
  text: 'text',
}

/** What an answer was read as, and by which rule; or that it could not be, and what the original would have done. */
export function ReadAnswer({ kind, answer }: { readonly kind: AnswerKind; readonly answer: Read }) {
  const { parsed, rule, unparsed } = answer
  if (unparsed !== undefined)
    return (
      <span>
        <strong>unparsed</strong>: {unparsed}
      </span>
    )
  if (parsed === '') return <span>{`no ${what[kind]} could be read`}</span>
  return (
    <span>
      {what[kind]} read: <strong>{parsed}</strong>
      {rule !== undefined && <span className="muted"> (rule: {rule})</span>}
    </span>
  )
}

/** The right answer of a question without options, which nothing else shows. */
export function RightAnswer({ answer }: { readonly answer: string }) {
  return (
    <p>
      Right answer: <strong>{answer === '' ? 'none' : answer}</strong>
    </p>
  )
}
