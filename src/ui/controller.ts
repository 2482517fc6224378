import type { LoadProgress } from '../data/dataset.ts'
import type { DatasetOverview } from '../data/overview.ts'
import { openSource, type SourceDescriptor } from '../data/sources/descriptor.ts'
import { Store } from '../data/store.ts'
import { type ErrorInfo, errorInfo, VoxelwiseError } from '../engine/errors.ts'
import type { ModelOverview } from '../engine/model/overview.ts'
import { unrooted } from '../engine/paths.ts'
import type { Run, RunSettings } from '../engine/run.ts'
import type { ShortcutOptions } from '../engine/shortcut.ts'
import { proxy, startDataWorker, startResultsWorker } from './bridge.ts'
import type { Controller, LevelChoice } from './controller-api.ts'
import { findWebGpu, initialDevice } from './device.ts'
import { askAgain, describe, type FolderRole, isAtHand, lastFolder, nameOf } from './folders.ts'
import { LiveRunner } from './live-run.ts'
import { newRun } from './new-run.ts'
import type { AppState, Chosen, LiveRun, Picked } from './state.ts'

const firstSettings: RunSettings = {
  device: 'wasm',
  dtype: 'q8',
  scoring: 'generate',
  fullText: false,
  keepFeatures: true,
  maxNewTokens: 32,
  limit: null,
  timeout: 300,
}

const unexpected: ErrorInfo = {
  code: 'file-unreadable',
  subject: 'page',
  message: 'Something went wrong.',
  remedy: 'Reload the page and try again.',
}

/** Milliseconds between two renderings of a live run: the model's thread tells far more often. */
const renderEvery = 100

