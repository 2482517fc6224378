import type { Store } from '../data/store.ts'
import { VoxelwiseError } from '../engine/errors.ts'
import type { Run } from '../engine/run.ts'
import type { DataWorker } from '../workers/data.worker.ts'
import type { AppStore } from './app-store.ts'
import type { Bridged } from './bridge.ts'
import type { FolderDesk } from './folder-desk.ts'
import { LiveRunner } from './live-run.ts'
import { newRun } from './new-run.ts'
import type { LiveRun } from './state.ts'

/** Milliseconds between two renderings of a live run: the model's thread tells far more often. */
const renderEvery = 100

const lockOf = (run: string): string => `voxelwise/run/${run}`

/** Starts and continues runs, one at a time on this page, and keeps the list of stored ones. */
export class RunDesk {
  readonly #app: AppStore
  readonly #data: Bridged<DataWorker>
  readonly #store: Promise<Store>
  readonly #folders: FolderDesk
  #runner: LiveRunner | null = null
  /** From the press of a button until its run ends: a second press must not start a second run. */
  #busy = false

  constructor(app: AppStore, data: Bridged<DataWorker>, store: Promise<Store>, folders: FolderDesk) {
    this.#app = app
    this.#data = data
    this.#store = store
    this.#folders = folders
  }

  pause(): void {
    this.#runner?.pause()
  }

  resume(): void {
    this.#runner?.resume()
  }

  stop(): void {
    this.#runner?.stop()
  }

  async refresh(): Promise<void> {
    const held = new Set(((await navigator.locks.query()).held ?? []).map(({ name }) => name))
    const stored = await (await this.#store).runs()
    const runs = stored
      .map(({ run, tally }) => ({ run: held.has(lockOf(run.id)) ? run : atRest(run), ...tally }))
      .sort((a, b) => (a.run.created < b.run.created ? 1 : -1))
    this.#app.change({ runs })
  }

  start(): Promise<void> {
    return this.#once(() => this.#start())
  }

  continue(id: string): Promise<void> {
    return this.#once(() => this.#continue(id))
  }

  async #start(): Promise<void> {
    const { settings, device } = this.#app.state
    const dataset = this.#folders.dataset()
    const model = this.#folders.model()
    const problem = model.problems[0]
    if (problem) throw new VoxelwiseError(problem)
    const fingerprint = await this.#data.remote.fingerprintModel(model.family, settings.dtype)
    const run = newRun({ dataset, model, fingerprint, settings, device })
    const store = await this.#store
    await store.putRun(run)
    await this.#data.remote.keepLoad(run.id)
    for (const role of ['dataset', 'model'] as const) {
      const descriptor = this.#folders.descriptor(role)
      if (descriptor) await store.keepFolder(`${run.id}/${role}`, descriptor)
    }
    this.#begin(run)
  }

  async #continue(id: string): Promise<void> {
    const run = await (await this.#store).run(id)
    await this.#folders.bringBackFor(run)
    const { webgpu } = this.#app.state.device
    if (run.settings.device === 'webgpu' && webgpu.status === 'unavailable')
      throw new VoxelwiseError({
        code: 'device-unavailable',
        subject: 'WebGPU',
        message: webgpu.reason,
        remedy: 'Continue this run in a browser with WebGPU, or start a new one on WASM.',
      })
    this.#begin(run)
  }

  async delete(id: string): Promise<void> {
    const { live } = this.#app.state
    if (this.#runner && live?.run.id === id)
      throw new VoxelwiseError({
        code: 'run-locked',
        subject: live.run.name,
        message: 'This run is going on.',
        remedy: 'Stop it first, then delete it.',
      })
    await (await this.#store).deleteRun(id)
    if (live?.run.id === id) this.#app.change({ live: null })
    await this.refresh()
  }

  async #once(begin: () => Promise<void>): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    try {
      await begin()
    } catch (error) {
      this.#busy = false
      throw error
    }
  }

  /** Begins to work and returns; what goes wrong before the run itself can tell becomes a notice. */
  #begin(run: Run): void {
    this.#work(run)
      .catch(error => this.#app.notify(error))
      .finally(() => {
        this.#busy = false
      })
  }

  /** Works on a stored run until it ends, under a lock that keeps other tabs off it. */
  async #work(run: Run): Promise<void> {
    await navigator.locks.request(lockOf(run.id), { ifAvailable: true }, async lock => {
      if (!lock)
        throw new VoxelwiseError({
          code: 'run-locked',
          subject: run.name,
          message: 'Another tab is working on this run.',
          remedy: 'Use that tab, or close it and continue the run here.',
        })
      // Records should outlive a full disk. Some browsers ask the user, and the run need not wait for that.
      navigator.storage.persist().catch(() => false)
      const runner = new LiveRunner(run, {
        store: await this.#store,
        data: this.#data,
        chance: this.#folders.dataset().chance,
        onChange: this.#throttled(),
      })
      this.#runner = runner
      await this.refresh()
      await runner.go()
      this.#runner = null
    })
    await this.refresh()
  }

  /** Shows a change of phase at once, and what lies between at most every tenth of a second. */
  #throttled(): (live: LiveRun) => void {
    let phase: LiveRun['phase'] | null = null
    let latest: LiveRun | null = null
    let timer: ReturnType<typeof setTimeout> | null = null
    const show = (): void => {
      if (timer !== null) clearTimeout(timer)
      timer = null
      this.#app.change({ live: latest })
    }
    return live => {
      latest = live
      if (phase !== live.phase) show()
      else timer ??= setTimeout(show, renderEvery)
      phase = live.phase
    }
  }
}

/** A run that nobody works on any more was interrupted. */
function atRest(run: Run): Run {
  return run.state === 'running' ? { ...run, state: 'paused' } : run
}
