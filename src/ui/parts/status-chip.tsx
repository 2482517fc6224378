import { count, deviceName } from '../format.ts'
import type { LiveRun } from '../state.ts'
import { useApp } from '../use-app.ts'

const phases: Readonly<Record<LiveRun['phase'], string>> = {
  loading: 'Loading',
  running: 'Running',
  pausing: 'Pausing',
  paused: 'Paused',
  done: 'Done',
  failed: 'Failed',
}

/** What the machine is doing, wherever one is on the page. */
export function StatusChip() {
  const { live } = useApp()
  if (!live) return <span className="chip">Idle</span>
  const done = live.answered + live.failed
  return (
    <a className="chip" data-phase={live.phase} href="#/run">
      <span className="chip-dot" aria-hidden="true" />
      <span>
        {phases[live.phase]} {count(done)}/{count(live.total)}
        <span className="chip-device"> on {deviceName(live.run.settings.device)}</span>
      </span>
    </a>
  )
}
