import type { StoredRuns } from '../../data/export/stored-runs.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'

/** Hears of every chunk of records that was read, and that no more will be. */
export type OnChunk = (isLast: boolean) => void

/** The same runs; whoever waits for their records hears that reading goes on. */
export function chunksTold(store: StoredRuns, onChunk: OnChunk): StoredRuns {
  return {
    run: id => store.run(id),
    runs: () => store.runs(),
    load: id => store.load(id),
    countRecords: id => store.countRecords(id),
    records: id => told(store.records(id), onChunk),
  }
}

async function* told(
  records: AsyncIterable<readonly RunRecord[]>,
  onChunk: OnChunk,
): AsyncGenerator<readonly RunRecord[]> {
  for await (const chunk of records) {
    onChunk(false)
    yield chunk
  }
  onChunk(true)
}
