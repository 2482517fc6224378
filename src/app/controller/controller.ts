import { ImageReader } from '../../data/images/image-reader.ts'
import { openSource } from '../../data/sources/descriptor.ts'
import type { SourceDescriptor } from '../../data/sources/source.ts'
import { onNews } from '../../data/store/news.ts'
import { Store } from '../../data/store/store.ts'
import { brought } from '../../engine/base/brought.ts'
import type { RunWorker } from '../../workers/contracts/run.ts'
import { FolderRegistry } from '../folders/registry.ts'
import { OfflineUpkeep } from '../offline/upkeep.ts'
import { RunQueue } from '../queue/queue.ts'
import { OpenRows } from '../rows/open-rows.ts'
import { DeviceTests } from '../run/device-tests.ts'
import { LoadingAhead } from '../run/loading-ahead.ts'
import { SeenQuestions } from '../run/seen-by-model.ts'
import { SpeedTrials } from '../run/speed-trials.ts'
import { startServer } from '../seams.ts'
import { initialDevice } from '../state/device.ts'
import { AppStore, initialState } from '../state/store.ts'
import { deletedRuns, forgetNotedRuns, noteRuns, takeNotedRuns } from '../storage/deleted-runs.ts'
import { FolderCopying } from '../storage/folder-copying.ts'
import { Imports } from '../storage/importing.ts'
import { lostAnswers, restored, secondCopyMissing, secondCopyStopped } from '../storage/storage-notices.ts'
import { factsFrom } from '../threads/ask-fact.ts'
import { replaceable, type WorkerHandle } from '../threads/bridge.ts'
import { collectAfterLargeSteps, GarbageCollection } from '../threads/garbage-collection.ts'
import { runInRecordsWorker } from '../threads/records-worker.ts'
import {
  startDataWorker,
  startImportWorker,
  startPrepareWorker,
  startRecordsWorker,
  startResultsWorker,
  startRunWorker,
} from '../threads/start-workers.ts'
import { bindCommands, type Controller } from './commands.ts'
import type { Services } from './services.ts'

export interface ControllerOptions {
  /** Loads what is chosen before Run is pressed. */
  readonly loadsAhead: boolean
  /** Brings back the folders of the last visit, and remembers those of this one. */
  readonly remember: boolean
  readonly reports: Services['reports']
  /** What asks in place of a model: the bench measures what a run costs without one. */
  readonly startWorker?: () => WorkerHandle<RunWorker>
}

export function createController({
  loadsAhead,
  remember,
  reports,
  startWorker,
}: ControllerOptions): Controller {
  const app = new AppStore(initialState(initialDevice()))
  const data = replaceable(startDataWorker)
  const store = Store.open({
    keepRun: id => data.remote.keepRun(id),
    removeJournals: ids => data.remote.removeJournals(ids),
  })
  const results = startResultsWorker()
  const rows = new OpenRows(store, results, work => runInRecordsWorker(work, startRecordsWorker))
  const folders = new FolderRegistry({ app, data, store, remember })
  const threads = {
    data,
    startModel: startWorker ?? startRunWorker,
    startServer: () => brought(startServer)(),
    startPrepare: startPrepareWorker,
  }
  const ahead = new LoadingAhead(app, threads, folders)
  const deviceTests = new DeviceTests(app, threads, folders)
  const trials = new SpeedTrials(app, threads, folders, ahead)
  // A trial takes the cores that a run is to have.
  const makeRoom = (): Promise<void> => trials.stop()
  const queue = new RunQueue({ app, threads, results, store, folders, ahead, deviceTests, makeRoom })
  const imports = new Imports(data, startImportWorker)
  const copy = new FolderCopying(app, store, results, imports)
  const offline = new OfflineUpkeep(app)
  const garbage = new GarbageCollection()
  collectAfterLargeSteps(app, garbage)
  const services = {
    ...{ app, data, results, store, folders, queue, trials, rows },
    ...{ garbage, imports, copy, offline, reports },
    fact: factsFrom(results),
    seen: new SeenQuestions(threads, folders),
    ahead: {
      wake: () => {
        if (!loadsAhead) return
        deviceTests.wake()
        ahead.wake()
      },
    },
    images: imagesIn(store, folders, data),
  }

  followStore(services)
  if (remember) noteForReload(app)
  readyWhenDone(services)
  void app.orNotify(beginVisit(services, remember))
  return bindCommands(services)
}

