import { str } from '../../../engine/base/python.ts'
import { optionShares } from '../../../engine/protocol/choices.ts'
import type { Option } from '../../../engine/protocol/protocol.ts'
import type { Choice } from '../../../engine/protocol/record.ts'
import { percent } from '../../text/format.ts'

interface Props {
  /** In the order in which they were shown. */
  readonly options: readonly Option[]
  /** Marked only when given: before the answer the right option stays unmarked. */
  readonly right?: string
  /** A letter; of a question with several right options their letters, run together. */
  readonly picked?: string
  /** From a run that scored option probabilities. */
  readonly choices?: readonly Choice[] | undefined
}

/** The options of a question, the right and the picked one marked in words and by colour. */
export function Options({ options, right = '', picked = '', choices = [] }: Props) {
  const shares = optionShares(choices)
  if (options.length === 0) return null
  return (
    <ul className="options">
      {options.map(({ letter, value }) => (
        <li key={letter} data-right={right.includes(letter)} data-picked={picked.includes(letter)}>
          <span className="option-letter">{letter}</span>
          <span className="option-text">{str(value)}</span>
          {choices.map(
            (choice, at) =>
              choice.letter === letter && (
                <span key={letter} className="option-share">
                  {choice.isBound && '≤ '}
                  {percent(shares[at] ?? 0)}
                </span>
              ),
          )}
          <Mark isRight={right.includes(letter)} isPicked={picked.includes(letter)} />
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