/** Starts the workers and the store, and brings back the folders of the last visit. */
export function createController(options: { readonly remember: boolean } = { remember: true }): Controller {
  const data = startDataWorker()
  const results = startResultsWorker()
  const opened = Store.open()
  const folders: Record<FolderRole, SourceDescriptor | null> = { dataset: null, model: null }
  const listeners = new Set<() => void>()
  let runner: LiveRunner | null = null
  let notices = 0
  let state: AppState = {
    device: initialDevice(),
    dataset: { status: 'none' },
    model: { status: 'none' },
    settings: firstSettings,
    live: null,
    runs: null,
    notices: [],
  }

  const change = (part: Partial<AppState>): void => {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  const notify = (thrown: unknown): void => {
    const error = errorInfo(thrown, unexpected)
    change({ notices: [...state.notices, { id: ++notices, error }] })
  }
  const refreshRuns = async (): Promise<void> => {
    const store = await opened
    const held = new Set(((await navigator.locks.query()).held ?? []).map(({ name }) => name))
    const runs = await store.runs()
    change({
      runs: runs
        .map(({ run, tally }) => ({
          // A run that nobody works on any more was interrupted.
          run:
            run.state === 'running' && !held.has(lockOf(run.id)) ? { ...run, state: 'paused' as const } : run,
          ...tally,
        }))
        .sort((a, b) => (a.run.created < b.run.created ? 1 : -1)),
    })
  }

  const deviceFound = findWebGpu().then(webgpu => change({ device: { ...state.device, webgpu } }))

  /** Opens a folder in the data worker and shows how that goes. */
  const open = async (role: FolderRole, descriptor: SourceDescriptor): Promise<void> => {
    const name = nameOf(descriptor)
    folders[role] = descriptor
    change({ [role]: { status: 'reading', name, files: 0, samples: 0 } })
    const current = (): boolean => folders[role] === descriptor
    try {
      if (role === 'dataset') {
        const overview = await data.remote.openDataset(
          descriptor,
          proxy(({ files, samples }: LoadProgress) => {
            if (current()) change({ dataset: { status: 'reading', name, files, samples } })
          }),
        )
        if (current()) change({ dataset: { status: 'ready', overview } })
      } else {
        await deviceFound
        const device = state.device.webgpu.status === 'available' ? 'webgpu' : 'wasm'
        const overview = await data.remote.openModel(descriptor, device)
        if (!current()) return
        const { recommended } = overview
        change({
          model: { status: 'ready', overview },
          ...(recommended && {
            settings: { ...state.settings, device: recommended.device, dtype: recommended.dtype },
          }),
        })
      }
      if (options.remember) await (await opened).keepFolder(`last/${role}`, descriptor)
    } catch (error) {
      if (current()) change({ [role]: { status: 'failed', name, error: errorInfo(error, unexpected) } })
    }
  }
  const choose = (role: FolderRole, picked: Picked): Promise<void> => open(role, describe(role, picked))
  const unlock = async (role: FolderRole): Promise<void> => {
    const descriptor = folders[role]
    if (descriptor && (await askAgain(descriptor))) await open(role, descriptor)
  }
  const lockFolder = (role: FolderRole, descriptor: SourceDescriptor): void => {
    folders[role] = descriptor
    change({ [role]: { status: 'locked', name: nameOf(descriptor), source: descriptor.kind } })
  }
  const settled = async (role: FolderRole): Promise<DatasetOverview & ModelOverview> => {
    const chosen: Chosen<unknown> = state[role]
    if (chosen.status === 'ready') return chosen.overview as DatasetOverview & ModelOverview
    if (chosen.status === 'failed') throw new VoxelwiseError(chosen.error)
    throw new VoxelwiseError({
      code: 'permission-denied',
      subject: chosen.status === 'locked' ? chosen.name : role,
      message: role === 'dataset' ? 'The data set is not at hand.' : 'The model is not at hand.',
      remedy: 'Pick its folder first, then try again.',
    })
  }

  /** Works on a stored run until it ends, under a lock that keeps other tabs off it. */
  const work = async (run: Run): Promise<void> => {
    const store = await opened
    await navigator.locks.request(lockOf(run.id), { ifAvailable: true }, async lock => {
      if (!lock)
        throw new VoxelwiseError({
          code: 'run-locked',
          subject: run.name,
          message: 'Another tab is working on this run.',
          remedy: 'Use that tab, or close it and continue the run here.',
        })
      // Records should outlive a full disk; without the permission they still outlive the tab.
      await navigator.storage.persist()
      let live: LiveRun | null = null
      let timer: ReturnType<typeof setTimeout> | null = null
      const show = (): void => {
        if (timer !== null) clearTimeout(timer)
        timer = null
        change({ live })
      }
      const { chance } = await settled('dataset')
      runner = new LiveRunner(run, {
        store,
        data,
        chance,
        onChange: next => {
          const phase = live?.phase
          live = next
          if (phase !== next.phase) show()
          else timer ??= setTimeout(show, renderEvery)
        },
      })
      await runner.go()
      show()
      runner = null
    })
    await refreshRuns()
  }
  /** Begins to work and returns; what goes wrong before the run itself can tell becomes a notice. */
  const begin = async (run: Run): Promise<void> => {
    work(run).catch(notify)
    await refreshRuns()
  }

  const start = async (): Promise<void> => {
    if (runner) return
    try {
      const [dataset, model] = [await settled('dataset'), await settled('model')]
      const problem = model.problems[0]
      if (problem) throw new VoxelwiseError(problem)
      const fingerprint = await data.remote.fingerprintModel(model.family, state.settings.dtype)
      const run = newRun({ dataset, model, fingerprint, settings: state.settings, device: state.device })
      const store = await opened
      await store.putRun(run)
      await data.remote.keepLoad(run.id)
      if (folders.dataset) await store.keepFolder(`${run.id}/dataset`, folders.dataset)
      if (folders.model) await store.keepFolder(`${run.id}/model`, folders.model)
      await begin(run)
    } catch (error) {
      notify(error)
    }
  }

  const continueRun = async (id: string): Promise<void> => {
    if (runner) return
    try {
      const store = await opened
      const run = await store.run(id)
      await bringBack(run, 'dataset', run.dataset.fingerprint)
      await bringBack(run, 'model', run.model.fingerprint)
      if (run.settings.device === 'webgpu' && state.device.webgpu.status === 'unavailable')
        throw new VoxelwiseError({
          code: 'device-unavailable',
          subject: 'WebGPU',
          message: state.device.webgpu.reason,
          remedy: 'Continue this run in a browser with WebGPU, or start a new one on WASM.',
        })
      await begin(run)
    } catch (error) {
      notify(error)
    }
  }
  /** Opens the folder a run was made with, unless it is open already, and checks that it is the same. */
  const bringBack = async (run: Run, role: FolderRole, wanted: string): Promise<void> => {
    const fingerprintNow = async (): Promise<string | null> => {
      if (state[role].status !== 'ready') return null
      if (role === 'dataset') return (await settled('dataset')).fingerprint
      return data.remote.fingerprintModel(run.model.family, run.settings.dtype).catch(() => null)
    }
    if ((await fingerprintNow()) === wanted) return
    const descriptor = await (await opened).folder(`${run.id}/${role}`)
    if (!descriptor) throw await notAtHand(run[role].name)
    if (!(await isAtHand(descriptor)) && !(await askAgain(descriptor))) {
      lockFolder(role, descriptor)
      throw await notAtHand(run[role].name)
    }
    await open(role, descriptor)
    await settled(role)
    if ((await fingerprintNow()) !== wanted)
      throw new VoxelwiseError({
        code: 'fingerprint-mismatch',
        subject: run[role].name,
        message: 'This folder is not the same as when the run began.',
        remedy: 'Put the files back as they were, or start a new run on them.',
      })
  }

  const runFolder = async (id: string): Promise<SourceDescriptor | null> => {
    const run = await (await opened).run(id)
    if (
      folders.dataset &&
      state.dataset.status === 'ready' &&
      state.dataset.overview.fingerprint === run.dataset.fingerprint
    )
      return folders.dataset
    const descriptor = await (await opened).folder(`${id}/dataset`)
    return descriptor && (await isAtHand(descriptor)) ? descriptor : null
  }

  const initialise = async (): Promise<void> => {
    await refreshRuns()
    if (!options.remember) return
    for (const role of ['dataset', 'model'] as const) {
      const descriptor = await lastFolder(await opened, role)
      // The user may have picked something in the meantime.
      if (folders[role]) continue
      if (await isAtHand(descriptor)) await open(role, descriptor)
      else lockFolder(role, descriptor)
    }
  }
  initialise().catch(notify)

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getState: () => state,
    chooseDataset: picked => choose('dataset', picked),
    chooseModel: picked => choose('model', picked),
    unlockDataset: () => unlock('dataset'),
    unlockModel: () => unlock('model'),
    quality: () => data.remote.quality(),
    changeSettings: part => change({ settings: { ...state.settings, ...part } }),
    start,
    pause: () => runner?.pause(),
    resume: () => runner?.resume(),
    stop: async () => runner?.stop(),
    continueRun,
    results: async id => ({ run: await (await opened).run(id), rows: await results.remote.rows(id) }),
    record: async (run, index) => {
      const record = await (await opened).record(run, index)
      if (record) return record
      throw new VoxelwiseError({
        code: 'storage',
        subject: `sample ${index}`,
        message: 'This run has no record of that sample.',
        remedy: 'It may not have been asked yet; continue the run.',
      })
    },
    imageUrl: async (run, path) => {
      const descriptor = await runFolder(run)
      if (!descriptor) return null
      const source = openSource(descriptor)
      return URL.createObjectURL(await source.open(unrooted(source.name, path)))
    },
    renameRun: async (id, name) => {
      await (await opened).changeRun(id, run => ({ ...run, name }))
      await refreshRuns()
    },
    deleteRun: async id => {
      await (await opened).deleteRun(id)
      if (state.live?.run.id === id) change({ live: null })
      await refreshRuns()
    },
    exportFile: (id, name, levels) => results.remote.exportFile(id, name, shortcutOptions(levels)),
    importFile: async file => {
      const id = await results.remote.importFile(file)
      await refreshRuns()
      return id
    },
    dismiss: id => change({ notices: state.notices.filter(notice => notice.id !== id) }),
  }
}

const lockOf = (run: string): string => `voxelwise/run/${run}`

function shortcutOptions(levels: LevelChoice | undefined): ShortcutOptions {
  return {
    highLevelTasks: levels?.high ? new Set(levels.high) : undefined,
    ignoredTasks: levels?.ignore ? new Set(levels.ignore) : undefined,
  }
}

async function notAtHand(name: string): Promise<VoxelwiseError> {
  return new VoxelwiseError({
    code: 'permission-denied',
    subject: name,
    message: 'The browser no longer has access to this folder.',
    remedy: `Pick the folder "${name}" again on the first page, then continue the run.`,
  })
}
