import type { Store } from '../data/store.ts'
import { type ErrorCode, type ErrorInfo, errorInfo, VoxelwiseError } from '../engine/errors.ts'
import type { Run } from '../engine/run.ts'
import type { RunEvent } from '../engine/runtime/run-events.ts'
import { InHand } from '../workers/in-hand.ts'
import type { RunPorts, RunWorker } from '../workers/run.worker.ts'
import { type Bridged, lineTo, transfer } from './bridge.ts'
import type { Crew } from './crew.ts'
import { LiveShow } from './live-show.ts'
import type { LiveRun } from './state.ts'

/** After so many samples in a row that failed twice, the fault is not the samples'. */
const hopeless = 3

/** Codes that no fresh worker would mend. */
const final: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'model-file-missing',
  'model-unsupported',
  'model-config',
  'model-load',
  'device-unavailable',
  'out-of-memory',
  'storage',
  'storage-full',
])

export interface LiveRunDependencies {
  readonly store: Store
  /** Left with its model loaded where the run is done, so that a pass can go on with it. */
  readonly crew: Crew
  readonly onChange: (live: LiveRun) => void
}

type Attempt = { readonly ended: 'done' | 'stopped' } | { readonly ended: 'broken'; readonly error: unknown }

/**
 * One run on this page: starts its worker, follows it, and starts a fresh one where it breaks. A sample that
 * breaks two workers is recorded as failed.
 */
export class LiveRunner {
  readonly #show: LiveShow
  readonly #deps: LiveRunDependencies
  #worker: Bridged<RunWorker> | null = null
  #hand = new InHand()
  /** How many samples had been taken in hand when it was last looked at. */
  #taken = 0
  /** Samples given up since the last answer. */
  #inARow = 0
  #deadline = Number.POSITIVE_INFINITY
  /** Pressed before there was a worker to tell. */
  #stopped = false
  #onTimeout: (error: VoxelwiseError) => void = () => {}
  /** When the pause began that is going on, and how long earlier ones were. */
  #pausedAt: number | null = null
  #paused = 0

  constructor(run: Run, dependencies: LiveRunDependencies) {
    this.#deps = dependencies
    this.#show = new LiveShow(run, path => dependencies.crew.folders.openImage(path), dependencies.onChange)
  }

  get live(): LiveRun {
    return this.#show.live
  }

