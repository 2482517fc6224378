import type { AnswerKind, Verdict as Judged } from '../../../engine/protocol/reading.ts'

type Read = Pick<Judged, 'parsed' | 'rule' | 'unparsed'>

const answerNames: Readonly<Record<AnswerKind, string>> = {
  choice: 'letter',
  'yes-no': 'yes or no',
  several: 'letters',
  text: 'text',
  box: 'boxes',
  number: 'numbers',
}

/** The answer that was read and the rule; or "unparsed", and what the original tool would have done. */
export function ReadAnswer({ kind, answer }: { readonly kind: AnswerKind; readonly answer: Read }) {
  const { parsed, rule, unparsed } = answer
  if (unparsed !== undefined)
    return (
      <span>
        <strong>unparsed</strong>: {unparsed}
      </span>
    )
  if (parsed === '') return <span>{`no ${answerNames[kind]} could be read`}</span>
  return (
    <span>
      {answerNames[kind]} read: <strong>{parsed}</strong>
      {rule !== undefined && <span className="muted"> (rule: {rule})</span>}
    </span>
  )
}

/** The right answer of a question without options. */
export function RightAnswer({ answer }: { readonly answer: string }) {
  return (
    <p>
      Right answer: <strong>{answer === '' ? 'none' : answer}</strong>
    </p>
  )
}
