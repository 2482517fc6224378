import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { count } from '../../../ui/text/format.ts'
import type { OpenedSitting, PersonsQuestion } from '../engine/desk-facts.ts'
import { isRating, pressedRating } from '../engine/rated-answer.ts'
import type { NewAnswer } from '../engine/sitting.ts'
import { AnswerControls, ConfidenceControls, choicesFor } from './answer-controls.tsx'
import { type QuestionFiles, QuestionImages } from './question-image.tsx'
import { useAnswerKeys } from './use-answer-keys.ts'
import { useReadingClock } from './use-reading-clock.ts'

interface Props {
  readonly files: QuestionFiles
  readonly settings: Pick<OpenedSitting, 'confidence' | 'limitSeconds'>
  readonly question: PersonsQuestion
  /** The reader's progress, and a sentence about how answers are stored. */
  readonly progress: string
  readonly note: string
  readonly isSaving: boolean
  readonly onAnswer: (answer: NewAnswer) => void
  /** Null where there is no question to go back to, or one that was answered already is shown. */
  readonly onBack: (() => void) | null
  /** Leaves an answer as it is; null of a new question. */
  readonly onForward: (() => void) | null
  readonly onPause: () => void
  /** Shown below the answers. */
  readonly children?: ReactNode
}

/** One question: its images, its text, and what can be answered. */
export function QuestionScreen(props: Props) {
  const { files, settings, question, progress, note, isSaving, children } = props
  const { onBack, onForward, onPause } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const { screen, answer, confidence, isImmediate, canConfirm, wasPressed, ...controls } = useQuestion(props)
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <article className="reader-screen" ref={screen} aria-busy={isSaving}>
      <div className="reader-images">
        <QuestionImages files={files} question={question} onFail={controls.beginReading} />
      </div>
      <div className="column reader-question">
        <p className="note" aria-live="polite">
          {progress}
        </p>
        {settings.limitSeconds !== null && (
          <TimeLimit
            seconds={settings.limitSeconds}
            readingTime={controls.readingTime}
            onOver={() => !wasPressed() && controls.give('unanswered', null)}
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
        <AnswerControls
          question={question}
          answer={answer}
          onPress={controls.press}
          onType={controls.change}
        />
        {settings.confidence !== 'none' && (
          <ConfidenceControls
            scale={settings.confidence}
            value={confidence}
            onChange={controls.setConfidence}
          />
        )}
        <div className="actions reader-actions">
          {!isImmediate && (
            <Button look="primary" disabled={!canConfirm || isSaving} onClick={controls.confirm}>
              Next
            </Button>
          )}
          <Button disabled={isSaving} aria-keyshortcuts="Space" onClick={controls.skip}>
            Skip
          </Button>
          {onBack && (
            <Button disabled={isSaving} aria-keyshortcuts="ArrowLeft" onClick={onBack}>
              Back
            </Button>
          )}
          {onForward && (
            <Button disabled={isSaving} aria-keyshortcuts="ArrowRight" onClick={onForward}>
              Leave it as it is
            </Button>
          )}
          <Button onClick={onPause}>Pause</Button>
        </div>
        {children}
        <p className="note">{note}</p>
      </div>
    </article>
  )
}

/** The state of one question: the component has a key for each. */
function useQuestion({ settings, question, isSaving, onAnswer, onBack, onForward }: Props) {
  const screen = useRef<HTMLElement>(null)
  const [answer, setAnswer] = useState('')
  // The second of two keys in one frame knows what the first did.
  const latest = useRef('')
  const [confidence, setConfidence] = useState<number | null>(null)
  const changes = useRef(0)
  const given = useRef(false)
  const pressed = useRef(false)
  const { readingTime, begin } = useReadingClock(screen, question.images > 0)
  const asksConfidence = settings.confidence !== 'none'
  const isRated = question.reply !== undefined
  const isOne = !isRated && (question.kind === 'choice' || question.kind === 'yes-no')
  const isImmediate = !asksConfidence && isOne
  const isComplete = (answer: string) =>
    (isRated ? isRating(answer) : answer.trim() !== '') && (!asksConfidence || confidence !== null)
  // What could not be stored can be given again.
  useLayoutEffect(() => {
    if (!isSaving) given.current = false
  }, [isSaving])

  const give = (status: NewAnswer['status'], answer: string | null) => {
    // A second press comes before the page shows that the first is stored.
    if (isSaving || given.current) return
    given.current = true
    pressed.current ||= status !== 'unanswered'
    onAnswer({
      ...{ id: question.id, status, answer, changes: changes.current, ...readingTime() },
      confidence: status === 'answered' ? confidence : null,
    })
  }
  const change = (to: string) => {
    if (isOne) changes.current += Number(latest.current !== '' && to !== latest.current)
    latest.current = to
    setAnswer(to)
  }
  const press = (value: string) => {
    if (isRated) return change(pressedRating(latest.current, value))
    if (isImmediate) return give('answered', value)
    if (question.kind !== 'several') return change(value)
    const now = latest.current
    const letters = now.includes(value) ? now.replace(value, '') : now + value
    change([...letters].sort().join(''))
  }
  const confirm = () => {
    if (isComplete(latest.current)) give('answered', latest.current)
  }
  const skip = () => give('skipped', null)
  useAnswerKeys({
    letter(letter) {
      const choice = choicesFor(question).find(({ key }) => key === letter)
      if (choice) press(choice.value)
      return choice !== undefined
    },
    ...{ skip, confirm },
    back: () => onBack?.(),
    forward: () => onForward?.(),
  })
  return {
    ...{ screen, answer, confidence, isImmediate, readingTime, canConfirm: isComplete(answer) },
    ...{ give, change, press, confirm, skip, setConfidence, beginReading: begin },
    /** Whether the reader has answered or skipped in time, even where that could not be stored. */
    wasPressed: () => pressed.current,
  }
}

interface LimitProps {
  readonly seconds: number
  readonly readingTime: () => { readonly seconds: number }
  readonly onOver: () => void
}

/** Counts down, and ends the question: again where that could not be stored. */
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
      if (now <= 0) latest.current.onOver()
    }, 250)
    return () => clearInterval(timer)
  }, [seconds])
  return (
    <p className="note" role="timer">
      {count(left)} s left
    </p>
  )
}
