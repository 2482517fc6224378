import { useState } from 'react'
import { counted } from '../../../engine/base/counted.ts'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import { useApp } from '../../../ui/hooks/use-app.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { FileButton } from '../../../ui/shared/controls/file-button.tsx'
import { date } from '../../../ui/text/format.ts'
import type { Desk } from '../app/desk-commands.ts'
import type { DeskStudy } from '../engine/desk-facts.ts'
import { conditionNames } from '../text/reader-words.ts'
import { BeginForm } from './begin-form.tsx'
import { practiceHref } from './people-address.ts'
import { saveMade } from './save-made.ts'
import { SittingsTable } from './sittings-table.tsx'

interface Props {
  readonly desk: Desk
  readonly study: DeskStudy
  readonly onChange: () => void
  readonly onError: (error: ErrorInfo | null) => void
}

/** A study with its sittings, and what can be done with them. */
export function OneStudy({ desk, study, onChange, onError }: Props) {
  const dataset = useApp(state => state.dataset)
  const isItsDataset =
    dataset.status === 'ready' && dataset.overview.fingerprint === study.dataset.fingerprint
  const guarded = (work: () => Promise<void>) => async () => {
    onError(null)
    try {
      await work()
    } catch (thrown) {
      onError(internalError('', thrown))
    }
  }
  const isOpen = study.sittings.some(({ ended }) => ended === null)
  const hasEnded = study.rates === undefined && study.sittings.some(({ ended }) => ended !== null)
  return (
    <article className="column reader-study" aria-label={study.name}>
      <h3>{study.name}</h3>
      <p className="note">{studyWords(study)}</p>
      {study.sittings.length > 0 && <SittingsTable {...{ desk, study, isItsDataset, guarded, onChange }} />}
      {hasEnded && !isItsDataset && (
        <p className="note">A run needs the right answers. Choose “{study.dataset.name}” under Set up.</p>
      )}
      {hasEnded && isOpen && (
        <p className="warning">
          A run holds the right answers in this browser. Make runs once every reader here has finished.
        </p>
      )}
      <BeginForm study={study} begin={form => desk.remote.begin(study.hash, form)} onError={onError} />
      <StudyActs {...{ desk, study, guarded, onChange }} />
    </article>
  )
}

/** "Nov 29, 2026, 60 questions, study 0a1b2c3d, with confidence." */
function studyWords(study: DeskStudy): string {
  const { created, questions, rates, hash, limitSeconds, confidence, shows, practice, marginPoints } = study
  const parts = [
    date(created),
    rates === undefined ? counted(questions, 'question') : counted(questions, 'reply', 'replies'),
    `study ${hash.slice(0, 8)}`,
    limitSeconds !== null && `at most ${limitSeconds} s each`,
    confidence !== 'none' && 'with confidence',
    shows !== undefined && conditionNames[shows].toLowerCase(),
    marginPoints !== undefined && `margin of ${counted(marginPoints, 'point')}`,
    practice > 0 && `${counted(practice, 'question')} for practice`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

interface ActsProps extends Omit<Props, 'onError'> {
  /** Shows what fails. */
  readonly guarded: (work: () => Promise<void>) => () => Promise<void>
}

function StudyActs({ desk: { remote }, study, guarded, onChange }: ActsProps) {
  const { hash, practice } = study
  const [isAsked, setAsked] = useState(false)
  const [added, setAdded] = useState<number | null>(null)
  const take = (file: File) =>
    guarded(async () => {
      setAdded(null)
      setAdded(await remote.takeAnswers(hash, file))
      onChange()
    })()
  const remove = guarded(async () => {
    await remote.remove(hash)
    onChange()
  })
  return (
    <>
      {added !== null && <p role="status">Answers to {counted(added, 'question')} were added.</p>}
      <div className="actions">
        {practice > 0 && (
          <a className="button" href={practiceHref(hash)}>
            Practice
          </a>
        )}
        <FileButton
          accept=".csv,.tsv"
          label="Answers"
          testId={`answers-file-${hash.slice(0, 8)}`}
          disabled={false}
          onFile={take}
        >
          Add answers from CSV
        </FileButton>
        <Button onClick={guarded(() => saveMade(remote.studyFile(hash)))}>Save the study as a file</Button>
        {isAsked ? (
          <Button look="danger" onClick={remove}>
            Delete the study and all of its answers
          </Button>
        ) : (
          <Button onClick={() => setAsked(true)}>Delete…</Button>
        )}
      </div>
    </>
  )
}
