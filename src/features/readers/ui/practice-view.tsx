import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useAsync } from '../../../ui/hooks/use-async.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { Awaited } from '../../../ui/shared/controls/error-box.tsx'
import { Page } from '../../../ui/shared/controls/page.tsx'
import { navigate } from '../../../ui/state/router.ts'
import { count } from '../../../ui/text/format.ts'
import type { Desk } from '../app/desk-commands.ts'
import type { OpenedPractice, PersonsQuestion } from '../engine/desk-facts.ts'
import type { NewAnswer } from '../engine/sitting.ts'
import { FolderAgain, useImageFolder } from './image-folder.tsx'
import { questionFiles } from './question-image.tsx'
import { QuestionScreen } from './question-screen.tsx'

interface Props {
  readonly desk: Desk
  /** The hash of the study. */
  readonly study: string
}

const toStudies = () => navigate('#/people')

/** Questions outside the study, each with its right answer after the reader's. Nothing is stored. */
export function PracticeView({ desk, study }: Props) {
  const folder = useImageFolder(desk)
  const opened = useAsync(`practice ${study}`, async () => desk.remote.practice(study))
  return (
    <Page title="Practice">
      <Awaited of={opened} doing="Opening the questions…" />
      <FolderAgain folder={folder} />
      {opened.status === 'ready' && folder.isKnown && (
        <Practice desk={desk} study={study} folder={folder.open} opened={opened.value} />
      )}
      {opened.status === 'failed' && <Button onClick={toStudies}>Back to the studies</Button>}
    </Page>
  )
}

interface Given {
  readonly answer: string | null
  readonly right: string
}

interface PracticeProps extends Props {
  readonly opened: OpenedPractice
  /** The folder of images: what could not be read is read again in another. */
  readonly folder: string | null
}

function Practice({ desk, study, opened, folder }: PracticeProps) {
  const [place, setPlace] = useState(0)
  const [given, setGiven] = useState<Given | null>(null)
  const files = useMemo(() => questionFiles(desk, { practice: study }), [desk, study])
  const { questions } = opened
  const question = questions[place]
  if (!question) return <PracticeEnd />
  const answer = async ({ answer }: NewAnswer) =>
    setGiven({ answer, right: await desk.remote.practiceRight(study, place) })
  const next = () => {
    setGiven(null)
    setPlace(place + 1)
  }
  return (
    <QuestionScreen
      key={`${place} ${folder}`}
      {...{ files, question }}
      settings={opened}
      progress={`Practice ${count(place + 1)} of ${count(questions.length)}.`}
      note="Practice does not count, and nothing is stored."
      isSaving={given !== null}
      onAnswer={answer}
      onBack={null}
      onForward={null}
      onPause={toStudies}
    >
      {given && <Feedback question={question} given={given} onNext={next} />}
    </QuestionScreen>
  )
}

/** "B: pneumothorax"; what was typed as it is. */
function answerWords({ options }: PersonsQuestion, answer: string): string {
  const chosen = options.filter(({ letter }) => answer.includes(letter))
  const isLetters = chosen.length > 0 && chosen.map(({ letter }) => letter).join('') === answer
  return isLetters ? chosen.map(({ letter, text }) => `${letter}: ${text}`).join('; ') : answer
}

interface FeedbackProps {
  readonly question: PersonsQuestion
  readonly given: Given
  readonly onNext: () => void
}

function Feedback({ question, given: { answer, right }, onNext }: FeedbackProps) {
  const next = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => next.current?.focus(), [])
  return (
    <div className="column reader-feedback">
      <p role="status">
        {answer !== null && <>You answered {answerWords(question, answer)}. </>}
        {right === '' ? (
          'The data set names no right answer.'
        ) : (
          <>
            The right answer is <strong>{answerWords(question, right)}</strong>.
          </>
        )}
      </p>
      <div className="actions">
        <Button ref={next} look="primary" onClick={onNext}>
          Next question
        </Button>
      </div>
    </div>
  )
}

function PracticeEnd() {
  return (
    <div className="stack">
      <p role="status">Practice is over. Enter your code to begin the sitting.</p>
      <div className="actions">
        <Button look="primary" onClick={toStudies}>
          Back to the studies
        </Button>
      </div>
    </div>
  )
}
