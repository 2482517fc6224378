import { type LevelChoice, shortcutOptions } from '../../app/controller/levels.ts'
import { listPasses } from '../../app/state/passes.ts'
import type { FactInput, FactName, FactValue } from '../../app/threads/ask-fact.ts'
import type { ProbeOverview } from '../../engine/probes/report.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { useApp } from './use-app.ts'
import { type Async, useLast } from './use-async.ts'
import { useFact } from './use-fact.ts'

/** A figure of a run and its passes; the former one stays until the next arrives. */
export function usePassFact<Name extends FactName>(
  run: Run,
  name: Name,
  input: FactInput<Name>,
): Async<FactValue<Name>> {
  const runs = useApp(state => state.runs)
  const passes = listPasses(runs ?? [], run.id)
  // Read again when a pass is added, ends or is deleted; not at every answer.
  const state = passes.map(pass => `${pass.run.id} ${pass.answered + pass.failed}`).join()
  return useLast(useFact(name, input, state))
}

/** Whether a run has passes, of which something can be read. */
export const useHasPasses = (run: Run): boolean =>
  listPasses(useApp(state => state.runs) ?? [], run.id).length > 0

/** What the passes of a run show. */
export const useProbes = (run: Run, levels: LevelChoice): Async<ProbeOverview> =>
  usePassFact(run, 'probes', { run: run.id, levels: shortcutOptions(levels) })
