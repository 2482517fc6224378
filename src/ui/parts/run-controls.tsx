import { isBusy } from '../stage.ts'
import type { LiveRun } from '../state.ts'
import { useController } from '../use-app.ts'
import { useKeys } from '../use-keys.ts'
import { ContinueButton } from './continue-button.tsx'

/** Pause, resume, stop: whichever makes sense now. */
export function RunControls({ live }: { readonly live: LiveRun }) {
  const controller = useController()
  const { phase } = live
  const pausable = phase === 'running' || phase === 'loading' || phase === 'pausing'
  useKeys({
    p: () => {
      if (phase === 'running') controller.pause()
      else if (phase === 'paused' && isBusy(live)) controller.resume()
    },
  })
  if (phase === 'done') return null
  if (!isBusy(live)) return <ContinueButton run={live.run} />
  return (
    <div className="actions">
      {pausable && (
        <button
          type="button"
          className="button"
          disabled={phase !== 'running'}
          onClick={() => controller.pause()}
        >
          {phase === 'pausing' ? 'Pausing…' : 'Pause'}
        </button>
      )}
      {phase === 'paused' && (
        <button type="button" className="button primary" onClick={() => controller.resume()}>
          Resume
        </button>
      )}
      <button type="button" className="button" onClick={() => void controller.stop()}>
        Stop
      </button>
    </div>
  )
}
