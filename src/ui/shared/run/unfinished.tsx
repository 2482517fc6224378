import { isBusy } from '../../../app/state/stage.ts'
import type { RunSummary } from '../../../app/state/state.ts'
import { useApp } from '../../hooks/use-app.ts'
import { count } from '../../text/format.ts'
import { ContinueButton, canContinue } from './continue-button.tsx'

/** Whether a run stopped before its end. Another tool's log is always complete. */
export function isInterrupted({ run, answered, failed }: RunSummary, live: string | null): boolean {
  return !run.model.elsewhere && run.id !== live && run.state !== 'done' && answered + failed < run.total
}

/** Offers to continue the latest unfinished run. */
export function Unfinished() {
  const runs = useApp(state => state.runs)
  const isRunning = useApp(({ live }) => live !== null && isBusy(live))
  if (isRunning) return null
  const found = runs?.find(
    summary => isInterrupted(summary, null) && canContinue(summary.run) && summary.run.state !== 'failed',
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
