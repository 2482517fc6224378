import type { RaceReport } from '../../engine/analysis/race/race-report.ts'
import { useApp, useController } from './use-app.ts'
import { type Async, useAsync, useLast } from './use-async.ts'

/** The standing of a race, updated when one of its runs progresses. */
export function useRace(id: string): Async<RaceReport> {
  const controller = useController()
  const runs = (useApp(state => state.runs) ?? []).filter(({ run }) => run.race?.id === id)
  const key = runs.map(({ run, answered, failed }) => `${run.id} ${run.state} ${answered + failed}`).join()
  return useLast(useAsync(`${id} ${key}`, () => controller.race(id)))
}
