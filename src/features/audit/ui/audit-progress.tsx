import { listPasses, secondsAfter } from '../../../app/state/passes.ts'
import { isBusy } from '../../../app/state/stage.ts'
import type { AppState } from '../../../app/state/state.ts'
import { probeKey } from '../../../engine/probes/kind-of.ts'
import type { Probe } from '../../../engine/protocol/probe.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { pick, useApp, useController } from '../../../ui/hooks/use-app.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { type PassProgress, progressWords } from '../text/progress-words.ts'

/** While a pass of a run is asked: how far all are, the time that is left and one button that stops. */
export function AuditProgress({ run }: { readonly run: Run }) {
  const controller = useController()
  const state = useApp(pick('live', 'waiting', 'runs'))
  const progress = auditProgress(run.id, state)
  if (!progress) return null
  return (
    <div className="row">
      <p role="status">{progressWords(progress)}</p>
      <Button onClick={() => controller.stop()}>Stop</Button>
      <a href="#/run">Watch</a>
    </div>
  )
}

/** Whether one of these passes of a run is being asked, or waits for its turn. */
export function isUnderWay(
  id: string,
  probes: readonly Probe[],
  { live, waiting, runs }: Pick<AppState, 'live' | 'waiting' | 'runs'>,
): boolean {
  const askedRun = live && isBusy(live) ? live.run.id : null
  const keys = new Set(probes.map(probeKey))
  return listPasses(runs ?? [], id).some(
    ({ run }) =>
      (run.id === askedRun || waiting.includes(run.id)) && run.probe && keys.has(probeKey(run.probe)),
  )
}

/** How far the passes of a run are; null where none is being asked. Between two of them the next one waits. */
export function auditProgress(
  id: string,
  { live, waiting, runs }: Pick<AppState, 'live' | 'waiting' | 'runs'>,
): PassProgress | null {
  if (!live || live.run.parent !== id) return null
  const passes = listPasses(runs ?? [], id)
  const isAsked = isBusy(live)
  if (!isAsked && !passes.some(({ run }) => waiting.includes(run.id))) return null
  const askedRun = isAsked ? live.run.id : null
  return {
    done: passes.filter(({ run }) => run.state === 'done' && run.id !== askedRun).length,
    of: passes.length,
    seconds: waiting.length > 0 ? secondsAfter(live, waiting, runs ?? []) : live.secondsLeft,
  }
}
