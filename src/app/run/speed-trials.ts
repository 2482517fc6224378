import { internalError, VoxelwiseError } from '../../engine/base/errors.ts'
import { refusal } from '../../engine/model/refusal.ts'
import { measuredSpeed } from '../../engine/model/speed.ts'
import { computedHere, type Device, isNative, toDeviceKind } from '../../engine/protocol/device.ts'
import { indexSpace } from '../../engine/protocol/judging.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { chosenDetail, type RunSettings } from '../../engine/protocol/settings.ts'
import type { RunEvent } from '../../engine/runtime/run-events.ts'
import type { RunWorker, SpeedTrial } from '../../workers/contracts/run.ts'
import { Claims } from '../../workers/shared/claims.ts'
import type { FolderRegistry } from '../folders/registry.ts'
import type { FileProgress, TrialState, TrialSubject } from '../state/state.ts'
import type { AppStore } from '../state/store.ts'
import { portTo, transfer, type WorkerHandle } from '../threads/bridge.ts'
import type { LoadingAhead } from './loading-ahead.ts'
import { describeEnvironment, divisionFor, newRun } from './new-run.ts'
import { type RunThreads, WorkerPool } from './worker-pool.ts'

/** Seconds of asking, after the model is loaded. */
const trialSeconds = 10

/** Milliseconds between two renderings. */
const millisecondsBetweenRenderings = 100

/** Tries how fast the chosen model answers the data set's first questions: with the copies, threads and order of a run. */
export class SpeedTrials {
  readonly #app: AppStore
  readonly #threads: RunThreads
  readonly #folders: FolderRegistry
  readonly #ahead: LoadingAhead
  #ending = new AbortController()
  #working: Promise<void> = Promise.resolve()

  constructor(app: AppStore, threads: RunThreads, folders: FolderRegistry, ahead: LoadingAhead) {
    this.#app = app
    this.#ahead = ahead
    this.#threads = threads
    this.#folders = folders
  }

