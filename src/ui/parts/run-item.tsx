import { useState } from 'react'
import { estimate } from '../../engine/report.ts'
import { isBusy } from '../choices.ts'
import { count, date, deviceName } from '../format.ts'
import { navigate, resultsHref } from '../router.ts'
import type { LiveRun, RunSummary } from '../state.ts'
import { AccuracyLine } from './accuracy.tsx'
import { ContinueButton } from './continue-button.tsx'
import { DeleteRun } from './delete-run.tsx'
import { RenameRun } from './rename-run.tsx'
import { isInterrupted } from './unfinished.tsx'

function stateWord(summary: RunSummary, live: LiveRun | null): string {
  if (live?.run.id === summary.run.id && isBusy(live.phase))
    return live.phase === 'paused' ? 'Paused' : 'Running now'
  if (summary.run.state === 'failed') return 'Failed'
  return isInterrupted(summary, null) ? 'Unfinished' : 'Done'
}

/** One run in the list: what it was, how far it came, how right it was, and what can be done with it. */
export function RunItem({ summary, live }: { readonly summary: RunSummary; readonly live: LiveRun | null }) {
  const { run, answered, failed, correct } = summary
  const [renaming, setRenaming] = useState(false)
  const isLive = live?.run.id === run.id && isBusy(live.phase)
  const word = stateWord(summary, live)
  const href = isLive ? '#/run' : resultsHref(run.id)
  return (
    <li className="run-item" aria-label={run.name}>
      <div className="run-what">
        {renaming ? (
          <RenameRun run={run} onEnd={() => setRenaming(false)} />
        ) : (
          <h2>
            <a href={href}>{run.name}</a>
          </h2>
        )}
        <p className="run-facts">
          <span>{date(run.created)}</span>
          <span>
            {run.model.name}, {run.settings.dtype}, {deviceName(run.settings.device)}
          </span>
          <span>{run.dataset.name}</span>
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
        <p>
          <AccuracyLine estimate={estimate(answered, correct)} />
        </p>
      </div>
      <div className="actions">
        {!isLive && isInterrupted(summary, null) && <ContinueButton run={run} />}
        <button type="button" className="button" onClick={() => navigate(href)}>
          Open
        </button>
        <button type="button" className="button" onClick={() => setRenaming(true)}>
          Rename
        </button>
        {!isLive && <DeleteRun run={run} />}
      </div>
    </li>
  )
}
