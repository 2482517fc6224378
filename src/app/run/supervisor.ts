import { type ErrorInfo, errorInfo, VoxelwiseError } from '../../engine/base/errors.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Sample } from '../../engine/protocol/sample.ts'
import type { RunEvent } from '../../engine/runtime/run-events.ts'
import type { RunPorts, RunWorker } from '../../workers/run.worker.ts'
import type { Claims } from '../../workers/shared/claims.ts'
import { Heartbeat } from '../../workers/shared/heartbeat.ts'
import { type Bridged, lineTo, transfer } from '../bridge.ts'
import { Breakages } from './breakages.ts'
import { overdue } from './overdue.ts'
import { PreparationWatch } from './preparation-watch.ts'
import { graceOf, type WatchClock } from './watch-clock.ts'
import type { WorkerPool } from './worker-pool.ts'

interface Failure {
  readonly index: number
  readonly error: ErrorInfo
}

export interface CopyTask {
  readonly run: Run
  /** Number of the copy, from 0. */
  readonly copy: number
  readonly claims: Claims
  /** Left with its model loaded where the run is done, so that a pass can go on with it. */
  readonly pool: WorkerPool
  readonly clock: Pick<WatchClock, 'now'>
  /** Samples whose images are not to be opened again. */
  readonly refused: readonly Failure[]
  /** The page's own handling of what the worker tells. */
  readonly follow: (event: RunEvent) => void
  /** Called before a fresh worker is started in place of one that broke, and may have stored more than it could tell. */
  readonly onBroken: () => Promise<void>
  /** Told of a sample whose preparation takes long, and when it has ended after all. */
  readonly onLongPreparation: (index: number, isInHand: boolean) => void
  /** Whether the model ever answered in this run. */
  readonly hasAnswered: () => boolean
}

/** `paused` is told by its worker: until then it still asks. */
export type CopyState = 'loading' | 'asking' | 'paused' | 'ended'

type Attempt = { readonly ended: 'done' | 'stopped' } | { readonly ended: 'broken'; readonly error: unknown }

/**
 * One copy of the model at work on a run: starts its worker, watches it, and starts a fresh one where it breaks, or ends it
 * where it does not heed.
 */
export class CopySupervisor {
  readonly #task: CopyTask
  readonly #breakages = new Breakages()
  #worker: Bridged<RunWorker> | null = null
  #hand = new Heartbeat()
  #preparing = new Heartbeat()
  /** What the page was told last that it asks about, as it is shown. */
  #asked: Sample | null = null
  /** How much had been taken in hand when it was last looked at, and when that was seen; the longest that it stayed so. */
  #taken = 0
  #takenAt = 0
  #longest = 0
  readonly #preparationWatch: PreparationWatch
  #deadline = Number.POSITIVE_INFINITY
  #state: CopyState = 'loading'
  #wish: 'go on' | 'pause' | 'stop' = 'go on'
  #wishedAt = 0
  #hasAsked = false
  #interrupt: (reason: unknown) => void = () => {}
  #onWish: () => void = () => {}

  constructor(task: CopyTask) {
    this.#task = task
    this.#preparationWatch = new PreparationWatch(task.onLongPreparation)
  }

