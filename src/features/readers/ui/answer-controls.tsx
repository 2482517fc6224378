import { Button } from '../../../ui/shared/controls/button.tsx'
import { type AskedScale, pressedConfidences } from '../engine/confidence-scale.ts'
import type { PersonsQuestion } from '../engine/desk-facts.ts'
import { reasonScale } from '../engine/marks/mark-set.ts'
import { ratingIn } from '../engine/rated-answer.ts'
import { MarkButtons } from './marks/mark-buttons.tsx'

type Asked = Pick<PersonsQuestion, 'kind' | 'options' | 'reply'>

/** What can be pressed: the letters, or yes and no; of a reply the points; none where an answer is typed. */
export function choicesFor({ kind, options, reply }: Asked): readonly {
  readonly value: string
  readonly key: string
  readonly text: string
}[] {
  if (reply !== undefined)
    return [...reasonScale.names, ...reasonScale.besides].map(({ key, name }) => ({
      ...{ value: name, key, text: name },
    }))
  if (kind === 'yes-no')
    return [
      { value: 'yes', key: 'Y', text: 'Yes' },
      { value: 'no', key: 'N', text: 'No' },
    ]
  if (kind !== 'choice' && kind !== 'several') return []
  return options.map(({ letter, text }) => ({ value: letter, key: letter, text }))
}

interface Props {
  readonly question: Asked
  /** Pressed so far, or typed. */
  readonly answer: string
  readonly onPress: (value: string) => void
  readonly onType: (text: string) => void
}

/** Buttons for each option, large enough for a finger; or a field. */
export function AnswerControls({ question, answer, onPress, onType }: Props) {
  if (question.reply !== undefined) return <Reply {...{ question, answer, onPress }} />
  const choices = choicesFor(question)
  if (choices.length === 0)
    return (
      <label className="field reader-typed">
        <span>{question.kind === 'number' ? 'Your answer, as numbers' : 'Your answer'}</span>
        <textarea rows={2} value={answer} onChange={event => onType(event.target.value)} />
      </label>
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: the buttons answer at once, which form fields do not
    <div className="reader-options" role="group" aria-label="Answers">
      {choices.map(({ value, key, text }) => (
        <Button
          key={value}
          look="reader-option"
          aria-pressed={question.kind === 'several' ? answer.includes(value) : answer === value}
          aria-keyshortcuts={key}
          onClick={() => onPress(value)}
        >
          <kbd>{key}</kbd> <span>{text}</span>
        </Button>
      ))}
    </div>
  )
}

/** What a model replied, and the points that its reasons are given. */
function Reply({ question: { options, reply }, answer, onPress }: Omit<Props, 'onType'>) {
  return (
    <>
      {options.length > 0 && (
        <ul className="options">
          {options.map(({ letter, text }) => (
            <li key={letter}>
              <span className="option-letter">{letter}</span>
              <span className="option-text">{text}</span>
            </li>
          ))}
        </ul>
      )}
      <h3>Reply</h3>
      <pre>{reply}</pre>
      <MarkButtons set={reasonScale} mark={ratingIn(answer)} onPress={onPress} />
    </>
  )
}

/** How a scale is asked for, and what a step of it is called. */
const scaleWords: Readonly<Record<AskedScale, { readonly label: string; readonly step: string }>> = {
  '0-100': { label: 'How sure are you, in percent', step: 'percent sure' },
  '1-5': { label: 'How sure are you, from 1 (guessed) to 5 (certain)', step: 'of 5' },
}

interface ConfidenceProps {
  readonly scale: AskedScale
  readonly value: number | null
  readonly onChange: (confidence: number) => void
}

/** How sure the reader is, in steps of the scale. */
export function ConfidenceControls({ scale, value, onChange }: ConfidenceProps) {
  const { label, step } = scaleWords[scale]
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the answers
    <div className="reader-confidence" role="group" aria-label={label}>
      <span aria-hidden="true">{label}?</span>
      {pressedConfidences[scale].map(one => (
        <Button
          key={one}
          look="reader-percent"
          aria-pressed={one === value}
          aria-label={`${one} ${step}`}
          onClick={() => onChange(one)}
        >
          {one}
        </Button>
      ))}
    </div>
  )
}
