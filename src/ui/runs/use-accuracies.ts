import { useEffect, useReducer } from 'react'
import type { RunSummary } from '../../app/state/state.ts'
import type { Estimate } from '../../engine/analysis/shares.ts'
import { useController } from '../hooks/use-app.ts'

/** What was read during this visit, by run and number of its records; null where it has no interval. */
const known = new Map<string, Estimate | null>()

const accuracyKey = ({ run, answered, failed }: RunSummary): string =>
  [run.id, answered, failed, run.imported].join(' ')

/** Accuracies with their intervals, by id: read one after the other, since each is made of all answers of a run. */
export function useAccuracies(runs: readonly RunSummary[]): ReadonlyMap<string, Estimate> {
  const controller = useController()
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0)
  const next = runs.find(run => run.answered > 0 && !run.isHeld && !known.has(accuracyKey(run)))
  const key = next ? accuracyKey(next) : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `next`
  useEffect(() => {
    if (!next || key === null) return
    const abort = new AbortController()
    const keep = (overall: Estimate | null) => {
      if (abort.signal.aborted) return
      known.set(key, overall)
      draw()
    }
    controller.fact('accuracy', { run: next.run.id }, abort.signal).then(
      ({ overall }) => keep(overall),
      // Why a run cannot be read is said where it is opened.
      () => keep(null),
    )
    return () => abort.abort()
  }, [key])
  return new Map(
    runs.flatMap(summary => {
      const accuracy = known.get(accuracyKey(summary))
      return accuracy ? [[summary.run.id, accuracy] as const] : []
    }),
  )
}
