import { Store } from '../data/store/store.ts'
import type { WriterWorker } from './contracts/run.ts'
import { expose, transfer } from './shared/comlink.ts'

const store = Store.open()
// Each call reports why there is none.
store.catch(() => {})

const writer: WriterWorker = {
  begin: async (run, onRewritten) => (await store).begin(run, onRewritten),
  async done(run) {
    const indices = Uint32Array.from(await (await store).done(run))
    return transfer(indices, [indices.buffer])
  },
  addRecords: async (run, records) => (await store).addRecords(run, records),
  settle: async run => (await store).settle(run),
  close: async () => (await store).close(),
}

expose(writer)
