import { removeOldExports } from '../data/store/export-file.ts'
import { importing } from '../data/store/import-run.ts'
import { tryWithLock, withLock } from '../data/store/locks.ts'
import { Store } from '../data/store/store.ts'
import type { ResultsWorker } from './contracts/stored.ts'
import { Exports } from './results/exports.ts'
import { Figures } from './results/figures.ts'
import { Passes } from './results/passes.ts'
import { OpenRuns } from './results/run-rows.ts'
import { storedRace } from './results/stored-race.ts'
import { expose } from './shared/comlink.ts'

const store = Store.open()
// Every call that needs the store reports why there is none.
store.catch(() => {})

const runs = new OpenRuns(store)
const figures = new Figures(store, runs)
const passes = new Passes(store)
const exports = new Exports(store, runs)

const worker: ResultsWorker = {
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
  rows: (...given) => figures.rows(...given),
  column: (...given) => figures.column(...given),
  credibility: (...given) => figures.credibility(...given),
  chains: (...given) => figures.chains(...given),
  confidence: (...given) => figures.confidence(...given),
  compare: (...given) => figures.compare(...given),
  changed: (...given) => figures.changed(...given),
  probes: (...given) => passes.probes(...given),
  judgings: id => passes.judgings(id),
  ratingSheet: (...given) => passes.ratingSheet(...given),
  readRatingSheet: (...given) => passes.readRatingSheet(...given),
  race: async id => storedRace(await store, id),
  exportFile: (...given) => exports.exportFile(...given),
  figureFile: (...given) => exports.figureFile(...given),
  backup: () => exports.backup(),
  copyTo: folder => exports.copyTo(folder),
}

expose(worker)
