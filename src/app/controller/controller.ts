import { ImageReader } from '../../data/images/image-reader.ts'
import { findServer } from '../../data/servers/connect.ts'
import { openSource, type SourceDescriptor } from '../../data/sources/descriptor.ts'
import { askToKeep } from '../../data/store/browser-storage.ts'
import { keptBytes } from '../../data/store/features/feature-store.ts'
import { onNews } from '../../data/store/news.ts'
import { Store } from '../../data/store/store.ts'
import type { ChangedSample } from '../../engine/analysis/changed.ts'
import { gatesInText } from '../../engine/analysis/gates.ts'
import { withPeople } from '../../engine/analysis/judged-answers.ts'
import type { ResultRow } from '../../engine/analysis/result-row.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { defaultSettings } from '../../engine/protocol/settings.ts'
import type { RunWorker } from '../../workers/contracts/run.ts'
import { JudgeFolder } from '../folders/judge-folder.ts'
import { FolderRegistry } from '../folders/registry.ts'
import { modelServerBase } from '../folders/remembered.ts'
import { OfflineUpkeep } from '../offline/upkeep.ts'
import { chosenJudgeRequest, chosenStartRequest } from '../queue/chosen-requests.ts'
import { RunQueue } from '../queue/queue.ts'
import { continueRequest, passesRequest, type QueueRequest, raceRequest } from '../queue/requests.ts'
import { Races } from '../race/races.ts'
import { gateResults } from '../rows/gate-results.ts'
import { OpenRows } from '../rows/open-rows.ts'
import { changedSettings } from '../run/changed-settings.ts'
import { LoadingAhead } from '../run/loading-ahead.ts'
import { SpeedTrials } from '../run/speed-trials.ts'
import { initialDevice } from '../state/device.ts'
import { AppStore } from '../state/store.ts'
import { deletedRuns } from '../storage/deleted-runs.ts'
import { FolderCopying } from '../storage/folder-copying.ts'
import { areLogs, importFiles, importLog, restore } from '../storage/importing.ts'
import { deleteOrphans, storageOverview } from '../storage/storage.ts'
import { lostAnswers, restored, secondCopyMissing, secondCopyStopped } from '../storage/storage-notices.ts'
import { proxy, replaceable, type WorkerHandle } from '../threads/bridge.ts'
import { collectAfterLargeSteps, GarbageCollection } from '../threads/garbage-collection.ts'
import {
  startDataWorker,
  startPrepareWorker,
  startResultsWorker,
  startRunWorker,
  startServerWorker,
} from '../threads/start-workers.ts'
import type { Compared, Controller, LevelChoice } from './controller-api.ts'
import { gatherFacts } from './gather-facts.ts'
import { shortcutOptions } from './levels.ts'
import type { ReportMaker } from './report-facts.ts'

export interface ControllerOptions {
  /** Loads what is chosen before Run is pressed. */
  readonly loadsAhead: boolean
  /** Brings back the folders of the last visit, and remembers those of this one. */
  readonly remember: boolean
  /** Loaded only when a report is saved. */
  readonly reports: () => Promise<ReportMaker>
  /** What asks in place of a model: the bench measures what a run costs without one. */
  readonly startWorker?: () => WorkerHandle<RunWorker>
}

