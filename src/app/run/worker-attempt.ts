import type { Run } from '../../engine/protocol/run.ts'
import { Heartbeat } from '../../engine/runtime/heartbeat.ts'
import type { RunEvent } from '../../engine/runtime/run-events.ts'
import type { RunPorts, RunTask, RunWorker, WorkerEvent } from '../../workers/contracts/run.ts'
import type { Claims } from '../../workers/shared/claims.ts'
import { portTo, transfer, type WorkerHandle } from '../threads/bridge.ts'
import type { ClockReading } from './machine/watch.ts'
import type { WorkerPool } from './worker-pool.ts'

export interface AttemptTask extends RunTask {
  readonly run: Run
  readonly claims: Claims
  /** Whether it is to pause as soon as it is loaded. */
  readonly isPaused: boolean
  /** The worker's events; none of these is called once it has been ended here. */
  readonly onReported: (event: RunEvent) => void
  /** @param isWhole false where it was stopped */
  readonly onFinished: (isWhole: boolean) => void
  readonly onBroken: (error: unknown) => void
}

/** One copy of the model at work on a run, from its start until it finishes, breaks or is ended. */
export interface Attempt {
  readonly hand: ClockReading
  readonly preparing: ClockReading
  /** Never rejects. */
  go(): Promise<void>
  send(command: 'pause' | 'resume' | 'stop'): void
  /** Ends it: it cannot be trusted any more, or does not heed. */
  end(): void
}

export class WorkerAttempt implements Attempt {
  readonly #task: AttemptTask
  readonly #pool: WorkerPool
  readonly hand = new Heartbeat()
  readonly preparing = new Heartbeat()
  readonly #channel = new MessageChannel()
  #worker: WorkerHandle<RunWorker> | null = null
  #isPaused: boolean
  #isOver = false

  /** @param pool keeps the loaded model when the run is done, so that a pass can use it */
  constructor(task: AttemptTask, pool: WorkerPool) {
    this.#task = task
    this.#pool = pool
    this.#isPaused = task.isPaused
  }

  async go(): Promise<void> {
    const { onFinished, onBroken } = this.#task
    try {
      const isWhole = await this.#work()
      if (this.#close()) onFinished(isWhole)
    } catch (error) {
      if (this.#close()) onBroken(error)
    }
  }

  /** Commands that arrive before the worker exists are sent once it does. */
  send(command: 'pause' | 'resume' | 'stop'): void {
    this.#isPaused = command === 'pause'
    this.#worker?.remote[command]()
  }

  end(): void {
    this.#close()
    this.#pool.dismiss(this.#task.copy)
  }

  async #work(): Promise<boolean> {
    const { run, copy, careful, givenUp, refused, claims, onReported } = this.#task
    const pool = this.#pool
    const { port1: ownPort, port2: events } = this.#channel
    const { worker, prepare } = await pool.pair(copy)
    const [data, toPrepare] = await Promise.all([portTo({ remote: pool.folders }), portTo(prepare)])
    // Its workers may have been ended in the meantime.
    if (this.#isOver) return false
    this.#worker = worker
    const over = new Promise<void>(resolve => {
      ownPort.onmessage = ({ data: event }: MessageEvent<WorkerEvent>) => {
        if (event.type === 'over') return resolve()
        if (event.type === 'asking' && this.hand.memory === null)
          this.hand.take(event.sample.index, event.stage)
        onReported(event)
      }
    })
    const ports: RunPorts = {
      data,
      prepare: toPrepare,
      events,
      hand: this.hand.memory,
      preparing: this.preparing.memory,
      claims: claims.memory,
    }
    const finished = worker.remote.start(
      { run, copy, careful, givenUp, refused },
      transfer(ports, [data, toPrepare, events]),
    )
    if (this.#isPaused) worker.remote.pause()
    // A full recount of stored but unreported records is slow for many records.
    const result = finished.then(isWhole => over.then(() => isWhole))
    return Promise.race([result, worker.crashed, prepare.crashed])
  }

  /** @returns whether it was not over yet */
  #close(): boolean {
    const wasGoing = !this.#isOver
    this.#isOver = true
    this.#worker = null
    this.#channel.port1.close()
    return wasGoing
  }
}
