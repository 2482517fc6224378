import type { LevelChoice } from '../../app/controller/levels.ts'
import { passesOf } from '../../app/state/passes.ts'
import type { ProbeOverview } from '../../engine/probes/report.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { useApp, useController } from './use-app.ts'
import { type Async, useAsync, useLast } from './use-async.ts'

/** What the passes of a run show; what they showed stays until the next figures arrive. */
export function useProbes(run: Run, levels: LevelChoice): Async<ProbeOverview> {
  const controller = useController()
  const runs = useApp(state => state.runs)
  const passes = passesOf(runs ?? [], run.id)
  // Read again when a pass is added, ends or is deleted; not at every answer.
  const state = passes.map(pass => `${pass.run.id} ${pass.answered + pass.failed}`).join()
  const key = `probes of ${run.id} ${JSON.stringify(levels)} ${state}`
  return useLast(useAsync(key, () => controller.probes(run.id, levels)))
}
