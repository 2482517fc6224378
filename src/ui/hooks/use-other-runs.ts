import { useMemo } from 'react'
import type { Run } from '../../engine/protocol/run.ts'
import { useApp } from './use-app.ts'

/** The stored runs that a run can be compared with: on the same data set, without probes and judges. */
export function useOtherRuns({ id, dataset: { fingerprint } }: Run): readonly Run[] {
  const runs = useApp(state => state.runs)
  return useMemo(
    () =>
      (runs ?? [])
        .map(summary => summary.run)
        .filter(
          other =>
            other.id !== id && !other.probe && !other.judging && other.dataset.fingerprint === fingerprint,
        ),
    [runs, id, fingerprint],
  )
}
