import type { LiveRun } from '../../app/state/state.ts'
import { counted } from '../../engine/base/counted.ts'
import { count, duration, rate } from '../text/format.ts'

/** Progress of a run: questions done, speed, time left. */
export function RunProgress({ live }: { readonly live: LiveRun }) {
  const done = live.answered + live.failed
  return (
    <div className="run-progress">
      <p className="run-count">
        <strong>{count(done)}</strong> of {counted(live.total, 'question')}
        {live.phase === 'running' && live.rate !== null && live.secondsLeft !== null && (
          <span className="muted">
            {' '}
            <span className="keep">{rate(live.rate)},</span>{' '}
            <span className="keep">{duration(live.secondsLeft)} left</span>
          </span>
        )}
      </p>
      <progress aria-label="Questions done" value={done} max={Math.max(1, live.total)} />
      {live.activity && <p className="muted activity">{live.activity}</p>}
    </div>
  )
}