/** Opens what the last visit left behind. */
async function beginVisit(
  { app, queue, store, results, folders, copy, offline }: Services,
  remember: boolean,
): Promise<void> {
  const noted = remember ? takeNotedRuns() : []
  await Promise.all([
    queue.refresh(),
    store.then(() => results.remote.check()),
    remember && folders.bringBackLast(),
    remember && copy.begin(),
  ])
  if (!(await store).hasJournals) app.notify(secondCopyMissing())
  if (noted.length > 0) {
    // What the second copy had is back.
    await queue.refresh()
    const gone = deletedRuns(noted, app.state.runs ?? [], null)
    if (gone) app.notify(gone)
  }
  if (remember) await offline.begin()
}

const imagesIn = (
  store: Services['store'],
  folders: Services['folders'],
  data: Services['data'],
): Services['images'] =>
  imagesOfRuns(async id => {
    const run = await (await store).run(id)
    const folder = await folders.findDataset(run)
    // Only the data thread knows which file a salted name stands for.
    return folder && run.dataset.salted ? path => data.remote.image(path) : folder
  })

/** Shows what other threads and the browser do to the stored runs. */
function followStore({ app, queue, store, copy }: Services): void {
  const tellOfDeletion = async (): Promise<void> => {
    const { runs: before, live } = app.state
    await queue.refresh()
    const gone = deletedRuns(before ?? [], app.state.runs ?? [], live)
    if (gone) throw gone
  }
  store.then(
    open => {
      open.onDeleted = () => void app.orNotify(tellOfDeletion())
    },
    // The list of runs shows why there is no store.
    () => {},
  )
  onNews(news => {
    if (news.type === 'restored') app.notify(restored(news))
    if (news.type === 'lost') app.notify(lostAnswers(news))
    if (news.type === 'no-copy') app.notify(secondCopyStopped())
    void app.orNotify(queue.refresh())
    copy.soon()
  })
  // A tab that crashed meanwhile broadcast nothing.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void app.orNotify(queue.refresh())
  })
}

/** Notes the stored runs while the database fails. The page then asks the user to reload. */
function noteForReload(app: AppStore): void {
  let read = app.state.runs
  app.subscribe(() => {
    const { runs, live, notices } = app.state
    const error = notices.at(-1)?.error
    if (runs !== read) forgetNotedRuns()
    else if (error?.code === 'storage' && error.subject === 'IndexedDB') noteRuns(runs ?? [], live)
    read = runs
  })
}

/** Derives the rows of a run when it is done, before someone opens it. */
function readyWhenDone({ app, rows }: Services): void {
  let prepared: string | null = null
  app.subscribe(() => {
    const { live } = app.state
    if (live?.phase !== 'done' || live.run.id === prepared) return
    prepared = live.run.id
    // Opening the run reports what is wrong.
    rows.prepare(prepared).catch(() => {})
  })
}

type ReadImage = (path: string) => Promise<Blob>

/** @param parentFolder the data set folder of a run, or what reads its images; null where it is not open */
function imagesOfRuns(
  findFolder: (id: string) => Promise<SourceDescriptor | ReadImage | null>,
): Services['images'] {
  // An archive's list of members is read once, not for every image.
  let last: { readonly of: SourceDescriptor; readonly reader: ImageReader } | null = null
  return {
    async of(id, path) {
      const folder = await findFolder(id)
      if (folder === null) return null
      if (typeof folder === 'function') return folder(path)
      if (last?.of !== folder) last = { of: folder, reader: new ImageReader(openSource(folder)) }
      return last.reader.open(path)
    },
  }
}