  get state(): CopyState {
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
    const givenUp: Failure[] = []
    const refused = [...this.#task.refused]
    try {
      for (;;) {
        const attempt = await this.#attempt(givenUp, refused)
        if (attempt.ended !== 'broken') return attempt.ended === 'stopped'
        const { error } = attempt
        if (error === stoppedWhileLoading) return true
        if (error === nothingLeft) return false
        if (error === unheeded) {
          if (await this.#sitOut()) return true
          continue
        }
        const { index } = this.#hand
        const info = sampleError(error, index)
        const verdict = this.#breakages.broke(index, info, this.#task.hasAnswered())
        if (verdict === 'end the run' || index === null) throw error
        // Of an image that cannot be prepared, no other question is tried either.
        const given = info.code === 'image-unreadable' ? refused : givenUp
        if (verdict === 'give the sample up') given.push({ index, error: info })
        this.#state = 'loading'
        await this.#task.onBroken()
      }
    } finally {
      this.#state = 'ended'
    }
  }

  /** Before the next step of the model, or as soon as it is loaded. */
  pause(): void {
    this.#wishFor('pause')
    this.#worker?.remote.pause()
  }

  resume(): void {
    this.#wishFor('go on')
    if (!this.#worker) return
    if (this.#state === 'paused') this.#state = 'asking'
    if (this.#state === 'asking') this.#arm()
    this.#worker.remote.resume()
  }

  /** Before the next step of the model; while it still loads, at once. */
  stop(): void {
    this.#wishFor('stop')
    if (this.#state === 'loading') this.#interrupt(stoppedWhileLoading)
    else this.#worker?.remote.stop()
  }

  #wishFor(wish: 'go on' | 'pause' | 'stop'): void {
    this.#wish = wish
    this.#wishedAt = this.#task.clock.now
    this.#onWish()
  }

  /** Told when another copy found nothing left to take: one that has taken nothing yet need not load. */
  release(): void {
    if (!this.#hasAsked) this.#interrupt(nothingLeft)
  }

  /** To be called often: finds out whether the sample in hand takes too long, or the worker does not heed. */
  watch(): void {
    const { now } = this.#task.clock
    if (this.#hand.taken > this.#taken) {
      if (this.#taken > 0) this.#longest = Math.max(this.#longest, now - this.#takenAt)
      this.#taken = this.#hand.taken
      this.#arm()
    }
    this.#preparationWatch.look(now)
    const { run } = this.#task
    const timeout = 1000 * run.settings.timeout
    const told = this.#wish === 'stop' || (this.#wish === 'pause' && this.#state === 'asking')
    if (told && now - this.#wishedAt >= graceOf(this.#longest, timeout)) this.#interrupt(unheeded)
    if (now < this.#deadline) return
    this.#disarm()
    this.#interrupt(new VoxelwiseError(overdue(run, this.#hand, this.#preparing, this.#asked)))
  }

  /** A worker that did not heed has been ended. @returns whether the run was stopped; else it may go on */
  async #sitOut(): Promise<boolean> {
    if (this.#wish === 'pause') {
      this.#state = 'paused'
      this.#task.follow({ type: 'paused' })
    }
    while (this.#wish === 'pause')
      await new Promise<void>(resolve => {
        this.#onWish = resolve
      })
    this.#state = 'loading'
    return this.#wish === 'stop'
  }

  async #attempt(givenUp: readonly Failure[], refused: readonly Failure[]): Promise<Attempt> {
    const { pool, copy, claims, run } = this.#task
    this.#hand = new Heartbeat()
    this.#preparing = new Heartbeat()
    this.#asked = null
    this.#preparationWatch.turnTo(this.#preparing, this.#task.clock.now)
    this.#disarm()
    const interrupted = new Promise<never>((_, reject) => {
      this.#interrupt = reject
    })
    // It may come while the workers are still being joined, before anyone waits for it.
    interrupted.catch(() => {})
    if (this.#wish === 'stop') this.#interrupt(stoppedWhileLoading)
    const { port1: told, port2: events } = new MessageChannel()
    try {
      const { worker, prepare } = await pool.pair(copy)
      this.#worker = worker
      const [data, toPrepare] = await Promise.all([lineTo({ remote: pool.folders }), lineTo(prepare)])
      told.onmessage = ({ data: event }: MessageEvent<RunEvent>) => {
        if (this.#worker === worker) this.#follow(event)
      }
      const ports: RunPorts = {
        data,
        prepare: toPrepare,
        events,
        hand: this.#hand.memory,
        preparing: this.#preparing.memory,
        claims: claims.memory,
      }
      const finished = worker.remote.start(
        { run, copy, careful: this.#breakages.any, givenUp, refused },
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
      pool.dismiss(copy)
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
        // It had not begun to heed before.
        this.#wishedAt = this.#task.clock.now
        break
      case 'asking':
        this.#asked = event.sample
        if (this.#hand.memory === null) this.#hand.take(event.sample.index, event.stage)
        break
      case 'outcomes':
        if (event.outcomes.some(({ verdict }) => verdict !== 'failed')) this.#breakages.answered()
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
    this.#takenAt = this.#task.clock.now
    this.#deadline = this.#task.clock.now + 1000 * this.#task.run.settings.timeout
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

const unheeded = Symbol('did not pause or stop when it was told to')

function sampleError(error: unknown, index: number | null): ErrorInfo {
  return errorInfo(error, {
    code: 'inference-failed',
    subject: `sample ${index}`,
    message: 'The model broke off twice on this sample.',
    remedy: 'Try another precision or device.',
  })
}
