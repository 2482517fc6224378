import { stageNames, stageOf } from '../../app/state/stage.ts'
import { useApp } from '../hooks/use-app.ts'
import { count, deviceName } from '../text/format.ts'

/** The state of the run, in every view. */
export function StatusChip() {
  const live = useApp(state => state.live)
  if (!live) return <span className="chip">Idle</span>
  const stage = stageOf(live)
  const done = live.answered + live.failed
  return (
    <a className="chip" data-stage={stage} href="#/run">
      <span className="chip-dot" aria-hidden="true" />
      <span>
        {stageNames[stage].split(' ')[0]} {count(done)}/{count(live.total)}
        <span className="chip-device"> on {deviceName(live.run.settings.device)}</span>
      </span>
    </a>
  )
}