  /** Never rejects: what went wrong is in the state. A second press ends the trial of the first. */
  async start(): Promise<void> {
    const { settings } = this.#app.state
    const what: TrialSubject = {
      model: this.#chosenName('model'),
      dataset: this.#chosenName('dataset'),
      device: settings.device,
      dtype: settings.dtype,
      imageDetail: chosenDetail(settings),
    }
    this.#ending.abort()
    const ending = new AbortController()
    this.#ending = ending
    this.#working = this.#working.then(() =>
      ending.signal.aborted ? undefined : this.#try(what, ending.signal),
    )
    await this.#working
  }

  /** Ends its workers immediately. Resolves when they have ended. */
  async stop(): Promise<void> {
    this.#ending.abort()
    await this.#working
  }

  #chosenName(role: 'model' | 'dataset'): string {
    const chosen = this.#app.state[role]
    return chosen.status === 'ready' ? chosen.overview.name : ''
  }

  #show(trial: TrialState): void {
    this.#app.change({ trial })
  }

  async #try(what: TrialSubject, signal: AbortSignal): Promise<void> {
    this.#show({ status: 'loading', what, share: null })
    try {
      const { settings } = this.#app.state
      const device = this.#otherDevice()
      // The one that was not chosen may be unable to run the model.
      const other =
        device &&
        (await this.#measure({ ...what, device }, { ...settings, device }, signal).catch(() => null))
      const measured = signal.aborted ? null : await this.#measure(what, settings, signal)
      if (measured === null) return this.#show({ status: 'none' })
      const compared = other && device && { device, speed: other.speed }
      this.#show({ status: 'done', what, ...measured, compared })
    } catch (error) {
      this.#show({ status: 'failed', what, error: internalError('trial', error) })
    }
  }

  /** A device to compare the chosen one with: the local runtime's first, or the browser's own; null without a local runtime. */
  #otherDevice(): Device | null {
    const { settings, device } = this.#app.state
    if (!device.native) return null
    return isNative(settings.device) ? 'wasm' : (device.native.devices[0] ?? null)
  }

  /** Null if it was ended. @throws VoxelwiseError */
  async #measure(what: TrialSubject, settings: RunSettings, signal: AbortSignal) {
    const run = this.#run(settings)
    const model = this.#folders.model()
    const needed = this.#folders.needed()
    const { copies } = divisionFor(model, run.settings, this.#app.state.device)
    // Loading is part of the measurement, and two of a large model may not fit.
    ;(await this.#ahead.claim(run, needed))?.close()
    const pool = await WorkerPool.gather(this.#threads, { needed, model }, run.settings.device)
    const trial = new Trial(run, copies, pool, progress => {
      if (!signal.aborted) this.#show({ what, ...progress })
    })
    const all = await trial.go(signal)
    if (all === null) return null
    const speed = measuredSpeed(all)
    if (speed === null) throw nothingAnswered(what.dataset)
    const [first] = all
    const here = computedHere(run.settings)
    const memory = model.dtypes.find(({ dtype }) => dtype === here?.dtype)?.memory ?? null
    return {
      speed,
      shape: model.shape,
      whole: first?.whole ?? { images: 0, questions: 0 },
      details: first?.details ?? [],
      load: trial.loaded / 1000,
      memory: here && memory && copies * memory.total[toDeviceKind(here.device)],
    }
  }

  /** As it would be made now. @throws VoxelwiseError where it could not be */
  #run(settings: RunSettings): Run {
    const { device, isLengthChosen } = this.#app.state
    const [dataset, model] = [this.#folders.dataset(), this.#folders.model()]
    const problem = refusal(model, settings, dataset.imagesAtOnce)
    if (problem) throw new VoxelwiseError(problem)
    const environment = describeEnvironment(device, model, settings)
    // Its weights are not read for a fingerprint, since nothing is stored under it.
    return newRun({ dataset, model, fingerprint: '', settings, environment, isLengthChosen })
  }
}

type Progress =
  | Omit<Extract<TrialState, { readonly status: 'loading' }>, 'what'>
  | Omit<Extract<TrialState, { readonly status: 'asking' }>, 'what'>

/** One trial: copies that begin to ask together, as soon as each is loaded. */
class Trial {
  readonly #run: Run
  readonly #copies: number
  readonly #pool: WorkerPool
  readonly #onProgress: (progress: Progress) => void
  /** Copies that are not ready yet. */
  readonly #waiting: Set<number>
  readonly #workers: WorkerHandle<RunWorker>[] = []
  readonly #load = new Map<string, Pick<FileProgress, 'loaded' | 'total'>>()
  readonly #began = performance.now()
  #answered = 0
  #shown = 0
  /** Milliseconds until every copy was ready. */
  loaded = 0

  constructor(run: Run, copies: number, pool: WorkerPool, onProgress: (progress: Progress) => void) {
    this.#run = run
    this.#copies = copies
    this.#pool = pool
    this.#onProgress = onProgress
    this.#waiting = new Set(Array.from({ length: copies }, (_, copy) => copy))
  }

  /** Null if it was ended. @throws the error that broke a copy */
  async go(signal: AbortSignal): Promise<readonly SpeedTrial[] | null> {
    const memory = this.#copies > 1 ? Claims.memoryFor(indexSpace(this.#run)) : null
    const ended = new Promise<null>(resolve => {
      if (signal.aborted) resolve(null)
      signal.addEventListener('abort', () => resolve(null))
    })
    try {
      const copies = Array.from({ length: this.#copies }, (_, copy) => this.#try(copy, memory))
      return await Promise.race([Promise.all(copies), ended])
    } finally {
      this.#pool.close()
    }
  }

  async #try(copy: number, claims: SharedArrayBuffer | null): Promise<SpeedTrial> {
    const { worker, prepare } = await this.#pool.pair(copy)
    this.#workers.push(worker)
    const [data, toPrepare] = await Promise.all([portTo({ remote: this.#pool.folders }), portTo(prepare)])
    const { port1: ownPort, port2: events } = new MessageChannel()
    ownPort.onmessage = ({ data: event }: MessageEvent<RunEvent>) => this.#follow(copy, event)
    try {
      void worker.remote.pause()
      const ports = { data, prepare: toPrepare, events, hand: null, preparing: null, claims }
      const task = { run: this.#run, copy, seconds: trialSeconds }
      const trial = worker.remote.trySpeed(task, transfer(ports, [data, toPrepare, events]))
      return await Promise.race([trial, worker.crashed, prepare.crashed])
    } finally {
      ownPort.close()
      // A copy without questions never reports that it is ready.
      this.#ready(copy)
    }
  }

  #follow(copy: number, event: RunEvent): void {
    if (event.type === 'load') this.#load.set(event.file, event)
    if (event.type === 'outcomes') this.#answered += event.outcomes.length
    if (event.type === 'paused') this.#ready(copy)
    else this.#publish()
  }

  /** All begin to ask together: one that asks while others load would be slower than in a run. */
  #ready(copy: number): void {
    if (!this.#waiting.delete(copy) || this.#waiting.size > 0) return
    this.loaded = performance.now() - this.#began
    this.#publish(true)
    for (const { remote } of this.#workers) void remote.resume()
  }

  #publish(isAtOnce = false): void {
    const now = performance.now()
    if (!isAtOnce && now - this.#shown < millisecondsBetweenRenderings) return
    this.#shown = now
    if (this.loaded > 0) {
      this.#onProgress({ status: 'asking', answered: this.#answered })
      return
    }
    const files = [...this.#load.values()]
    const total = files.reduce((sum, file) => sum + file.total, 0)
    const share = total > 0 ? files.reduce((sum, file) => sum + file.loaded, 0) / total : null
    this.#onProgress({ status: 'loading', share })
  }
}

const nothingAnswered = (subject: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'inference-failed',
    subject,
    message: 'All of the first questions failed.',
    remedy: 'Start a run with a few questions to see the reason for each.',
  })