/** Starts the workers and opens the store. */
export function createController({
  loadsAhead,
  remember,
  reports,
  startWorker,
}: ControllerOptions): Controller {
  const app = new AppStore({
    device: initialDevice(),
    dataset: { status: 'none' },
    model: { status: 'none' },
    judge: { status: 'none' },
    settings: { device: 'wasm', dtype: 'q8', ...defaultSettings },
    isLengthChosen: false,
    probes: [],
    gates: [],
    confirmed: null,
    isMappingKept: false,
    entrants: [],
    risk: 0.05,
    race: null,
    live: null,
    waiting: [],
    runs: null,
    runsUnreadable: null,
    imagesChecked: null,
    copy: { status: 'none' },
    persistence: 'unasked',
    trial: { status: 'none' },
    offline: { status: 'checking' },
    notices: [],
  })
  const data = replaceable(startDataWorker)
  const opened = Store.open({
    keepRun: id => data.remote.keepRun(id),
    removeJournals: ids => data.remote.removeJournals(ids),
  })
  const results = startResultsWorker()
  const rows = new OpenRows(opened, results)
  const folders = new FolderRegistry(app, data, opened, remember)
  const judge = new JudgeFolder(app, data, opened, remember)
  const threads = {
    data,
    startModel: startWorker ?? startRunWorker,
    startServer: startServerWorker,
    startPrepare: startPrepareWorker,
  }
  const ahead = new LoadingAhead(app, threads, folders)
  const wake = (): void => {
    if (loadsAhead) ahead.wake()
  }
  const trials = new SpeedTrials(app, threads, folders, ahead)
  const runs = new RunQueue({
    ...{ app, threads, results, store: opened, folders, judge, ahead },
    // A trial takes the cores that a run is to have.
    makeRoom: () => trials.stop(),
  })
  const races = new Races(app, data, folders)
  const copy = new FolderCopying(app, opened, results)
  const offline = new OfflineUpkeep(app)
  const garbage = new GarbageCollection()
  collectAfterLargeSteps(app, garbage)

  const begin = async (): Promise<void> => {
    await Promise.all([
      runs.refresh(),
      opened.then(() => results.remote.check()),
      remember && folders.bringBackLast(),
      remember && folders.deviceFound.then(() => judge.bringBackLast()),
      remember && copy.begin(),
    ])
    if (!(await opened).hasJournals) app.notify(secondCopyMissing())
    if (remember) await offline.begin()
  }
  const checkedGates = (id: string, found: readonly ResultRow[]) =>
    gateResults(app.state.gates, found, field => results.remote.column(id, field))
  const compare = async (ids: readonly string[], levels: LevelChoice): Promise<Compared> => {
    // What is compared takes its room.
    rows.drop()
    for (const id of ids) await rows.prepare(id).catch(() => {})
    const store = await opened
    const runs = await Promise.all(ids.map(id => store.run(id)))
    const compared = results.remote.compare(ids, shortcutOptions(levels))
    const most = Math.max(...runs.map(({ total }) => total))
    return { runs, comparison: await garbage.during(most, compared) }
  }
  // An archive's list of members is read once, not for every picture.
  let images: { readonly of: SourceDescriptor; readonly reader: ImageReader } | null = null
  const imageOf = async (id: string, path: string): Promise<Blob | null> => {
    const descriptor = await folders.datasetOf(await (await opened).run(id))
    if (descriptor === null) return null
    if (images?.of !== descriptor)
      images = { of: descriptor, reader: new ImageReader(openSource(descriptor)) }
    return images.reader.open(path)
  }
  const takeIn = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    // What is taken in is opened next. Collections on this thread take the longer, the more rows it holds.
    rows.drop()
    try {
      return await work()
    } finally {
      if (signal.aborted) void orNotify(results.remote.deleteLeftovers())
      await runs.refresh()
    }
  }
  const orNotify = (work: Promise<void>): Promise<void> => work.catch(error => app.notify(error))
  /** What the page shows at the press is what the request names. */
  const ask = (request: () => QueueRequest | Promise<QueueRequest>): Promise<void> =>
    orNotify((async () => runs.ask(await request()))())
  const stored = async (id: string): Promise<Run> => (await opened).run(id)
  opened.then(
    store => {
      store.onDeleted = () => {
        const { runs: before, live } = app.state
        void orNotify(
          runs.refresh().then(() => {
            const gone = deletedRuns(before ?? [], app.state.runs ?? [], live?.run.id ?? null)
            if (gone) throw gone
          }),
        )
      }
    },
    () => {},
  )
  onNews(news => {
    if (news.type === 'restored') app.notify(restored(news))
    if (news.type === 'lost') app.notify(lostAnswers(news))
    if (news.type === 'no-copy') app.notify(secondCopyStopped())
    void orNotify(runs.refresh())
    copy.soon()
  })
  let prepared: string | null = null
  app.subscribe(() => {
    const { live } = app.state
    if (live?.phase !== 'done' || live.run.id === prepared) return
    prepared = live.run.id
    // Opening the run reports what is wrong.
    rows.prepare(prepared).catch(() => {})
  })
  void orNotify(begin())

  return {
    subscribe: listener => app.subscribe(listener),
    getState: () => app.state,
    readSoFar: folders.readSoFar,
    chooseDataset: (picked, reading) => {
      wake()
      return folders.choose('dataset', picked, reading)
    },
    readDataset: reading => folders.readAgain(reading),
    forgetMapping: () => orNotify(folders.forgetMapping()),
    confirmMapping: () => {
      const { dataset } = app.state
      if (dataset.status === 'ready') app.change({ confirmed: dataset.overview.fingerprint })
    },
    datasetImageUrl: async path => URL.createObjectURL(await data.remote.image(path)),
    chooseModel: picked => {
      wake()
      return folders.choose('model', picked)
    },
    findServer: () => findServer(modelServerBase()),
    unlockDataset: () => orNotify(folders.unlock('dataset')),
    unlockModel: () => orNotify(folders.unlock('model')),
    quality: () => data.remote.quality(),
    changeSettings: part => {
      wake()
      app.change({
        settings: changedSettings(app.state, part),
        isLengthChosen: app.state.isLengthChosen || part.maxNewTokens !== undefined,
      })
    },
    selectOnly: selection => {
      const { only: _, ...settings } = app.state.settings
      app.change({ settings: { ...settings, ...(selection && { only: selection }) } })
    },
    countSelected: selection => data.remote.countSelected(selection),
    changeProbes: probes => app.change({ probes }),
    trySpeed: () => trials.start(),
    stopTrial: () => trials.stop(),
    start: earlier => ask(() => chosenStartRequest(app.state, folders, earlier ?? null)),
    pause: () => runs.pause(),
    resume: () => runs.resume(),
    stop: async () => runs.stop(),
    addEntrant: () => orNotify(races.add()),
    removeEntrant: id => races.remove(id),
    changeRisk: risk => app.change({ risk }),
    startRace: () => ask(() => races.request()),
    continueRace: id => ask(() => raceRequest(id)),
    race: id => results.remote.race(id),
    continueRun: id => ask(async () => continueRequest(await stored(id))),
    addPasses: (id, probes) => ask(async () => passesRequest(await stored(id), probes, app.state.device)),
    chooseJudge: picked => judge.choose(picked),
    unlockJudge: () => orNotify(judge.unlock()),
    judge: (id, choice) => ask(async () => chosenJudgeRequest(app.state, judge, await stored(id), choice)),
    judgings: id => results.remote.judgings(id),
    ratingSheet: (id, rubric) => results.remote.ratingSheet(id, rubric),
    readRatingSheet: async (id, rubric, file) => {
      const people = await results.remote.readRatingSheet(rubric, file)
      await (await opened).changeRun(id, run => withPeople(run, people))
      await runs.refresh()
    },
    probes: (id, levels) => results.remote.probes(id, shortcutOptions(levels)),
    results: async id => {
      const found = await rows.of(id)
      garbage.after(found.rows.length)
      const gates = await checkedGates(id, found.rows)
      return { run: await (await opened).run(id), ...found, gates }
    },
    chooseGates: async file => app.change({ gates: gatesInText(await file.text(), file.name) }),
    credibility: (id, levels) => results.remote.credibility(id, shortcutOptions(levels)),
    chains: (id, levels) => results.remote.chains(id, shortcutOptions(levels)),
    confidence: (id, axis, intervals) =>
      results.remote.confidence(id, axis, intervals === 'without' ? { resamples: 0 } : {}),
    record: async (run, index) => {
      const record = await (await opened).record(run, index)
      if (record) return record
      throw new VoxelwiseError({
        code: 'storage',
        subject: `sample ${index}`,
        message: 'This run has no record of that sample.',
        remedy: 'It may not have been asked yet. Continue the run.',
      })
    },
    column: (run, field) => results.remote.column(run, field),
    compare,
    changed: async (first, second) => {
      const all: ChangedSample[] = []
      await results.remote.changed(
        [first, second],
        proxy(async part => void all.push(...part)),
      )
      return all
    },
    imageUrl: async (id, path) => {
      const file = await imageOf(id, path)
      return file && URL.createObjectURL(file)
    },
    pictureUrl: async (id, path, change) => {
      const file = await imageOf(id, path)
      return file && URL.createObjectURL(await data.remote.picture(file, path, change))
    },
    renameRun: async (id, name) => {
      await (await opened).changeRun(id, run => ({ ...run, name }))
      await runs.refresh()
    },
    deleteRun: id => orNotify(runs.delete(id)),
    exportFile: async (id, name, levels = officialLevels) => {
      const { total } = await (await opened).run(id)
      const file = rows.exportFile(id, name, shortcutOptions(levels))
      return garbage.during(total, file)
    },
    report: async (id, levels = officialLevels) => {
      const [store, { reportFile }] = await Promise.all([opened, reports()])
      const found = await rows.of(id)
      return reportFile(
        await gatherFacts({
          store,
          results: results.remote,
          id,
          ...found,
          gates: await checkedGates(id, found.rows),
          levels,
          options: shortcutOptions(levels),
        }),
      )
    },
    compareReport: async (ids, levels) => {
      const [compared, { comparisonFile }] = await Promise.all([compare(ids, levels), reports()])
      return comparisonFile({ compared, levels })
    },
    importFiles: (files, onProgress, signal) =>
      takeIn(signal, async () => {
        const taken = (await areLogs(files))
          ? importLog(data.remote, files, onProgress, signal)
          : importFiles(files, onProgress, signal)
        return garbage.during(recordsIn(files), taken)
      }),
    keptFeatures: keptBytes,
    clearKeptFeatures: () => orNotify(data.remote.clearFeatures()),
    storage: async () => storageOverview(await opened),
    forgetFolders: async () => (await opened).forgetFolders(),
    deleteOrphans: async () => deleteOrphans(await opened),
    askToKeep,
    backup: () => results.remote.backup(),
    restore: (file, onProgress, signal) => takeIn(signal, () => restore(file, onProgress, signal)),
    chooseCopy: () => copy.choose(),
    allowCopy: () => copy.allow(),
    stopCopy: () => copy.stop(),
    bringBackCopy: (onProgress, signal) => takeIn(signal, () => copy.bringBack(onProgress, signal)),
    updatePage: () => orNotify(offline.update()),
    notify: thrown => app.notify(thrown),
    dismiss: id => app.change({ notices: app.state.notices.filter(notice => notice.id !== id) }),
  }
}

/** Roughly: a record of run.json takes 1.5 kB. */
const recordsIn = (files: readonly File[]): number => files.reduce((sum, { size }) => sum + size / 1500, 0)

const officialLevels: LevelChoice = { high: null, ignore: null, low: null }
