import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { count } from '../../../ui/text/format.ts'
import type { Desk } from '../app/desk-commands.ts'
import type { OpenedSitting, ShownQuestion } from '../engine/desk-facts.ts'
import type { NewAnswer } from '../engine/sitting.ts'
import { AnswerControls, ConfidenceControls, choicesFor } from './answer-controls.tsx'
import { QuestionImages } from './question-image.tsx'
import { useAnswerKeys } from './use-answer-keys.ts'
import { useReadingClock } from './use-reading-clock.ts'

interface Props {
  readonly desk: Desk
  readonly sitting: string
  readonly settings: OpenedSitting
  readonly question: ShownQuestion
  /** Whether it was answered already, and is shown again. */
  readonly isBack: boolean
  readonly isSaving: boolean
  readonly onAnswer: (answer: NewAnswer) => void
  readonly onBack: () => void
  readonly onForward: () => void
  readonly onPause: () => void
}

/** One question: its images, its text, and what can be answered. */
export function QuestionScreen(props: Props) {
  const { desk, sitting, settings, question, isBack, isSaving } = props
  const { onAnswer, onBack, onForward, onPause } = props
  const screen = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [answer, setAnswer] = useState('')
  const [confidence, setConfidence] = useState<number | null>(null)
  const readingTime = useReadingClock(screen, question.images > 0)
  const asksConfidence = settings.confidence !== 'none'
  const isImmediate = !asksConfidence && (question.kind === 'choice' || question.kind === 'yes-no')
  const canConfirm = answer.trim() !== '' && (!asksConfidence || confidence !== null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  const give = (status: NewAnswer['status'], given: string | null) => {
    if (isSaving) return
    const isAnswered = status === 'answered'
    onAnswer({
      ...{ id: question.id, status, answer: given, ...readingTime() },
      confidence: isAnswered ? confidence : null,
    })
  }
  const press = (value: string) => {
    if (isImmediate) return give('answered', value)
    if (question.kind !== 'several') return setAnswer(value)
    const letters = answer.includes(value) ? answer.replace(value, '') : answer + value
    setAnswer([...letters].sort().join(''))
  }
  const confirm = () => {
    if (canConfirm) give('answered', answer)
  }
  useAnswerKeys({
    letter(letter) {
      const choice = choicesFor(question).find(({ key }) => key === letter)
      if (choice) press(choice.value)
      return choice !== undefined
    },
    skip: () => give('skipped', null),
    back: onBack,
    forward: () => isBack && onForward(),
    confirm,
  })
  const { answered, skipped, unanswered, questions } = question.progress
  return (
    <article className="reader-screen" ref={screen} aria-busy={isSaving}>
      <div className="reader-images">
        <QuestionImages desk={desk} sitting={sitting} question={question} />
      </div>
      <div className="column reader-question">
        <p className="note" aria-live="polite">
          {count(answered + unanswered)} of {count(questions)} done
          {skipped > 0 && `, ${count(skipped)} skipped`}.{isBack && ' You changed back to your last answer.'}
        </p>
        {settings.limitSeconds !== null && (
          <TimeLimit
            seconds={settings.limitSeconds}
            readingTime={readingTime}
            onOver={() => give('unanswered', null)}
          />
        )}
        {question.examples?.map(example => (
          <p key={example.question} className="muted">
            Example: {example.question} <strong>{example.answer}</strong>
          </p>
        ))}
        {question.hint !== undefined && <p className="prose">{question.hint}</p>}
        <h2 ref={heading} tabIndex={-1} className="reader-text">
          {question.question}
        </h2>
        <AnswerControls question={question} answer={answer} onPress={press} onType={setAnswer} />
        {asksConfidence && <ConfidenceControls value={confidence} onChange={setConfidence} />}
        <div className="actions reader-actions">
          {!isImmediate && (
            <Button look="primary" disabled={!canConfirm || isSaving} onClick={confirm}>
              Next
            </Button>
          )}
          <Button disabled={isSaving} aria-keyshortcuts="Space" onClick={() => give('skipped', null)}>
            Skip
          </Button>
          <Button disabled={isSaving} aria-keyshortcuts="ArrowLeft" onClick={onBack}>
            Back
          </Button>
          {isBack && (
            <Button disabled={isSaving} aria-keyshortcuts="ArrowRight" onClick={onForward}>
              Leave it as it is
            </Button>
          )}
          <Button onClick={onPause}>Pause</Button>
        </div>
        <p className="note">
          Every answer is stored at once. A skipped question is asked once more at the end.
        </p>
      </div>
    </article>
  )
}

interface LimitProps {
  readonly seconds: number
  readonly readingTime: () => { readonly seconds: number }
  readonly onOver: () => void
}

/** Counts down, and ends the question. */
function TimeLimit({ seconds, readingTime, onOver }: LimitProps) {
  const [left, setLeft] = useState(seconds)
  const latest = useRef({ readingTime, onOver })
  useEffect(() => {
    latest.current = { readingTime, onOver }
  })
  useEffect(() => {
    const timer = setInterval(() => {
      const now = seconds - latest.current.readingTime().seconds
      setLeft(Math.max(0, Math.ceil(now)))
      if (now > 0) return
      clearInterval(timer)
      latest.current.onOver()
    }, 250)
    return () => clearInterval(timer)
  }, [seconds])
  return (
    <p className="note" role="timer">
      {count(left)} s left
    </p>
  )
}
