import { str } from '@voxelwise/python'
import { optionShares } from '../../../engine/protocol/choices.ts'
import type { Option } from '../../../engine/protocol/protocol.ts'
import type { Choice } from '../../../engine/protocol/record.ts'
import { percent } from '../../text/format.ts'

interface Props {
  /** In the order shown to the model. */
  readonly options: readonly Option[]
  /** Omitted before the answer, so that the right option is not marked. */
  readonly right?: string
  /** A letter, or all letters of a multi-select answer. */
  readonly picked?: string
  /** From a run with option probabilities. */
  readonly choices?: readonly Choice[] | undefined
}

/** The options of a question; the right and the picked option are marked by text and colour. */
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
                <span key={letter} className="note option-share">
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
