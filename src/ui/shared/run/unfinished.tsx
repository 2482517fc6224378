import { isBusy } from '../../../app/state/stage.ts'
import type { RunSummary } from '../../../app/state/state.ts'
import { useApp } from '../../hooks/use-app.ts'
import { count } from '../../text/format.ts'
import { ContinueButton, canGoOn } from './continue-button.tsx'

/** Whether a run stopped before its end. What another tool logged is as much as there is. */
export function isInterrupted({ run, answered, failed }: RunSummary, live: string | null): boolean {
  return !run.model.elsewhere && run.id !== live && run.state !== 'done' && answered + failed < run.total
}

/** The latest run that was not finished, offered where the visitor comes in. */
export function Unfinished() {
  const { runs, live } = useApp()
  if (live && isBusy(live)) return null
  const found = runs?.find(
    summary => isInterrupted(summary, null) && canGoOn(summary.run) && summary.run.state !== 'failed',
  )
  if (!found) return null
  return (
    <p className="unfinished">
      <span>
        <strong>{found.run.name}</strong> stopped at {count(found.answered + found.failed)} of{' '}
        {count(found.run.total)}.
      </span>
      <ContinueButton run={found.run} />
    </p>
  )
}
