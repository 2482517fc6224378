import { changedVerdicts, PairedRuns } from './paired-differences.ts'
import type { ResultRow } from './result-row.ts'
import { plainRow } from './row-pack.ts'

/** A sample that only one of two runs has right, by its row in the first. */
export interface ChangedSample extends Omit<ResultRow, 'verdict'> {
  /** As seen from the first run, the baseline. */
  readonly change: 'gained' | 'lost'
  /** Its index in the second run. */
  readonly second: number
}

export function changedSamples(first: readonly ResultRow[], second: readonly ResultRow[]): ChangedSample[] {
  return changedVerdicts(new PairedRuns(first, second)).map(({ first, second, change }) => {
    const { verdict: _, ...row } = plainRow(first)
    return { ...row, change, second: second.index }
  })
}
