import { type LevelChoice, shortcutOptions } from '../../app/controller/levels.ts'
import { passesOf } from '../../app/state/passes.ts'
import type { ProbeOverview } from '../../engine/probes/report.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { useApp } from './use-app.ts'
import { type Async, useLast } from './use-async.ts'
import { useFact } from './use-fact.ts'

/** What the passes of a run show; what they showed stays until the next figures arrive. */
export function useProbes(run: Run, levels: LevelChoice): Async<ProbeOverview> {
  const runs = useApp(state => state.runs)
  const passes = passesOf(runs ?? [], run.id)
  // Read again when a pass is added, ends or is deleted; not at every answer.
  const state = passes.map(pass => `${pass.run.id} ${pass.answered + pass.failed}`).join()
  return useLast(useFact('probes', { run: run.id, levels: shortcutOptions(levels) }, state))
}
