import { type ErrorCode, type ErrorInfo, errorInfo, VoxelwiseError } from '../engine/errors.ts'
import type { Run } from '../engine/run.ts'
import type { RunEvent } from '../engine/runtime/run-events.ts'
import type { Claims } from '../workers/claims.ts'
import { InHand } from '../workers/in-hand.ts'
import type { RunPorts, RunWorker } from '../workers/run.worker.ts'
import { type Bridged, lineTo, transfer } from './bridge.ts'
import type { Crew } from './crew.ts'

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

export interface LaneTask {
  readonly run: Run
  /** Number of the copy, from 0. */
  readonly copy: number
  readonly claims: Claims
  /** Left with its model loaded where the run is done, so that a pass can go on with it. */
  readonly crew: Crew
  /** The page's own handling of what the worker tells. */
  readonly follow: (event: RunEvent) => void
  /** Called before a fresh worker is started in place of one that broke, and may have stored more than it could tell. */
  readonly onBroken: () => Promise<void>
}

/** `paused` is told by its worker: until then it still asks. */
export type LaneState = 'loading' | 'asking' | 'paused' | 'ended'

type Attempt = { readonly ended: 'done' | 'stopped' } | { readonly ended: 'broken'; readonly error: unknown }

/**
 * One copy of the model at work on a run: starts its worker, watches it, and starts a fresh one where it breaks. A sample
 * that breaks two workers is recorded as failed.
 */
export class Lane {
  readonly #task: LaneTask
  #worker: Bridged<RunWorker> | null = null
  #hand = new InHand()
  /** How many samples had been taken in hand when it was last looked at. */
  #taken = 0
  /** Samples given up since the last answer. */
  #inARow = 0
  #deadline = Number.POSITIVE_INFINITY
  #state: LaneState = 'loading'
  #wish: 'go on' | 'pause' | 'stop' = 'go on'
  #hasAsked = false
  #interrupt: (reason: unknown) => void = () => {}

  constructor(task: LaneTask) {
    this.#task = task
  }

  get state(): LaneState {
    return this.#state
  }

  /** Whether its model was ever loaded in this run. */
  get hasAsked(): boolean {
    return this.#hasAsked
  }

  /**
   * Works until nothing is left for it or it is stopped.
   * @returns whether it was stopped
   * @throws what no fresh worker would mend
   */
  async go(): Promise<boolean> {
    const tries = new Map<number, number>()
    const givenUp: { index: number; error: ErrorInfo }[] = []
    try {
      for (;;) {
        const attempt = await this.#attempt(givenUp, tries.size > 0)
        if (attempt.ended !== 'broken') return attempt.ended === 'stopped'
        const { error } = attempt
        if (error === stoppedWhileLoading) return true
        if (error === nothingLeft) return false
        const { index } = this.#hand
        if (index === null || (error instanceof VoxelwiseError && final.has(error.info.code))) throw error
        const count = (tries.get(index) ?? 0) + 1
        tries.set(index, count)
        if (count >= 2) {
          givenUp.push({ index, error: sampleError(error, index) })
          this.#inARow++
          if (this.#inARow >= hopeless) throw error
        }
        this.#state = 'loading'
        await this.#task.onBroken()
      }
    } finally {
      this.#state = 'ended'
    }
  }

  /** After the question in hand, or as soon as the model is loaded. */
  pause(): void {
    this.#wish = 'pause'
    this.#worker?.remote.pause()
  }

  resume(): void {
    this.#wish = 'go on'
    if (this.#state === 'paused') this.#state = 'asking'
    if (this.#state === 'asking') this.#arm()
    this.#worker?.remote.resume()
  }

  /** After the question in hand; while the model still loads, at once. */
  stop(): void {
    this.#wish = 'stop'
    if (this.#state === 'loading') this.#interrupt(stoppedWhileLoading)
    else this.#worker?.remote.stop()
  }

  /** Told when another copy found nothing left to take: one that has taken nothing yet need not load. */
  release(): void {
    if (!this.#hasAsked) this.#interrupt(nothingLeft)
  }

  /** To be called often: finds out whether the sample in hand takes too long. */
  watch(): void {
    if (this.#hand.taken > this.#taken) {
      this.#taken = this.#hand.taken
      this.#arm()
    }
    if (performance.now() < this.#deadline) return
    this.#disarm()
    const { model, settings } = this.#task.run
    this.#interrupt(
      new VoxelwiseError({
        code: 'inference-timeout',
        subject: this.#hand.index === null ? model.name : `sample ${this.#hand.index}`,
        message: `There was no answer within ${settings.timeout} seconds.`,
        remedy: 'Allow more seconds in the settings, or choose a smaller precision or another device.',
      }),
    )
  }

  async #attempt(
    givenUp: readonly { index: number; error: ErrorInfo }[],
    careful: boolean,
  ): Promise<Attempt> {
    const { crew, copy, claims, run } = this.#task
    this.#hand = new InHand()
    this.#disarm()
    const interrupted = new Promise<never>((_, reject) => {
      this.#interrupt = reject
    })
    // It may come while the workers are still being joined, before anyone waits for it.
    interrupted.catch(() => {})
    if (this.#wish === 'stop') this.#interrupt(stoppedWhileLoading)
    const { port1: told, port2: events } = new MessageChannel()
    try {
      const { worker, prepare } = await crew.pair(copy)
      this.#worker = worker
      const [data, toPrepare] = await Promise.all([lineTo({ remote: crew.folders }), lineTo(prepare)])
      told.onmessage = ({ data: event }: MessageEvent<RunEvent>) => {
        if (this.#worker === worker) this.#follow(event)
      }
      const ports: RunPorts = {
        data,
        prepare: toPrepare,
        events,
        hand: this.#hand.memory,
        claims: claims.memory,
      }
      const finished = worker.remote.start(
        { run, copy, careful, givenUp },
        transfer(ports, [data, toPrepare, events]),
      )
      // What was wished before there was a worker to tell.
      if (this.#wish === 'pause') worker.remote.pause()
      return {
        ended: (await Promise.race([finished, worker.crashed, prepare.crashed, interrupted]))
          ? 'done'
          : 'stopped',
      }
    } catch (error) {
      crew.dismiss(copy)
      return { ended: 'broken', error }
    } finally {
      told.close()
      this.#worker = null
      this.#disarm()
    }
  }

  #follow(event: RunEvent): void {
    switch (event.type) {
      case 'activity':
        this.#state = 'asking'
        this.#hasAsked = true
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
        if (this.#wish !== 'pause') return
        this.#state = 'paused'
        this.#disarm()
    }
    this.#task.follow(event)
  }

  #arm(): void {
    this.#deadline = performance.now() + 1000 * this.#task.run.settings.timeout
  }

  /** What was taken in hand until now is waited for no more. */
  #disarm(): void {
    this.#taken = this.#hand.taken
    this.#deadline = Number.POSITIVE_INFINITY
  }
}

const stoppedWhileLoading = new VoxelwiseError({
  code: 'inference-failed',
  subject: 'model',
  message: 'The run was stopped while the model was loading.',
  remedy: 'Continue it when you like.',
})

const nothingLeft = Symbol('nothing left to ask')

function sampleError(error: unknown, index: number): ErrorInfo {
  return errorInfo(error, {
    code: 'inference-failed',
    subject: `sample ${index}`,
    message: 'The model broke off twice on this sample.',
    remedy: 'Try another precision or device.',
  })
}
