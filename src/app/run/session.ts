import type { Store } from '../../data/store/store.ts'
import { type ErrorInfo, errorInfo } from '../../engine/base/errors.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { RunEvent } from '../../engine/runtime/run-events.ts'
import { Claims } from '../../workers/shared/claims.ts'
import type { LiveRun } from '../state.ts'
import { RunProgress } from './live-progress.ts'
import { CopySupervisor, type CopyTask } from './supervisor.ts'
import { absolve, forgetSuspects, refusedOf, suspect } from './suspects.ts'
import { WatchClock, watchEvery } from './watch-clock.ts'
import type { WorkerPool } from './worker-pool.ts'

/** Open questions for which one more copy of the model is worth its loading. */
const leastQuestionsPerCopy = 32

export interface LiveRunDependencies {
  readonly store: Store
  readonly pool: WorkerPool
  readonly onChange: (live: LiveRun) => void
}

/** One run on this page, on one copy of the model or on several side by side. */
export class RunSession {
  readonly #show: RunProgress
  readonly #deps: LiveRunDependencies
  readonly #claims: Claims
  readonly #clock = new WatchClock(performance.now())
  readonly #refused: CopyTask['refused']
  /** The first loads alone, so that the first answer comes soon and a model that cannot be loaded is tried once. */
  readonly #copySupervisors: CopySupervisor[] = []
  readonly #working: Promise<void>[] = []
  /** Pressed, and whether that left something unasked. */
  #isStopping = false
  #wasStopped = false
  #failure: { readonly error: unknown } | null = null
  /** When the loading began that is waited for, and how long earlier ones took. */
  #loadingSince = 0
  #loaded = 0
  /** When the pause began that is going on, and how long earlier ones were. */
  #pausedAt: number | null = null
  #paused = 0

  constructor(run: Run, dependencies: LiveRunDependencies) {
    const { pool, onChange } = dependencies
    this.#deps = dependencies
    this.#show = new RunProgress(run, path => pool.folders.openImage(path), onChange)
    this.#refused = refusedOf(run.id)
    this.#claims = new Claims(copiesOf(run) > 1 ? Claims.memoryFor(run.dataset.counts.loaded) : null)
  }

  get live(): LiveRun {
    return this.#show.live
  }

