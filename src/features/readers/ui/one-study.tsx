import { useId, useState } from 'react'
import { counted } from '../../../engine/base/counted.ts'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import { useApp, useController } from '../../../ui/hooks/use-app.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { download } from '../../../ui/shared/controls/download.ts'
import { Table, type TableColumn } from '../../../ui/shared/table/table.tsx'
import { hrefWith, navigate, resultsHref } from '../../../ui/state/router.ts'
import { count, date } from '../../../ui/text/format.ts'
import type { Desk } from '../app/desk-commands.ts'
import type { DeskSitting, DeskStudy } from '../engine/desk-facts.ts'
import { CodeField } from './code-field.tsx'

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
        {date(study.created)}, {counted(study.questions, 'question')}, study{' '}
        <span className="mono">{study.hash.slice(0, 8)}</span>
        {study.limitSeconds !== null && `, at most ${study.limitSeconds} s each`}
        {study.confidence !== 'none' && ', with confidence'}.
      </p>
      {study.sittings.length > 0 && (
        <Table
          caption={`Sittings of ${study.name}`}
          columns={columns}
          rows={study.sittings}
          keyOf={({ id }) => id}
        />
      )}
      {hasEnded && !isItsDataset && (
        <p className="note">A run needs the right answers. Choose “{study.dataset.name}” under Set up.</p>
      )}
      {hasEnded && isOpen && (
        <p className="warning">
          A run holds the right answers in this browser. Make runs once every reader here has finished.
        </p>
      )}
      <BeginForm
        study={study}
        begin={(reader, number) => remote.begin(study.hash, reader, number)}
        onError={onError}
      />
      <div className="actions">
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

const sittingHref = (id: string): string => hrefWith({ sitting: id })

interface BeginProps {
  readonly study: DeskStudy
  readonly begin: (reader: DeskSitting['reader'], number: number) => Promise<string>
  readonly onError: (error: ErrorInfo | null) => void
}

/** Who reads. A reader who has finished once begins a second sitting. */
function BeginForm({ study, begin, onError }: BeginProps) {
  const id = useId()
  const [code, setCode] = useState('')
  const [role, setRole] = useState('')
  const reader = code.trim()
  const own = study.sittings.filter(one => one.reader.code === reader)
  const first = own.find(({ number }) => number === 1)
  const number = first && first.ended !== null ? 2 : 1
  const isOver = own.some(one => one.number === 2 && one.ended !== null)
  const days = first?.ended ? (Date.now() - Date.parse(first.ended)) / 86_400_000 : null
  const submit = async () => {
    try {
      const named = role.trim()
      const who = { code: reader, ...(named !== '' && { role: named }) }
      navigate(sittingHref(await begin(who, number)))
    } catch (thrown) {
      onError(internalError('', thrown))
    }
  }
  return (
    <form
      className="reader-begin"
      onSubmit={event => {
        event.preventDefault()
        if (reader !== '' && !isOver) void submit()
      }}
    >
      <CodeField
        label="Reader’s code"
        value={code}
        note="Stored with the answers. Use no name."
        onChange={setCode}
      />
      <div className="field">
        <label htmlFor={`${id}-role`}>Role (optional)</label>
        <input
          id={`${id}-role`}
          value={role}
          maxLength={100}
          autoComplete="off"
          onChange={event => setRole(event.target.value)}
        />
      </div>
      <Button type="submit" look="primary" disabled={reader === '' || isOver}>
        {number === 2 ? 'Begin the second sitting' : own.length > 0 ? 'Continue' : 'Begin'}
      </Button>
      {isOver && <p className="note">This reader has finished both sittings.</p>}
      {number === 2 && !isOver && days !== null && days < study.washoutDays && (
        <p className="warning">
          The first sitting ended {counted(Math.floor(days), 'day')} ago. The study asks for{' '}
          {counted(study.washoutDays, 'day')}.
        </p>
      )}
    </form>
  )
}
