import type { CopyEffect } from '../../../../../src/app/run/machine/copy-state.ts'
import { VoxelwiseError } from '../../../../../src/engine/base/errors.ts'
import { Heartbeat } from '../../../../../src/engine/runtime/heartbeat.ts'
import type { RunEvent } from '../../../../../src/engine/runtime/run-events.ts'
import type { Claims } from '../../../../../src/workers/shared/claims.ts'
import type { Random } from '../../../support/random.ts'

/** What a sample does to the worker that asks it. `breaks` and `hangs` do it each time. */
export type Fault = 'none' | 'breaks' | 'breaks once' | 'hangs' | 'out of memory'

/** What all workers of a run share: samples in groups, records that are stored, who has taken what. */
export interface Shared {
  readonly random: Random
  readonly groups: readonly (readonly number[])[]
  readonly faults: Fault[]
  readonly claims: Claims
  /** Copies whose model cannot be loaded. */
  readonly unloadable: ReadonlySet<number>
  readonly stored: Map<number, 'answered' | 'failed'>
  /** How often each sample was asked, and how many workers it broke. */
  readonly broke: number[]
}

type Start = Extract<CopyEffect, { readonly do: 'start worker' }>
export type Result =
  | { readonly isWhole: boolean }
  | { readonly error: unknown; readonly index: number | null }

/**
 * Keeps to what is agreed between page and worker (`run.worker.ts`), without a model: loads, takes groups, asks, stores in
 * batches, then tells; pauses and stops before a question; breaks, or hangs, at what it is told to.
 */
export class FakeWorker {
  readonly start: Start
  readonly hand = new Heartbeat()
  /** Sent and not delivered yet, in order. */
  readonly events: RunEvent[] = []
  result: Result | null = null
  /** Ended by the page, or by its own result once that is delivered. */
  isClosed = false
  readonly #shared: Shared
  readonly #inbox: ('pause' | 'resume' | 'stop')[] = []
  readonly #life: Generator<void, Result>
  #gate: 'open' | 'closed' | 'ended' = 'open'

  constructor(start: Start, shared: Shared) {
    this.start = start
    this.#shared = shared
    this.#life = this.#live()
    if (start.isPaused) this.#inbox.push('pause')
  }

  get canStep(): boolean {
    return !this.isClosed && this.result === null
  }

  send(command: 'pause' | 'resume' | 'stop'): void {
    this.#inbox.push(command)
  }

  step(): void {
    const { value, done } = this.#life.next()
    if (done) this.result = value
  }

  #listen(): void {
    for (const command of this.#inbox.splice(0)) {
      if (command === 'stop') this.#gate = 'ended'
      else if (this.#gate !== 'ended') this.#gate = command === 'pause' ? 'closed' : 'open'
    }
  }

  *#live(): Generator<void, Result> {
    const { groups, claims, stored, unloadable, faults, broke, random } = this.#shared
    const { copy, givenUp, refused } = this.start
    yield
    for (const { index } of givenUp) this.#store([[index, 'failed']])
    const open = groups
      .map(samples => samples.filter(index => !stored.has(index)))
      .map((left, i) => ({ left, first: groups[i]?.[0] ?? 0 }))
      .filter(({ left }) => left.length > 0)
    if (!open.some(({ first }) => claims.isOpen(first, copy))) return { isWhole: true }
    yield
    this.events.push({ type: 'load', file: 'decoder', loaded: 1, total: 2 })
    yield
    if (unloadable.has(copy)) return { error: error('model-load'), index: null }
    this.events.push({ type: 'activity', text: '' })
    const batch: [number, 'answered' | 'failed'][] = []
    for (const { left, first } of open) {
      if (!claims.claim(first, copy)) continue
      yield
      for (const index of left) {
        this.#listen()
        if (this.#gate === 'closed') {
          this.#store(batch.splice(0))
          this.events.push({ type: 'paused' })
        }
        while (this.#gate === 'closed') {
          yield
          this.#listen()
        }
        if (this.#gate === 'ended') {
          this.#store(batch)
          return { isWhole: false }
        }
        this.hand.take(index, 'model')
        if (
          refused.some(known => groups.some(group => group.includes(known.index) && group.includes(index)))
        ) {
          batch.push([index, 'failed'])
          continue
        }
        if (stored.has(index)) throw new Error(`sample ${index} is asked, and its record is stored`)
        yield
        const fault = faults[index] ?? 'none'
        while (fault === 'hangs') yield
        if (fault !== 'none') {
          broke[index] = (broke[index] ?? 0) + 1
          if (fault === 'breaks once') faults[index] = 'none'
          // What was answered before is written, unless the thread itself died.
          if (random.below(2) === 0) this.#store(batch)
          const code = fault === 'out of memory' ? 'out-of-memory' : 'inference-failed'
          return { error: error(code), index }
        }
        batch.push([index, 'answered'])
        if (random.below(3) === 0) this.#store(batch.splice(0))
      }
    }
    this.#store(batch)
    return { isWhole: true }
  }

  /** A record that is there already stays as it is. */
  #store(records: readonly [number, 'answered' | 'failed'][]): void {
    const { stored } = this.#shared
    for (const [index, status] of records) if (!stored.has(index)) stored.set(index, status)
    if (records.length === 0) return
    this.events.push({
      type: 'outcomes',
      outcomes: records.map(([index, status]) => ({
        index,
        fields: {},
        verdict: status === 'failed' ? 'failed' : 'correct',
        text: '',
        read: { right: '', picked: '' },
      })),
    })
  }
}

const error = (code: 'model-load' | 'out-of-memory' | 'inference-failed') =>
  new VoxelwiseError({ code, subject: 'worker', message: code, remedy: '' })
