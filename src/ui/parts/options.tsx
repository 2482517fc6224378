import { optionsOf } from '../../engine/prompt.ts'
import { str } from '../../engine/python.ts'
import type { LetterOrNone, Sample } from '../../engine/sample.ts'

interface Props {
  readonly fields: Sample['fields']
  /** Marked only when given: before the answer the right option stays unmarked. */
  readonly right?: LetterOrNone
  readonly picked?: LetterOrNone
}

/** The options of a question, the right and the picked one marked in words and by colour. */
export function Options({ fields, right = '', picked = '' }: Props) {
  return (
    <ul className="options">
      {optionsOf(fields).map(({ letter, value }) => (
        <li key={letter} data-right={letter === right} data-picked={letter === picked}>
          <span className="option-letter">{letter}</span>
          <span className="option-text">{str(value)}</span>
          <Mark isRight={letter === right} isPicked={letter === picked} />
        </li>
      ))}
    </ul>
  )
}

function Mark({ isRight, isPicked }: { readonly isRight: boolean; readonly isPicked: boolean }) {
  if (!isRight && !isPicked) return null
  const text = isPicked ? 'model’s answer' : 'right answer'
  return <span className={`mark ${isRight ? 'right' : 'wrong'}`}>{`${isRight ? '✓' : '✕'} ${text}`}</span>
}
