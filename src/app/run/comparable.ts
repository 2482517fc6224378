import type { RunSummary } from '../state/state.ts'

/**
 * Whether another run can be compared with this one during the run: it is complete, and on the data set with this
 * fingerprint.
 */
export function isComparable({ run, answered, failed }: RunSummary, fingerprint: string): boolean {
  const isWhole = run.state === 'done' && answered + failed >= run.dataset.counts.loaded
  return isWhole && !run.probe && run.dataset.fingerprint === fingerprint
}
