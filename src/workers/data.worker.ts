import { readDepth } from '../data/images/decoding.ts'
import { pageCodec } from '../data/images/page-codec.ts'
import { viewable } from '../data/images/picture.ts'
import { kindOfFolder } from '../data/sources/descriptor.ts'
import { keepOpfsAlive } from '../data/store/disk-reserve.ts'
import { clearFeatures } from '../data/store/features/feature-store.ts'
import { RunCounter } from '../data/store/run-counter.ts'
import { Store } from '../data/store/store.ts'
import { keepCompiled } from '../engine/runtime/ort.ts'
import type { DataWorker, ListingWorker } from './contracts/data.ts'
import { datasetRole } from './data/dataset-role.ts'
import { folderHolder } from './data/folder-holder.ts'
import { modelCopying } from './data/model-copying.ts'
import { ModelRole } from './data/model-role.ts'
import { expose, proxy, transfer } from './shared/comlink.ts'
import { workerHandle } from './shared/worker-handle.ts'

const store = Store.open()
// Every call that needs the store reports why there is none.
store.catch(() => {})
keepOpfsAlive()

const dataset = datasetRole(() =>
  workerHandle<ListingWorker>(
    new Worker(new URL('./listing.worker.ts', import.meta.url), { type: 'module' }),
  ),
)
const model = new ModelRole()
/** A model that judges the answers of others. */
const judge = new ModelRole()

const worker: DataWorker = {
  ...dataset.shown,
  ...folderHolder(store, { dataset: dataset.role, model, judge }),
  ...modelCopying({ model, judge }, dataset.imagesAtOnce),
  viewable,
  async depth(file, path, place) {
    const depth = await readDepth(file, path, place, pageCodec)
    if (depth === null) return null
    const { buffer } = depth.frame.kind === 'grey' ? depth.frame.grey.values : depth.frame.pixels.data
    // Its values cross threads without a copy.
    return buffer instanceof ArrayBuffer ? transfer(depth, [buffer]) : depth
  },
  folderKind: kindOfFolder,
  openModel: (...given) => model.openFolder(...given, dataset.imagesAtOnce),
  describeModel: limits => model.describe(limits, dataset.imagesAtOnce()),
  fingerprintModel: (...given) => model.fingerprint(...given),
  openJudge: (...given) => judge.openFolder(...given, () => 1),
  fingerprintJudge: (...given) => judge.fingerprint(...given),
  openServer: (role, ...given) => (role === 'model' ? model : judge).openServer(...given),
  countRecords: async run => proxy(new RunCounter(await store, run)),
  keepCompiled,
  reconcile: async run => (await store).reconcile(run),
  noteWritten: async run => (await store).noteWritten(run),
  keepRun: async id => (await store).keepRun(id),
  removeJournals: async ids => (await store).removeJournals(ids),
  clearFeatures,
}

expose(worker)
