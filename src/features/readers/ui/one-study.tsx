import { useState } from 'react'
import { counted } from '../../../engine/base/counted.ts'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import { useApp, useController } from '../../../ui/hooks/use-app.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { download } from '../../../ui/shared/controls/download.ts'
import { FileButton } from '../../../ui/shared/controls/file-button.tsx'
import { Table, type TableColumn } from '../../../ui/shared/table/table.tsx'
import { navigate, resultsHref } from '../../../ui/state/router.ts'
import { count, date } from '../../../ui/text/format.ts'
import type { Desk } from '../app/desk-commands.ts'
import type { DeskSitting, DeskStudy } from '../engine/desk-facts.ts'
import { reasonScale } from '../engine/marks/mark-set.ts'
import { conditionNames } from '../text/reader-words.ts'
import { BeginForm } from './begin-form.tsx'
import { practiceHref, sittingHref } from './people-address.ts'

interface Props {
  readonly desk: Desk
  readonly study: DeskStudy
  readonly onChange: () => void
  readonly onError: (error: ErrorInfo | null) => void
}

/** A study with its sittings, and what can be done with them. */
export function OneStudy({ desk: { remote }, study, onChange, onError }: Props) {
  const controller = useController()
  const dataset = useApp(state => state.dataset)
  const [isAsked, setAsked] = useState(false)
  const [missing, setMissing] = useState(0)
  const [added, setAdded] = useState<number | null>(null)
  const isRating = study.rates !== undefined
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
  const save = async (made: Promise<File>) => {
    const file = await made
    download(file, file.name)
  }
  const toRun = async (id: string) => {
    const file = await remote.answersFile(id)
    navigate(resultsHref(await controller.importFiles([file], () => {}, new AbortController().signal)))
  }
  const toLabels = async (id: string) => {
    const { files, missing } = await remote.ratings(id)
    for (const { run, file } of files) await controller.addMarks(run, [reasonScale], file)
    setMissing(missing)
    if (files[0] && missing === 0) navigate(resultsHref(files[0].run, 'labels', { set: reasonScale.id }))
  }
  const columns: readonly TableColumn<DeskSitting>[] = [
    { key: 'reader', name: 'Reader', cell: ({ reader }) => <bdi>{reader.code}</bdi> },
    { key: 'number', name: 'Sitting', isNumber: true, cell: ({ number }) => number },
    { key: 'begun', name: 'Begun', cell: ({ begun }) => date(begun) },
    {
      key: 'progress',
      name: 'Answered',
      isNumber: true,
      cell: ({ answered, questions }) => `${count(answered)} of ${count(questions)}`,
    },
    {
      key: 'acts',
      name: 'Do',
      cell: ({ id, ended, reader }) => (
        <span className="actions">
          {ended === null ? (
            <>
              <a className="button" href={sittingHref(id)} aria-label={`Continue as ${reader.code}`}>
                Continue
              </a>
              <Button
                aria-label={`End the sitting of ${reader.code}`}
                onClick={guarded(async () => {
                  await remote.end(id)
                  onChange()
                })}
              >
                End
              </Button>
            </>
          ) : isRating ? (
            <Button
              aria-label={`Add the ratings of ${reader.code} to the runs`}
              onClick={guarded(() => toLabels(id))}
            >
              Add the ratings to the runs
            </Button>
          ) : (
            <Button
              disabled={!isItsDataset}
              aria-label={`Make a run of ${reader.code}`}
              onClick={guarded(() => toRun(id))}
            >
              Make a run
            </Button>
          )}
          <Button
            aria-label={`Save the answers of ${reader.code}`}
            onClick={guarded(() => save(remote.answersFile(id)))}
          >
            Save answers
          </Button>
        </span>
      ),
    },
  ]
  const isOpen = study.sittings.some(({ ended }) => ended === null)
  const hasEnded = study.sittings.some(({ ended }) => ended !== null)
  return (
    <article className="column reader-study" aria-label={study.name}>
      <h3>{study.name}</h3>
      <p className="note">
        {date(study.created)},{' '}
        {isRating ? counted(study.questions, 'reply', 'replies') : counted(study.questions, 'question')},
        study <span className="mono">{study.hash.slice(0, 8)}</span>
        {study.limitSeconds !== null && `, at most ${study.limitSeconds} s each`}
        {study.confidence !== 'none' && ', with confidence'}
        {study.shows !== undefined && `, ${conditionNames[study.shows].toLowerCase()}`}
        {study.practice > 0 && `, ${counted(study.practice, 'question')} for practice`}.
      </p>
      {study.sittings.length > 0 && (
        <Table
          caption={`Sittings of ${study.name}`}
          columns={columns}
          rows={study.sittings}
          keyOf={({ id }) => id}
        />
      )}
      {added !== null && <p role="status">Answers to {counted(added, 'question')} were added.</p>}
      {missing > 0 && (
        <p className="warning">{counted(missing, 'rating')} left out: their runs are not in this browser.</p>
      )}
      {hasEnded && !isItsDataset && !isRating && (
        <p className="note">A run needs the right answers. Choose “{study.dataset.name}” under Set up.</p>
      )}
      {hasEnded && isOpen && !isRating && (
        <p className="warning">
          A run holds the right answers in this browser. Make runs once every reader here has finished.
        </p>
      )}
      <BeginForm study={study} begin={form => remote.begin(study.hash, form)} onError={onError} />
      <div className="actions">
        {study.practice > 0 && (
          <a className="button" href={practiceHref(study.hash)}>
            Practice
          </a>
        )}
        <FileButton
          accept=".csv,.tsv"
          label="Answers"
          testId={`answers-file-${study.hash.slice(0, 8)}`}
          disabled={false}
          onFile={file =>
            guarded(async () => {
              setAdded(null)
              setAdded(await remote.takeAnswers(study.hash, file))
              onChange()
            })()
          }
        >
          Add answers from CSV
        </FileButton>
        <Button onClick={guarded(() => save(remote.studyFile(study.hash)))}>Save the study as a file</Button>
        {isAsked ? (
          <Button
            look="danger"
            onClick={guarded(async () => {
              await remote.remove(study.hash)
              onChange()
            })}
          >
            Delete the study and all of its answers
          </Button>
        ) : (
          <Button onClick={() => setAsked(true)}>Delete…</Button>
        )}
      </div>
    </article>
  )
}
