import { useState } from 'react'
import { type ErrorInfo, internalError } from '../../../../engine/base/errors.ts'
import { findRemark } from '../../../../engine/protocol/remarks.ts'
import type { Run } from '../../../../engine/protocol/run.ts'
import { useApp, useController } from '../../../../ui/hooks/use-app.ts'
import { useAsync } from '../../../../ui/hooks/use-async.ts'
import { Button } from '../../../../ui/shared/controls/button.tsx'
import { Awaited, ErrorBox } from '../../../../ui/shared/controls/error-box.tsx'
import { resultsHref } from '../../../../ui/state/router.ts'
import { count } from '../../../../ui/text/format.ts'
import type { MarkedAnswer } from '../../engine/marks/mark-queue.ts'
import type { MarkSet } from '../../engine/marks/mark-set.ts'
import {
  agreedCode,
  longestNote,
  type Marks,
  markGiven,
  marksIn,
  pressedMark,
} from '../../engine/marks/marks.ts'
import { useAnswerKeys } from '../use-answer-keys.ts'
import { MarkButtons } from './mark-buttons.tsx'
import { MarkedRecord } from './marked-record.tsx'

interface Props {
  readonly runs: readonly string[]
  readonly set: MarkSet
  readonly by: string
  readonly queue: readonly MarkedAnswer[]
}

/** The answers one after the other. It begins with the first that this person has not marked. */
export function Marking({ runs, set, by, queue }: Props) {
  const controller = useController()
  const all = useApp(state => state.runs)
  const stored = runs.map(id => all?.find(({ run }) => run.id === id)?.run)
  const marks = stored.map(run => marksIn(run?.tags ?? {}, set))
  const isOpen = ({ run, index }: MarkedAnswer) =>
    markGiven(marks.at(run) ?? new Map(), by, index).main === null
  const [place, setPlace] = useState(() => Math.max(0, queue.findIndex(isOpen)))
  const [error, setError] = useState<ErrorInfo | null>(null)
  const now = queue[place]
  const run = now && stored[now.run]
  const go = (to: number) => setPlace(Math.min(queue.length - 1, Math.max(0, to)))
  const next = () => {
    const later = [...queue.keys()].map(step => (place + 1 + step) % queue.length)
    const open = later.find(at => at !== place && isOpen(queue[at] as MarkedAnswer))
    go(open ?? place + 1)
  }
  const shown = run && now && { run: run.id, set, by, index: now.index }
  const reportFailure = (work: Promise<void>) =>
    work.catch((thrown: unknown) => setError(internalError('', thrown)))
  const press = (name: string) => {
    if (!shown) return
    setError(null)
    void reportFailure(controller.mark(shown, mark => pressedMark(set, mark, name)))
  }
  const note = (text: string) => shown && void reportFailure(controller.noteMark(shown, text))
  useAnswerKeys({
    letter(letter) {
      const named = [...set.names, ...set.besides].find(({ key }) => key === letter)
      if (named) press(named.name)
      return named !== undefined
    },
    skip: () => go(place + 1),
    back: () => go(place - 1),
    forward: () => go(place + 1),
    confirm: next,
  })
  if (!now || !run) return <p className="prose">The run is not in this browser any more.</p>
  const runMarks = marks.at(now.run) ?? new Map()
  const done = queue.filter(one => !isOpen(one)).length
  return (
    <>
      {error && <ErrorBox error={error} />}
      <p className="note" aria-live="polite">
        Answer {count(place + 1)} of {count(queue.length)}, {count(done)} done by {by}.
        {done === queue.length && ' All are done.'}
      </p>
      <article className="reader-screen" aria-label={`Answer ${place + 1}`}>
        <ShownAnswer key={`${run.id} ${now.index}`} run={run} index={now.index} set={set} />
        <div className="column reader-question">
          {by === agreedCode && <OthersMarks marks={runMarks} index={now.index} />}
          <MarkButtons set={set} mark={markGiven(runMarks, by, now.index)} onPress={press} />
          <NoteField
            key={`${run.id} ${now.index}`}
            note={findRemark(run.remarks ?? [], { index: now.index, by, set: set.id })?.note ?? ''}
            onChange={note}
          />
          <Steps
            {...{ place, next, go }}
            last={queue.length - 1}
            stop={resultsHref(runs[0] ?? '', 'labels', { set: set.id })}
          />
        </div>
      </article>
    </>
  )
}

interface StepsProps {
  readonly place: number
  readonly last: number
  readonly next: () => void
  readonly go: (to: number) => void
  /** Address of the page to which marking goes back. */
  readonly stop: string
}

const Steps = ({ place, last, next, go, stop }: StepsProps) => (
  <div className="actions">
    <Button look="primary" aria-keyshortcuts="Enter" onClick={next}>
      Next without a label
    </Button>
    <Button disabled={place === 0} aria-keyshortcuts="ArrowLeft" onClick={() => go(place - 1)}>
      Back
    </Button>
    <Button disabled={place === last} aria-keyshortcuts="ArrowRight" onClick={() => go(place + 1)}>
      Forward
    </Button>
    <a className="button" href={stop}>
      Stop
    </a>
  </div>
)

interface NoteProps {
  readonly note: string
  readonly onChange: (text: string) => void
}

/** Stored when the field is left. */
function NoteField({ note, onChange }: NoteProps) {
  const [text, setText] = useState(note)
  return (
    <label className="field reader-typed">
      <span>Note (optional)</span>
      <textarea
        rows={2}
        value={text}
        maxLength={longestNote}
        onChange={event => setText(event.target.value)}
        onBlur={() => text.trim() !== note && onChange(text.trim())}
      />
    </label>
  )
}

interface AnswerProps {
  readonly run: Run
  readonly index: number
  readonly set: MarkSet
}

function ShownAnswer({ run, index, set }: AnswerProps) {
  const controller = useController()
  const record = useAsync(`record ${run.id} ${index}`, () => controller.record(run.id, index))
  return (
    <div className="column">
      <Awaited of={record} doing="Reading…" />
      {record.status === 'ready' && <MarkedRecord run={run} record={record.value} isBlind={set.isScale} />}
    </div>
  )
}

/** What others say of an answer, for those who decide together. */
function OthersMarks({ marks, index }: { readonly marks: Marks; readonly index: number }) {
  return (
    <ul aria-label="Labels of others">
      {[...marks].flatMap(([by, own]) => {
        const { main = null, besides = [] } = own.get(index) ?? {}
        if (main === null || by === agreedCode) return []
        return [
          <li key={by}>
            <bdi>{by}</bdi>: {[main, ...besides].join(', also ')}
          </li>,
        ]
      })}
    </ul>
  )
}