  /** Runs until all is asked, it is stopped, or nothing helps. Never rejects: an error is in the state. */
  async go(): Promise<void> {
    const { store, pool } = this.#deps
    const { id } = this.live.run
    const began = performance.now()
    const watch = setInterval(() => this.#watch(), watchEvery)
    const leave = () => absolve(id)
    addEventListener('pagehide', leave)
    try {
      this.#show.change({ run: await store.changeRun(id, withoutError) })
      const { voxels, chance } = await pool.folders.planned(this.live.run)
      this.#show.change({ planned: voxels, chance })
      await this.#show.recount(store)
      this.#loadingSince = performance.now()
      this.#add()
      // Others may be added while the first works.
      for (const working of this.#working) await working
      // They may have stored more than they could tell.
      await this.#show.recount(store)
      if (this.#failure) throw this.#failure.error
      const { answered, failed, total } = this.live
      const isWhole = !this.#wasStopped || answered + failed >= total
      if (isWhole) forgetSuspects(id)
      await this.#end(isWhole ? 'done' : 'paused', null, began)
    } catch (error) {
      const info = errorInfo(error, {
        code: 'inference-failed',
        subject: this.live.run.model.name,
        message: 'The run broke off.',
        remedy: 'Continue it; if it breaks again, try another precision or device.',
      })
      await this.#end('failed', info, began)
    } finally {
      clearInterval(watch)
      removeEventListener('pagehide', leave)
      leave()
      this.#show.close()
    }
  }

  #watch(): void {
    // How fast answers come while nobody is awake says nothing.
    if (this.#clock.look(performance.now(), document.hidden)) this.#show.restartClock()
    for (const copySupervisor of this.#copySupervisors) copySupervisor.watch()
  }

  /** Before the next step of each copy of the model. */
  pause(): void {
    if (this.live.phase !== 'running') return
    this.#show.change({ phase: 'pausing' })
    for (const copySupervisor of this.#copySupervisors) copySupervisor.pause()
  }

  resume(): void {
    if (this.live.phase !== 'paused' && this.live.phase !== 'pausing') return
    this.#endPause()
    this.#show.restartClock()
    for (const copySupervisor of this.#copySupervisors) copySupervisor.resume()
    this.#loadingSince = performance.now()
    this.#show.change({ phase: this.#isAsking() ? 'running' : 'loading' })
  }

  /** Before the next step of each copy of the model; while it still loads, at once. What is in hand stays unasked. */
  stop(): void {
    this.#isStopping = true
    for (const copySupervisor of this.#copySupervisors) copySupervisor.stop()
  }

  /** Sets one more copy of the model to work. */
  #add(): void {
    const copy = this.#copySupervisors.length
    const copySupervisor = new CopySupervisor({
      run: this.live.run,
      copy,
      claims: this.#claims,
      pool: this.#deps.pool,
      clock: this.#clock,
      refused: this.#refused,
      follow: event => this.#follow(event),
      onBroken: () => this.#onBroken(),
      onLongPreparation: (index, isInHand) => suspect(this.live.run.id, index, isInHand),
      hasAnswered: () => this.live.answered > 0,
    })
    this.#copySupervisors.push(copySupervisor)
    if (this.#isStopping) copySupervisor.stop()
    this.#working.push(this.#work(copySupervisor, copy))
  }

  /** Never rejects. */
  async #work(copySupervisor: CopySupervisor, copy: number): Promise<void> {
    try {
      if (await copySupervisor.go()) this.#wasStopped = true
      else for (const other of this.#copySupervisors) if (other !== copySupervisor) other.release()
    } catch (error) {
      // One copy that could be loaded is enough.
      if (copy > 0 && !copySupervisor.hasAsked) await this.#goOnWithout(error)
      else this.#fail(error)
    }
    this.#endPausing()
  }

  #fail(error: unknown): void {
    this.#failure ??= { error }
    for (const copySupervisor of this.#copySupervisors) copySupervisor.stop()
  }

  async #goOnWithout(error: unknown): Promise<void> {
    const detail = error instanceof Error ? error.message : String(error)
    this.#show.change({ activity: `A copy of the model could not be loaded (${detail}). The others go on.` })
    try {
      const run = await this.#deps.store.changeRun(this.live.run.id, ({ environment, ...run }) => ({
        ...run,
        environment: { ...environment, copies: (environment.copies ?? 1) - 1 },
      }))
      this.#show.change({ run })
    } catch (cause) {
      this.#fail(cause)
    }
  }

  #follow(event: RunEvent): void {
    switch (event.type) {
      case 'load':
        if (this.live.phase === 'loading') this.#show.follow(event)
        break
      case 'activity':
        this.#onLoaded(event.text)
        break
      case 'paused':
        this.#endPausing()
        break
      default:
        this.#show.follow(event)
    }
  }

  #onLoaded(activity: string): void {
    this.#show.restartClock()
    this.#show.change({ activity })
    if (this.live.phase !== 'loading') return
    this.#loaded += performance.now() - this.#loadingSince
    this.#show.change({ phase: 'running' })
    const { run, total, answered, failed } = this.live
    const worth = Math.ceil((total - answered - failed) / leastQuestionsPerCopy)
    while (this.#copySupervisors.length < Math.min(copiesOf(run), worth)) this.#add()
  }

  async #onBroken(): Promise<void> {
    await this.#show.recount(this.#deps.store)
    const wasLast = this.live.phase === 'running' && !this.#isAsking()
    if (wasLast) this.#loadingSince = performance.now()
    const activity = 'The model broke off: starting it afresh'
    this.#show.change({ activity, ...(wasLast && { phase: 'loading' }) })
    this.#endPausing()
  }

  #isAsking(): boolean {
    return this.#copySupervisors.some(({ state }) => state === 'asking')
  }

  /** It is paused when nobody asks any more, unless there is nothing left to ask. */
  #endPausing(): void {
    if (this.live.phase !== 'pausing' || this.#isAsking()) return
    if (this.#copySupervisors.every(({ state }) => state === 'ended')) return
    this.#pausedAt = performance.now()
    this.#show.change({ phase: 'paused', rate: null, secondsLeft: null })
  }

  #endPause(): void {
    if (this.#pausedAt !== null) this.#paused += performance.now() - this.#pausedAt
    this.#pausedAt = null
  }

  async #end(state: 'paused' | 'done' | 'failed', error: ErrorInfo | null, began: number): Promise<void> {
    this.#endPause()
    const spent = performance.now() - began - this.#loaded - this.#paused
    const change = (run: Run): Run => ({
      ...withoutError(run),
      state,
      timings: { load: run.timings.load + this.#loaded, asking: run.timings.asking + spent },
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

/** A run that began on a larger machine, or where copies could share memory, can be continued on this one. */
const copiesOf = ({ environment: { copies = 1 } }: Run): number =>
  crossOriginIsolated ? Math.min(copies, navigator.hardwareConcurrency) : 1

const storeLost: ErrorInfo = {
  code: 'storage',
  subject: 'IndexedDB',
  message: 'The end of the run could not be written down.',
  remedy: 'Reload the page and continue the run.',
}

function withoutError({ error: _, ...run }: Run): Run {
  return { ...run, state: 'running' }
}
