import { useEffect, useRef, useState } from 'react'
import { isInterrupted, passesOf } from '../../app/state/passes.ts'
import { isBusy } from '../../app/state/stage.ts'
import type { LiveRun, RunSummary } from '../../app/state/state.ts'
import { bareShare } from '../../engine/analysis/shares.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { AccuracyLine } from '../charts/accuracy.tsx'
import { useApp, useController } from '../hooks/use-app.ts'
import { Button } from '../shared/controls/button.tsx'
import { ContinueButton } from '../shared/run/continue-button.tsx'
import { DeleteRun } from '../shared/run/delete-run.tsx'
import { RunFacts } from '../shared/run/run-facts.tsx'
import { navigate, resultsHref } from '../state/router.ts'
import { unaskedOf } from '../text/estimates.ts'
import { count, date } from '../text/format.ts'

function stateWord(summary: RunSummary, live: LiveRun | null): string {
  if (live?.run.id === summary.run.id && isBusy(live))
    return live.phase === 'paused' ? 'Paused' : 'Running now'
  if (summary.isHeld) return 'In another tab'
  if (summary.run.state === 'failed') return 'Failed'
  return isInterrupted(summary) ? 'Unfinished' : 'Done'
}

function PassesLine({ run }: Pick<RunSummary, 'run'>) {
  const passes = passesOf(useApp(state => state.runs) ?? [], run.id)
  if (passes.length === 0) return null
  const done = passes.filter(pass => pass.run.state === 'done').length
  return (
    <p>
      <a href={resultsHref(run.id, 'probes')}>
        {count(done)} of {count(passes.length)} probes
      </a>
    </p>
  )
}

interface Props {
  readonly summary: RunSummary
  readonly live: LiveRun | null
  /** Whether it is ticked for comparison. */
  readonly isPicked: boolean
  readonly onPick: (isPicked: boolean) => void
}

/** One run in the list: name, setup, state, accuracy and actions. */
export function RunItem({ summary, live, isPicked, onPick }: Props) {
  const { run } = summary
  const [renaming, setRenaming] = useState(false)
  const rename = useRef<HTMLButtonElement>(null)
  const endRenaming = () => {
    setRenaming(false)
    rename.current?.focus()
  }
  const isLive = live?.run.id === run.id && isBusy(live)
  // The list was read when the run began.
  const { answered, failed, correct } = isLive ? live : summary
  const word = stateWord(summary, live)
  const href = isLive ? '#/run' : resultsHref(run.id)
  return (
    <li className="row run-item" aria-label={run.name}>
      <label className="run-pick">
        <span className="visually-hidden">Compare {run.name}</span>
        <input type="checkbox" checked={isPicked} onChange={event => onPick(event.target.checked)} />
      </label>
      <div className="run-what">
        {renaming ? (
          <RenameRun run={run} onEnd={endRenaming} />
        ) : (
          <h2>
            <a href={href}>{run.name}</a>
          </h2>
        )}
        <p className="note words">
          <span>{date(run.created)}</span>
          <RunFacts run={run} />
        </p>
      </div>
      <div className="run-came">
        <p>
          <span className="run-state" data-state={word}>
            {word}
          </span>{' '}
          <span className="number">
            {count(answered + failed)} of {count(run.total)}
          </span>
          {failed > 0 && (
            <>
              {', '}
              <a href={resultsHref(run.id, 'samples', { verdict: 'failed' })}>{count(failed)} failed</a>
            </>
          )}
        </p>
        <PassesLine run={run} />
        <p>
          <AccuracyLine estimate={bareShare(answered, correct)} of={unaskedOf(run, answered + failed)} />
        </p>
      </div>
      <div className="actions">
        {!isLive && isInterrupted(summary) && <ContinueButton run={run} />}
        <Button onClick={() => navigate(href)}>Open</Button>
        <Button ref={rename} onClick={() => setRenaming(true)}>
          Rename
        </Button>
        {!isLive && !summary.isHeld && <DeleteRun run={run} />}
      </div>
    </li>
  )
}

/** Edits a run's name: Enter saves, Escape cancels. */
function RenameRun({ run, onEnd }: { readonly run: Run; readonly onEnd: () => void }) {
  const controller = useController()
  const [name, setName] = useState(run.name)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <form
      className="row rename"
      onSubmit={event => {
        event.preventDefault()
        const next = name.trim()
        if (next && next !== run.name) void controller.renameRun(run.id, next)
        onEnd()
      }}
    >
      <input
        ref={field}
        aria-label="Name of the run"
        value={name}
        maxLength={1000}
        onChange={event => setName(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && onEnd()}
      />
      <Button type="submit">Save</Button>
    </form>
  )
}
