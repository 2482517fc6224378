import type { Frame } from '../../engine/protocol/frame.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { RunFile } from './run-parts.ts'

/** Runs, wherever they are kept: the page's store, and the journal of the command line. */
export interface StoredRuns {
  run(id: string): Promise<Run>
  runs(): Promise<readonly { readonly run: Run }[]>
  /** What of the data set was skipped or odd, and what the run draws from; undefined where that was not kept. */
  load(
    id: string,
  ): Promise<(Pick<RunFile, 'skipped' | 'findings' | 'badFiles'> & { readonly frame?: Frame }) | undefined>
  /** In the data set's order, a chunk at a time. */
  records(id: string): AsyncIterable<readonly RunRecord[]>
}

/** All records of a run, in the data set's order. */
export async function recordsOf(
  store: Pick<StoredRuns, 'records'>,
  run: string,
): Promise<readonly RunRecord[]> {
  const all: RunRecord[] = []
  for await (const chunk of store.records(run)) all.push(...chunk)
  return all
}
