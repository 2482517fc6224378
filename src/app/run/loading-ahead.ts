import type { DatasetOverview } from '../../data/formats/dataset-overview.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import { computedHere, type Device, type Dtype, toDeviceKind } from '../../engine/protocol/device.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { RunSettings } from '../../engine/protocol/settings.ts'
import type { Needed } from '../../workers/contracts/folders.ts'
import type { FolderRegistry } from '../folders/registry.ts'
import type { AppState } from '../state/state.ts'
import type { AppStore } from '../state/store.ts'
import { divisionFor } from './new-run.ts'
import { readyFolders, SetUpWatch } from './set-up-watch.ts'
import { type RunThreads, WorkerPool } from './worker-pool.ts'

/** A model that can be loaded before Run is pressed, and all that its loading depends on. */
interface WantedAhead {
  readonly dataset: DatasetOverview
  readonly model: ModelOverview
  readonly device: Device
  readonly dtype: Dtype
  readonly threads: number
}

/** The share of the machine's memory for a model that may never be used. */
const share = 1 / 4

/** Gigabytes if the browser does not report them. */
const usualMemory = 8

type Chosen = Pick<AppState, 'dataset' | 'model' | 'settings' | 'device' | 'live' | 'trial' | 'deviceTest'>

/**
 * What a press of Run would load now; null if it would be refused, if something is running, if the model is large for the
 * machine, and if it is not from the user's own files: the bundled one is small, a server's files are requested once.
 * @param memory gigabytes of the machine, as the browser reports them
 */
export function wantedAhead(state: Chosen, memory: number | undefined): WantedAhead | null {
  const { settings, device, deviceTest } = state
  const ready = readyFolders(state)
  const here = computedHere(settings)
  if (!ready || !here) return null
  const { source } = ready.model
  if (source !== 'directory' && source !== 'files') return null
  // Until then the graphics card has another copy.
  if (here.device === 'webgpu' && deviceTest.status === 'testing') return null
  const needed = modelBytes(ready.model, settings, here.device)
  if (needed === null || needed > share * (memory ?? usualMemory) * 2 ** 30) return null
  const { threads } = divisionFor(ready.model, settings, device)
  return { ...ready, ...here, threads }
}

function modelBytes({ dtypes }: ModelOverview, { dtype }: RunSettings, device: Device): number | null {
  return dtypes.find(known => known.dtype === dtype)?.memory?.total[toDeviceKind(device)] ?? null
}

/** Whether a load for the one serves the other; reopened folders are different ones. */
export const isSameAhead = (one: WantedAhead | null, other: WantedAhead | null): boolean =>
  (['dataset', 'model', 'device', 'dtype', 'threads'] as const).every(key => one?.[key] === other?.[key])

/** Milliseconds after which an unused model is released. */
const longest = 10 * 60_000

/** A model that is loaded or loading, and its workers' inputs. */
interface Ahead {
  readonly wanted: WantedAhead
  readonly needed: Needed
  readonly pool: Promise<WorkerPool>
}

type RunPlace = Pick<Run, 'settings'> & { readonly environment: Pick<Run['environment'], 'threads'> }

/**
 * Loads the chosen model during the set-up, so that Run finds it loaded. A model that cannot be loaded is silently
 * released: Run tries again and reports why. After a run, nothing is loaded ahead.
 */
export class LoadingAhead {
  readonly #app: AppStore
  readonly #threads: RunThreads
  readonly #folders: FolderRegistry
  readonly #watch: SetUpWatch<WantedAhead>
  /** What was wanted last. A run, during which nothing is wanted, leaves it. */
  #last: WantedAhead | null = null
  /** Whether the wish is that of before a run: the run has had its model. */
  #isRestored = false
  #releaseTimer: ReturnType<typeof setTimeout> | undefined
  #held: Ahead | null = null

  constructor(app: AppStore, threads: RunThreads, folders: FolderRegistry) {
    this.#app = app
    this.#threads = threads
    this.#folders = folders
    this.#watch = new SetUpWatch(app, {
      wanted: state => wantedAhead(state, (navigator as { readonly deviceMemory?: number }).deviceMemory),
      isSame: isSameAhead,
      change: wanted => this.#change(wanted),
      begin: wanted => {
        if (!this.#isRestored) this.#load(wanted)
      },
    })
  }

  /** Something was chosen. */
  wake(): void {
    this.#watch.wake()
  }

  /** The workers with what this run needs, loaded or loading; others are ended. */
  async claim({ settings, environment }: RunPlace, needed: Needed): Promise<WorkerPool | null> {
    const held = this.#held
    this.#held = null
    this.#watch.rest()
    clearTimeout(this.#releaseTimer)
    if (!held) return null
    const here = computedHere(settings)
    const { device, dtype, threads } = held.wanted
    const isSame =
      here?.device === device &&
      here.dtype === dtype &&
      environment.threads === threads &&
      held.needed.dataset.number === needed.dataset.number &&
      held.needed.model?.number === needed.model?.number
    const pool = await held.pool.catch(() => null)
    if (isSame) return pool
    pool?.close()
    return null
  }

  #change(wanted: WantedAhead | null): void {
    this.#release()
    this.#isRestored = isSameAhead(wanted, this.#last)
    if (wanted || !this.#app.state.live) this.#last = wanted
  }

  #load(wanted: WantedAhead): void {
    const needed = this.#folders.needed()
    const pool = WorkerPool.gather(this.#threads, { needed, model: wanted.model }, wanted.device)
    const held = { wanted, needed, pool }
    this.#held = held
    const drop = (): void => {
      if (this.#held === held) this.#release()
    }
    this.#releaseTimer = setTimeout(drop, longest)
    const { family } = wanted.model
    const load = async (): Promise<void> => {
      const loading = await pool
      const fingerprint = await loading.folders.modelFingerprint(family, wanted.dtype, null)
      const { device, dtype, threads } = wanted
      if (this.#held === held) await loading.loadAhead({ fingerprint, device, dtype, threads })
    }
    load().catch(drop)
  }

  #release(): void {
    clearTimeout(this.#releaseTimer)
    const held = this.#held
    this.#held = null
    held?.pool.then(pool => pool.close()).catch(() => {})
  }
}
