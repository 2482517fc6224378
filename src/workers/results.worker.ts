import { removeOldExports } from '../data/store/export-file.ts'
import { importing } from '../data/store/import-run.ts'
import { tryWithLock, withLock } from '../data/store/locks.ts'
import { Store } from '../data/store/store.ts'
import type { ResultsWorker } from './contracts/stored.ts'
import { exportMethods } from './results/exports.ts'
import { answerQueries } from './results/figures.ts'
import { ratingSheetMethods } from './results/rating-sheets.ts'
import { OpenRuns } from './results/run-rows.ts'
import { expose } from './shared/comlink.ts'

const store = Store.open()
// Every call that needs the store reports why there is none.
store.catch(() => {})

const runs = new OpenRuns(store)

const worker: ResultsWorker = {
  ...answerQueries(store, runs),
  ...ratingSheetMethods(store),
  ...exportMethods(store, runs),
  async check() {
    const opened = await store
    await tryWithLock(importing, async () => {
      await opened.deleteLeftovers()
      await opened.check()
    })
    await removeOldExports()
  },
  deleteLeftovers: async () => {
    const opened = await store
    await withLock(importing, () => opened.deleteLeftovers())
  },
  state: id => runs.state(id),
}

expose(worker)
