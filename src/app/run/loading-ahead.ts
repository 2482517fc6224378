import { computedHere } from '../../engine/protocol/device.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Needed } from '../../workers/contracts/folders.ts'
import type { FolderRegistry } from '../folders/registry.ts'
import type { AppStore } from '../state/store.ts'
import { isSameAhead, type WantedAhead, wantedAhead } from './wanted-ahead.ts'
import { type RunThreads, WorkerPool } from './worker-pool.ts'

/** Milliseconds without another choice before loading begins. */
const idleMs = 500

/** Milliseconds after which a model that nobody asked anything is let go. */
const longest = 10 * 60_000

/** A model that is loaded or loading, and what its workers hold. */
interface Ahead {
  readonly wanted: WantedAhead
  readonly needed: Needed
  readonly pool: Promise<WorkerPool>
}

type RunPlace = Pick<Run, 'settings'> & { readonly environment: Pick<Run['environment'], 'threads'> }

/**
 * Loads the chosen model while the user looks at the set-up, so that Run finds it loaded. Nothing depends on it: what cannot
 * be loaded is let go without a word, and Run tries again and says why. A run that ended is not followed by another load.
 */
export class LoadingAhead {
  readonly #app: AppStore
  readonly #threads: RunThreads
  readonly #folders: FolderRegistry
  /** Whether the user has chosen anything at this visit: who comes to look at results needs no model. */
  #isAwake = false
  #wanted: WantedAhead | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #held: Ahead | null = null

  constructor(app: AppStore, threads: RunThreads, folders: FolderRegistry) {
    this.#app = app
    this.#threads = threads
    this.#folders = folders
  }

  /** Something was chosen. */
  wake(): void {
    if (!this.#isAwake) this.#app.subscribe(() => this.#look())
    this.#isAwake = true
  }

  /** The workers that hold what this run needs, loaded or loading; others are ended. */
  async take({ settings, environment }: RunPlace, needed: Needed): Promise<WorkerPool | null> {
    const held = this.#held
    this.#held = null
    clearTimeout(this.#timer)
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

  #look(): void {
    const { deviceMemory } = navigator as { readonly deviceMemory?: number }
    const wanted = wantedAhead(this.#app.state, deviceMemory)
    // While a run goes on nothing is wanted; what was wanted before it is not wanted again after it.
    if (wanted === null) {
      clearTimeout(this.#timer)
      if (!this.#app.state.live) this.#wanted = null
      this.#release()
      return
    }
    if (isSameAhead(wanted, this.#wanted)) return
    this.#wanted = wanted
    this.#release()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#load(wanted), idleMs)
  }

  #load(wanted: WantedAhead): void {
    const needed = this.#folders.needed()
    const pool = WorkerPool.gather(this.#threads, { needed, model: wanted.model }, wanted.device)
    const held = { wanted, needed, pool }
    this.#held = held
    const drop = (): void => {
      if (this.#held === held) this.#release()
    }
    this.#timer = setTimeout(drop, longest)
    const { family } = wanted.model
    const load = async (): Promise<void> => {
      const loading = await pool
      const fingerprint = await loading.folders.modelFingerprint(family, wanted.dtype)
      const { device, dtype, threads } = wanted
      if (this.#held === held) await loading.loadAhead({ fingerprint, device, dtype, threads })
    }
    load().catch(drop)
  }

  #release(): void {
    const held = this.#held
    this.#held = null
    held?.pool.then(pool => pool.close()).catch(() => {})
  }
}
