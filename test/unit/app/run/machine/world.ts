import { nextOfRun } from '../../../../../src/app/run/machine/run.ts'
import {
  idleRun,
  type RunEffect,
  type RunMachineEvent,
  type SessionState,
} from '../../../../../src/app/run/machine/run-state.ts'
import { clockReading } from '../../../../../src/app/run/machine/watch.ts'
import type { Run } from '../../../../../src/engine/protocol/run.ts'
import { Claims } from '../../../../../src/workers/shared/claims.ts'
import { Random } from '../../../support/random.ts'
import { FakeWorker, type Fault, type Shared } from './fake-worker.ts'

type Finish = Extract<RunEffect, { readonly do: 'finish' }>
type Untimed<Event> = Event extends unknown ? Omit<Event, 'at'> : never

/** The page, the user and the workers of one run: what may happen next is drawn by chance. */
export class World {
  readonly random: Random
  readonly shared: Shared
  readonly samples: number
  readonly workers: FakeWorker[] = []
  state: SessionState
  finish: Finish | null = null
  /** Broke with what no fresh worker mends, and was heard. */
  hadFinalError = false
  presses = 0
  #current = new Map<number, FakeWorker>()
  #pending: (() => void)[] = []
  #at = 0
  #now = 0

  constructor(seed: number) {
    const random = new Random(seed)
    this.random = random
    const groups: number[][] = []
    let samples = 0
    for (let i = 0; i < 1 + random.below(6); i++)
      groups.push(Array.from({ length: 1 + random.below(3) }, () => samples++))
    this.samples = samples
    const odd: readonly Fault[] = ['breaks', 'breaks once', 'breaks once', 'hangs', 'out of memory']
    const faults = Array.from(
      { length: samples },
      (): Fault => (random.below(8) === 0 ? random.pick(odd) : 'none'),
    )
    const copies = 1 + random.below(3)
    const unloadable = new Set([0, 1, 2].filter(() => random.below(12) === 0))
    const claims = new Claims(copies > 1 ? Claims.memoryFor(samples) : null)
    this.shared = { random, groups, faults, claims, unloadable, stored: new Map(), broke: [] }
    const run = {
      model: { name: 'vlm' },
      settings: { timeout: 10 },
      environment: { copies },
    } as Run
    this.state = idleRun(run, [], 3)
  }

  send(event: Untimed<RunMachineEvent>): void {
    const { state, effects } = nextOfRun(this.state, { ...event, at: ++this.#at })
    if (this.finish && effects.length > 0) throw new Error(`${effects[0]?.do} follows the end`)
    this.state = state
    for (const effect of effects) this.#do(effect)
  }

  /** @param maySend whether the user may press something */
  turn(maySend: boolean): void {
    const actions: (() => void)[] = [
      ...this.#pending.map((act, i) => () => {
        this.#pending.splice(i, 1)
        act()
      }),
    ]
    for (const worker of this.workers) {
      if (worker.canStep) actions.push(...Array(4).fill(() => worker.step()))
      // Events of a worker that was ended may still arrive, and must not be heard.
      if (worker.events.length > 0) actions.push(...Array(2).fill(() => this.#deliverEvent(worker)))
      if (worker.result) actions.push(() => this.#deliverResult(worker))
    }
    if (this.random.below(6) === 0) actions.push(() => this.tick())
    if (maySend && this.random.below(12) === 0)
      actions.push(() => {
        this.presses++
        this.send({ type: this.random.pick(['pause', 'resume', 'resume', 'pause', 'stop'] as const) })
      })
    if (actions.length === 0) this.tick()
    else this.random.pick(actions)()
  }

  tick(): void {
    this.#now += 500 + this.random.below(1500)
    const readings = this.state.copies.map(({ copy }) => {
      const worker = this.#current.get(copy)
      return worker ? { hand: clockReading(worker.hand), preparing: clockReading(worker.hand) } : null
    })
    this.send({ type: 'tick', now: this.#now, readings })
  }

  get openWorkers(): number {
    return this.workers.filter(({ isClosed }) => !isClosed).length
  }

  #deliverEvent(worker: FakeWorker): void {
    const event = worker.events.shift()
    const { copy, attempt } = worker.start
    // As a page with many questions left, so that more copies are worth their loading.
    if (event) this.send({ type: 'reported', copy, attempt, event, open: 1000 })
  }

  #deliverResult(worker: FakeWorker): void {
    const { result, start } = worker
    const { copy, attempt } = start
    if (!result) return
    const wasClosed = worker.isClosed
    worker.isClosed = true
    worker.result = null
    const claimants = this.shared.claims.claimants()
    if ('isWhole' in result) {
      this.send({ type: 'finished', copy, attempt, isWhole: result.isWhole, claimants })
      return
    }
    const { error, index } = result
    if (!wasClosed && index !== null && this.shared.faults[index] === 'out of memory')
      this.hadFinalError = true
    this.send({ type: 'broke', copy, attempt, error, index, hasClaims: claimants.includes(copy) })
  }

  #do(effect: RunEffect): void {
    switch (effect.do) {
      case 'start worker': {
        if (this.#current.get(effect.copy)?.isClosed === false) throw new Error('a copy has two workers')
        const worker = new FakeWorker(effect, this.shared)
        this.workers.push(worker)
        this.#current.set(effect.copy, worker)
        break
      }
      case 'send':
        this.#current.get(effect.copy)?.send(effect.command)
        break
      case 'end worker': {
        const worker = this.#current.get(effect.copy)
        if (worker) worker.isClosed = true
        break
      }
      case 'recount': {
        const { copy } = effect
        const answered = [...this.shared.stored.values()].filter(status => status === 'answered').length
        this.#pending.push(() => this.send({ type: 'recounted', copy, answered, failure: null }))
        break
      }
      case 'note lost copy':
        this.#pending.push(() => this.send({ type: 'noted', failure: null }))
        break
      case 'finish':
        if (this.finish) throw new Error('the run ends twice')
        this.finish = effect
    }
  }
}
