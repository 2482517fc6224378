import { count, counted, duration, rate } from '../format.ts'
import type { LiveRun } from '../state.ts'

/** How far the run is: done of total with a bar, pace, time left. */
export function RunProgress({ live }: { readonly live: LiveRun }) {
  const done = live.answered + live.failed
  const pace = [
    live.rate !== null && live.phase === 'running' && rate(live.rate),
    live.secondsLeft !== null && live.phase === 'running' && `${duration(live.secondsLeft)} left`,
  ].filter(Boolean)
  return (
    <div className="run-progress">
      <p className="run-count">
        <strong>{count(done)}</strong> of {counted(live.total, 'question')}
        <span className="muted"> {pace.join(', ')}</span>
      </p>
      <progress aria-label="Questions done" value={done} max={Math.max(1, live.total)} />
      {live.activity && <p className="muted activity">{live.activity}</p>}
    </div>
  )
}
