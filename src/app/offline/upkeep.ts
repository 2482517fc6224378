import { granted } from '../../data/store/browser-storage.ts'
import { lockName } from '../../data/store/locks.ts'
import { errorMessage, VoxelwiseError } from '../../engine/base/errors.ts'
import type { OfflineStatus } from '../../offline/release.ts'
import { isBusy } from '../state/stage.ts'
import type { AppStore } from '../state/store.ts'
import { ask, registerServiceWorker } from './isolation.ts'

/** How many times its own size must be free before the page stores itself: runs matter more. */
const roomFactor = 4

/** Stores the page for use without its server if the user wants it, and finds out whether there is a newer version of it. */
export class OfflineUpkeep {
  readonly #app: AppStore
  #registration: ServiceWorkerRegistration | null = null

  constructor(app: AppStore) {
    this.#app = app
  }

  async begin(): Promise<void> {
    const registration = await registerServiceWorker()
    if (!registration) return this.#app.change({ offline: { status: 'none', reason: noServiceWorker } })
    this.#registration = registration
    registration.addEventListener('updatefound', () => this.#follow(registration.installing))
    // The event of a version found while the page was opening has already passed.
    this.#follow(registration.installing)
    await active(registration)
    await this.#look()
    // Browsers look for a newer version when it suits them, a busy one late. Without a host there is none to be found.
    await registration.update().catch(() => {})
  }

  /** Shows the newer version by reloading. @throws VoxelwiseError run-locked during a run, here or in another tab */
  async update(): Promise<void> {
    const held = (await navigator.locks?.query())?.held ?? []
    if (
      (this.#app.state.live && isBusy(this.#app.state.live)) ||
      held.some(({ name }) => name?.startsWith(lockName('')))
    )
      throw underWay()
    const worker = this.#newest()
    if (!worker) return
    await ask(worker, 'take')
    location.reload()
  }

  /** Stores the page, the demo and the runtime for use without a server. */
  keep(): Promise<void> {
    return this.#look(true)
  }

  #follow(worker: ServiceWorker | null): void {
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' || worker.state === 'activated') void this.#look()
    })
  }

  /** An installed worker may wait long for the other one's work to end; it has all it needs, and already answers. */
  #newest(): ServiceWorker | null {
    return this.#registration?.waiting ?? this.#registration?.active ?? null
  }

  /** @param isWanted whether the user just asked for it */
  async #look(isWanted = false): Promise<void> {
    const worker = this.#newest()
    if (!worker) return
    try {
      const status = await ask(worker, 'status')
      if (status.isWhole) return this.#show('kept', status)
      if (!isWanted && !status.isWanted) return this.#show('offered', status)
      if (!(await hasRoom(status.size)))
        return this.#app.change({ offline: { status: 'none', reason: noRoom } })
      this.#app.change({ offline: { status: 'keeping', size: status.size } })
      this.#show('kept', await ask(worker, 'keep'))
    } catch (error) {
      const reason = `Not stored: ${errorMessage(error)}`
      this.#app.change({ offline: { status: 'none', reason } })
    }
  }

  #show(status: 'offered' | 'kept', { shown, own, size }: OfflineStatus): void {
    this.#app.change({ offline: { status, size, isNewer: shown !== own } })
  }
}

const noServiceWorker = 'This browser or window cannot save the page for offline use.'
const noRoom = 'Too little space in this browser to save the page for offline use.'

const underWay = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-locked',
    subject: 'the newer version',
    message: 'A run is active, here or in another tab.',
    remedy: 'Wait for it, or stop it. You can continue it later.',
  })

async function hasRoom(size: number): Promise<boolean> {
  const { quota, usage } = await granted()
  return quota === null || quota - (usage ?? 0) > roomFactor * size
}

/** Settles when a worker is in charge, or the first one could not be installed. */
async function active(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.installing ?? registration.waiting
  if (registration.active || !worker) return
  await new Promise<void>(resolve => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve()
    })
  })
}
