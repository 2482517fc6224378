import type { Run } from '../../../engine/protocol/run.ts'
import { useApp } from '../../hooks/use-app.ts'

/** The runs that a run can be compared with, question by question: others on its data set, without their passes. */
export function useOtherRuns(run: Run): readonly Run[] {
  const runs = useApp(state => state.runs) ?? []
  return runs
    .map(summary => summary.run)
    .filter(
      other =>
        other.id !== run.id &&
        !other.probe &&
        !other.judging &&
        other.dataset.fingerprint === run.dataset.fingerprint,
    )
}
