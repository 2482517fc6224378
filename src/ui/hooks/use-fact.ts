import type { LevelChoice } from '../../app/controller/levels.ts'
import type { Results } from '../../app/controller/report-facts.ts'
import type { RowFact } from '../../engine/analysis/row-fact.ts'
import { useController } from './use-app.ts'
import { type Async, useAsync } from './use-async.ts'

/** A feature's figure of a run. The results thread answers with what the maker of that name makes. */
export function useFact<T>(fact: RowFact<T>, { run, rows }: Results, levels: LevelChoice): Async<T> {
  const controller = useController()
  const key = `${fact.name} of ${run.id}, ${rows.length} rows, levels ${JSON.stringify(levels)}`
  return useAsync(key, () => controller.fact(fact.name, run.id, levels) as Promise<T>)
}
