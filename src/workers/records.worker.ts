import type { StoredRuns } from '../data/export/stored-runs.ts'
import { Store } from '../data/store/store.ts'
import type { RunRecord } from '../engine/protocol/record.ts'
import type { OnChunk, RecordsWorker } from './contracts/stored.ts'
import { storeDerived } from './results/derive.ts'
import { exportStored } from './results/exports.ts'
import { expose } from './shared/comlink.ts'

const store = Store.open()
// Each call reports why there is none.
store.catch(() => {})

const worker: RecordsWorker = {
  async keepDerived(run, onChunk) {
    const opened = await store
    await storeDerived(opened, run, reportingChunks(opened, onChunk))
  },
  async exportFile(id, name, levels, onChunk) {
    const opened = await store
    return exportStored(opened, id, name, levels, reportingChunks(opened, onChunk))
  },
}

/** The same runs. Reading their records reports each chunk, and the end. */
function reportingChunks(runs: StoredRuns, onChunk: OnChunk): StoredRuns {
  async function* records(id: string): AsyncGenerator<readonly RunRecord[]> {
    for await (const chunk of runs.records(id)) {
      onChunk(false)
      yield chunk
    }
    onChunk(true)
  }
  return {
    run: id => runs.run(id),
    runs: () => runs.runs(),
    load: id => runs.load(id),
    regions: fingerprint => runs.regions(fingerprint),
    countRecords: id => runs.countRecords(id),
    records,
  }
}

expose(worker)