  /** Runs until all is asked, it is stopped, or nothing helps. Never rejects: an error is in the state. */
  async go(): Promise<void> {
    const { store, crew } = this.#deps
    const { id, settings, probe } = this.live.run
    const began = performance.now()
    let loaded = 0
    const watch = setInterval(() => this.#watch(), 500)
    try {
      this.#show.change({ run: await store.changeRun(id, withoutError) })
      const { voxels, chance } = await crew.folders.planned(settings.limit, probe)
      this.#show.change({ planned: voxels, chance })
      await this.#show.recount(store)
      const stopped = await this.#attempts(ms => {
        loaded += ms
      })
      await this.#end(stopped ? 'paused' : 'done', null, began, loaded)
    } catch (error) {
      const info = errorInfo(error, {
        code: 'inference-failed',
        subject: this.live.run.model.name,
        message: 'The run broke off.',
        remedy: 'Continue it; if it breaks again, try another precision or device.',
      })
      await this.#end('failed', info, began, loaded)
    } finally {
      clearInterval(watch)
      this.#show.close()
    }
  }

  pause(): void {
    if (this.live.phase !== 'running') return
    this.#show.change({ phase: 'pausing' })
    this.#worker?.remote.pause()
  }

  resume(): void {
    if (this.live.phase !== 'paused' && this.live.phase !== 'pausing') return
    this.#endPause()
    this.#show.restartClock()
    this.#show.change({ phase: 'running' })
    this.#arm()
    this.#worker?.remote.resume()
  }

  /** After the question in hand; while the model still loads, at once. */
  stop(): void {
    this.#stopped = true
    if (this.live.phase === 'loading') this.#onTimeout(stoppedWhileLoading)
    else this.#worker?.remote.stop()
  }

  /** @returns whether it was stopped */
  async #attempts(onLoaded: (ms: number) => void): Promise<boolean> {
    const tries = new Map<number, number>()
    const givenUp: { index: number; error: ErrorInfo }[] = []
    for (;;) {
      const attempt = await this.#attempt(givenUp, tries.size > 0, onLoaded)
      // A worker that ended may have stored more than it could tell.
      await this.#show.recount(this.#deps.store)
      if (attempt.ended !== 'broken') return attempt.ended === 'stopped'
      const { error } = attempt
      if (error === stoppedWhileLoading) return true
      const { index } = this.#hand
      if (index === null || (error instanceof VoxelwiseError && final.has(error.info.code))) throw error
      const count = (tries.get(index) ?? 0) + 1
      tries.set(index, count)
      if (count >= 2) {
        givenUp.push({ index, error: sampleError(error, index) })
        this.#inARow++
        if (this.#inARow >= hopeless) throw error
      }
      this.#show.change({ phase: 'loading', activity: 'The model broke off: starting it afresh' })
    }
  }

  async #attempt(
    givenUp: readonly { index: number; error: ErrorInfo }[],
    careful: boolean,
    onLoaded: (ms: number) => void,
  ): Promise<Attempt> {
    const { crew } = this.#deps
    this.#hand = new InHand()
    this.#disarm()
    const began = performance.now()
    const interrupted = new Promise<never>((_, reject) => {
      this.#onTimeout = reject
    })
    // It may come while the workers are still being joined, before anyone waits for it.
    interrupted.catch(() => {})
    if (this.#stopped) this.#onTimeout(stoppedWhileLoading)
    const { port1: told, port2: events } = new MessageChannel()
    try {
      const { worker, prepare } = await crew.pair()
      this.#worker = worker
      const [data, toPrepare] = await Promise.all([lineTo({ remote: crew.folders }), lineTo(prepare)])
      told.onmessage = ({ data: event }: MessageEvent<RunEvent>) => {
        if (this.#worker !== worker) return
        if (event.type === 'activity') onLoaded(performance.now() - began)
        this.#follow(event)
      }
      const ports: RunPorts = { data, prepare: toPrepare, events, hand: this.#hand.memory }
      const finished = worker.remote.start(
        { run: this.live.run, careful, givenUp },
        transfer(ports, [data, toPrepare, events]),
      )
      return {
        ended: (await Promise.race([finished, worker.crashed, prepare.crashed, interrupted]))
          ? 'done'
          : 'stopped',
      }
    } catch (error) {
      crew.dismiss()
      return { ended: 'broken', error }
    } finally {
      told.close()
      this.#worker = null
      this.#disarm()
    }
  }

  #follow(event: RunEvent): void {
    this.#show.follow(event)
    switch (event.type) {
      case 'activity':
        this.#arm()
        break
      case 'asking':
        if (this.#hand.memory === null) this.#hand.take(event.sample.index)
        break
      case 'outcomes':
        if (event.outcomes.some(({ verdict }) => verdict !== 'failed')) this.#inARow = 0
        break
      case 'paused':
        // It may have been resumed in the meantime.
        if (this.live.phase !== 'pausing') break
        this.#pausedAt = performance.now()
        this.#disarm()
        this.#show.change({ phase: 'paused', rate: null, secondsLeft: null })
    }
  }

  #endPause(): void {
    if (this.#pausedAt !== null) this.#paused += performance.now() - this.#pausedAt
    this.#pausedAt = null
  }

  #arm(): void {
    this.#deadline = performance.now() + 1000 * this.live.run.settings.timeout
  }

  /** What was taken in hand until now is waited for no more. */
  #disarm(): void {
    this.#taken = this.#hand.taken
    this.#deadline = Number.POSITIVE_INFINITY
  }

  #watch(): void {
    if (this.#hand.taken > this.#taken) {
      this.#taken = this.#hand.taken
      this.#arm()
    }
    if (performance.now() < this.#deadline) return
    this.#disarm()
    this.#onTimeout(
      new VoxelwiseError({
        code: 'inference-timeout',
        subject: this.#hand.index === null ? this.live.run.model.name : `sample ${this.#hand.index}`,
        message: `There was no answer within ${this.live.run.settings.timeout} seconds.`,
        remedy: 'Allow more seconds in the settings, or choose a smaller precision or another device.',
      }),
    )
  }

  async #end(
    state: 'paused' | 'done' | 'failed',
    error: ErrorInfo | null,
    began: number,
    loaded: number,
  ): Promise<void> {
    this.#endPause()
    const spent = performance.now() - began - loaded - this.#paused
    const change = (run: Run): Run => ({
      ...withoutError(run),
      state,
      timings: { load: run.timings.load + loaded, asking: run.timings.asking + spent },
      ...(error && { error }),
    })
    let { run } = this.live
    try {
      run = await this.#deps.store.changeRun(run.id, change)
    } catch (cause) {
      error ??= errorInfo(cause, storeLost)
    }
    this.#show.change({
      run,
      phase: error ? 'failed' : state,
      activity: '',
      error,
      rate: null,
      secondsLeft: null,
    })
  }
}

const stoppedWhileLoading = new VoxelwiseError({
  code: 'inference-failed',
  subject: 'model',
  message: 'The run was stopped while the model was loading.',
  remedy: 'Continue it when you like.',
})

const storeLost: ErrorInfo = {
  code: 'storage',
  subject: 'IndexedDB',
  message: 'The end of the run could not be written down.',
  remedy: 'Reload the page and continue the run.',
}

function withoutError({ error: _, ...run }: Run): Run {
  return { ...run, state: 'running' }
}

function sampleError(error: unknown, index: number): ErrorInfo {
  return errorInfo(error, {
    code: 'inference-failed',
    subject: `sample ${index}`,
    message: 'The model broke off twice on this sample.',
    remedy: 'Try another precision or device.',
  })
}
