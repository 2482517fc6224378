import { useEffect, useRef } from 'react'
import { isBusy } from '../../app/state/stage.ts'
import type { LiveRun } from '../../app/state/state.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { useKeys } from '../hooks/use-keys.ts'
import { ContinueButton } from '../shared/run/continue-button.tsx'
import { resultsHref } from '../state/router.ts'

/** Pause, Resume and Stop during a run; Continue and See the results after it. */
export function RunControls({ live }: { readonly live: LiveRun }) {
  const controller = useController()
  const { run, phase } = live
  const race = useApp(state => state.race)
  const isActive = isBusy(live) || race !== null
  const results = useRef<HTMLAnchorElement>(null)
  const pressedStop = useRef(false)
  const pauseOrResume = () => {
    if (phase === 'running') controller.pause()
    else if (phase === 'paused' && isActive) controller.resume()
  }
  useKeys({ p: pauseOrResume })
  // The pressed button disappears, and keyboard focus would be lost with it.
  useEffect(() => {
    if (!isActive && pressedStop.current) results.current?.focus()
    pressedStop.current = false
  }, [isActive])
  if (!isActive)
    return (
      <div className="actions">
        {phase !== 'done' && <ContinueButton run={run} />}
        <a
          ref={results}
          className="button primary"
          href={run.parent ? resultsHref(run.parent, run.judging ? 'judges' : 'probes') : resultsHref(run.id)}
        >
          See the results
        </a>
      </div>
    )
  const stop = () => {
    pressedStop.current = true
    void controller.stop()
  }
  return (
    <div className="actions">
      {/* One button, never disabled, so that it keeps keyboard focus. */}
      <button
        type="button"
        className={phase === 'paused' ? 'button primary' : 'button'}
        aria-disabled={phase !== 'running' && phase !== 'paused'}
        onClick={pauseOrResume}
      >
        {phase === 'paused' ? 'Resume' : phase === 'pausing' ? 'Pausing…' : 'Pause'}
      </button>
      <button type="button" className="button" onClick={stop}>
        Stop
      </button>
    </div>
  )
}
