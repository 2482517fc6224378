import { askToKeep, wouldKeep } from '../../data/store/browser-storage.ts'
import { lockName } from '../../data/store/locks.ts'
import { broadcastStoreChange } from '../../data/store/news.ts'
import type { Store } from '../../data/store/store.ts'
import { internalError, VoxelwiseError } from '../../engine/base/errors.ts'
import { whyUntestable } from '../../engine/model/device-test.ts'
import { deviceHere } from '../../engine/protocol/device.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { mostAtOnce } from '../../engine/protocol/settings.ts'
import { sharedNow } from '../../engine/runtime/start-phases.ts'
import { releaseProxy } from '../../workers/shared/comlink.ts'
import { pageCrashMarks } from '../run/crash-marks.ts'
import type { OtherDevice } from '../run/drift-watch.ts'
import { throttled } from '../run/live-progress.ts'
import { listedAnswers } from '../run/lost-answers.ts'
import { inWorkersApart, onDevice } from '../run/other-device.ts'
import { type RunHost, RunSession } from '../run/session.ts'
import { WatchClock } from '../run/watch-clock.ts'
import { WorkerAttempt } from '../run/worker-attempt.ts'
import type { WorkerPool } from '../run/worker-pool.ts'
import { canShareMemory } from '../state/device.ts'
import type { AppStore } from '../state/store.ts'
import { check } from './check.ts'
import { hold } from './hold.ts'
import { nextOfQueue } from './machine/next.ts'
import { isQueued } from './machine/preparing.ts'
import {
  idleQueue,
  type QueueEffect,
  type QueueEvent,
  type QueueState,
  type ReadyRun,
  type Thrown,
} from './machine/queue-state.ts'
import { readyRuns } from './machine/step.ts'
import { makeRuns } from './make-runs.ts'
import type { QueueDeps } from './queue-deps.ts'
import type { QueueRequest } from './requests.ts'

type Preparing = Extract<QueueEffect, { readonly do: 'hold' | 'check' | 'store' }>

/** A button that was pressed: when, by `sharedNow`, and what waits for it. */
interface Press {
  readonly at: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Starts and continues runs, one at a time on this page: does what the state machine decides (`machine/next.ts`). */
export class RunQueue {
  readonly #deps: QueueDeps
  #state: QueueState = idleQueue
  #session: RunSession | null = null
  readonly #presses = new Map<number, Press>()
  #lastPress = 0
  /** Readings of the list of runs: begun, and the latest that is on show. */
  #refreshes = 0
  #refreshed = 0
  #lookAgain: ReturnType<typeof setTimeout> | undefined

  constructor(deps: QueueDeps) {
    this.#deps = deps
  }

  pause(): void {
    this.#session?.pause()
  }

  resume(): void {
    this.#session?.resume()
  }

  stop(): void {
    this.#send({ type: 'stop' })
  }

  /** Resolves when the run is shown, waits, or was cancelled. @throws the error that keeps it from being asked */
  ask(request: QueueRequest): Promise<void> {
    return this.#press(press => ({ type: 'pressed', press, request }))
  }

  /** Deletes a run with its passes. @throws VoxelwiseError run-locked while one of them is at work */
  delete(run: string): Promise<void> {
    return this.#press(press => ({ type: 'delete', press, run }))
  }

  async refresh(): Promise<void> {
    const { app } = this.#deps
    const turn = ++this.#refreshes
    const store = await this.#deps.store.catch(error => {
      app.change({ runsUnreadable: internalError('runs', error) })
      throw error
    })
    const held = new Set(((await navigator.locks.query()).held ?? []).map(({ name }) => name))
    const stored = await store.runs()
    const runs = stored
      .map(({ run, tally }) => {
        const isHeld = held.has(lockName(run.id))
        return { run: isHeld ? run : atRest(run), ...tally, ...(isHeld && { isHeld }) }
      })
      .sort((a, b) => (a.run.created < b.run.created ? 1 : -1))
    // One that began earlier may end later, and knows less.
    if (turn < this.#refreshed) return
    this.#refreshed = turn
    app.change({ runs })
    // The lock of a run is also held for a moment while it is checked at the start, and by a page that is closing.
    clearTimeout(this.#lookAgain)
    if (!this.#session && runs.some(({ isHeld }) => isHeld))
      this.#lookAgain = setTimeout(() => void this.refresh().catch(() => {}), 1000)
  }

  #press(event: (press: number) => QueueEvent): Promise<void> {
    const press = ++this.#lastPress
    return new Promise((resolve, reject) => {
      this.#presses.set(press, { at: sharedNow(), resolve, reject })
      this.#send(event(press))
    })
  }

  #send(event: QueueEvent): void {
    const { state, effects } = nextOfQueue(this.#state, event)
    this.#state = state
    this.#show()
    for (const effect of effects) this.#do(effect)
  }

  #show(): void {
    const { work, line } = this.#state
    const { app } = this.#deps
    // Until the page shows it, a run of the line waits: there must be no moment in which all seems to be over.
    const isNext = work?.phase === 'beginning' && work.from.presses.length === 0
    const waiting = [...(isNext ? [work.ready] : []), ...readyRuns(line)].map(({ run }) => run)
    if (waiting.join() !== app.state.waiting.join()) app.change({ waiting })
  }

  #do(effect: QueueEffect): void {
    switch (effect.do) {
      case 'hold':
      case 'check':
      case 'store':
        void this.#prepare(effect)
        break
      case 'release':
        effect.held.close()
        break
      case 'work':
        void this.#work(effect.ready, effect.press)
        break
      case 'stop work':
        this.#session?.stop()
        break
      case 'delete':
        void this.#delete(effect.press, effect.run)
        break
      case 'settle':
        for (const press of effect.presses) this.#settle(press, effect.error)
        break
      case 'notify':
        this.#deps.app.notify(effect.error)
    }
  }

  #settle(id: number, error: Thrown | null): void {
    const press = this.#presses.get(id)
    this.#presses.delete(id)
    if (error) press?.reject(error.thrown)
    else press?.resolve()
  }

  async #prepare(step: Preparing): Promise<void> {
    try {
      this.#send(await this.#prepared(step))
    } catch (error) {
      this.#send({ type: 'refused', preparation: step.preparation, error })
      return
    }
    // Passes wait: all are in the list now.
    if (step.do === 'store') await this.#refreshOrNotify()
  }

  async #prepared(step: Preparing): Promise<QueueEvent> {
    const { preparation, request } = step
    switch (step.do) {
      case 'hold':
        return { type: 'held', preparation, held: await hold(this.#deps, request) }
      case 'check':
        await check(this.#deps, request, step.held)
        return { type: 'checked', preparation }
      case 'store': {
        const runs = await makeRuns(this.#deps, request, step.held, id => isQueued(this.#state, id))
        return { type: 'stored', preparation, runs }
      }
    }
  }

  async #work(ready: ReadyRun, press: number | null): Promise<void> {
    const pressed = (press === null ? null : this.#presses.get(press)?.at) ?? sharedNow()
    let hasEnded = false
    try {
      const run = await (await this.#deps.store).run(ready.run)
      await withRunLock(run, async () => {
        const { session, close } = await this.#open(run, ready, pressed)
        const leave = () => pageCrashMarks.clear(run.id)
        addEventListener('pagehide', leave)
        await session.go().finally(() => removeEventListener('pagehide', leave))
        const { phase } = session.live
        hasEnded = true
        const outcome = phase === 'done' || phase === 'failed' ? phase : 'paused'
        this.#send({ type: 'ended', outcome, error: null })
        await close()
      })
    } catch (thrown) {
      if (hasEnded) this.#deps.app.notify(thrown)
      else this.#send({ type: 'ended', outcome: 'failed', error: { thrown } })
    }
    this.#session = null
    // Other tabs show from now on that it can be continued.
    broadcastStoreChange({ type: 'changed' })
    await this.#refreshOrNotify()
    this.#send({ type: 'put away' })
  }

  /** @returns the session on show, and what ends its reading of the store */
  async #open(
    run: Run,
    { held }: ReadyRun,
    pressed: number,
  ): Promise<{ readonly session: RunSession; readonly close: () => Promise<void> }> {
    const { app, store } = this.#deps
    const { data } = this.#deps.threads
    // Some browsers ask the user, and the run need not wait for that.
    void askForOwnData(app, run)
    const listed = listedAnswers(app.state.runs ?? [], run)
    // Answers that a full disk kept from the database are in the run's journals, and are not asked again.
    await data.remote.reconcile(run.id)
    const counter = await data.remote.countRecords(run)
    const session = new RunSession(run, {
      host: pageHost(run, { store: await store, pool: held, counter }),
      ...{ pressed, listed },
      onChange: throttled(live => app.change({ live })),
    })
    this.#session = session
    app.change({ live: session.live })
    this.#send({ type: 'shown' })
    // The run needs no list of runs.
    await this.#refreshOrNotify()
    // It may have been stopped before there was a session to stop.
    if (this.#state.isStopping) session.stop()
    const close = async (): Promise<void> => {
      counter[releaseProxy]()
      // A worker that broke off may have left more in one copy of the records than in the other.
      if (!session.hasBroken) await data.remote.noteWritten(run.id)
    }
    return { session, close }
  }

  async #delete(press: number, id: string): Promise<void> {
    const { app } = this.#deps
    try {
      const store = await this.#deps.store
      const runs = (await store.runs()).map(({ run }) => run)
      const gone = runs.filter(run => run.id === id || run.parent === id)
      await withRunLocks(gone, () => store.deleteRun(id))
      for (const run of gone) pageCrashMarks.forget(run.id)
      if (gone.some(run => run.id === app.state.live?.run.id)) app.change({ live: null })
      await this.refresh()
      this.#send({ type: 'deleted', press, error: null })
    } catch (thrown) {
      this.#send({ type: 'deleted', press, error: { thrown } })
    }
  }

  #refreshOrNotify(): Promise<void> {
    return this.refresh().catch(error => this.#deps.app.notify(error))
  }
}

function pageHost(
  run: Run,
  { store, pool, counter }: Pick<RunHost, 'counter'> & { readonly store: Store; readonly pool: WorkerPool },
): RunHost {
  const { model, settings } = run
  return {
    store,
    counter,
    attempt: task => new WorkerAttempt(task, pool),
    planned: run => pool.folders.planned(run),
    openImage: path => pool.folders.openImage(path, settings.window),
    maxCopies: canShareMemory() ? (model.server ? mostAtOnce : navigator.hardwareConcurrency) : 1,
    crashMarks: pageCrashMarks,
    clock: new WatchClock(performance.now()),
    isHidden: () => document.hidden,
    otherDevice: wasmFor(run, store, pool),
  }
}

/** WASM for a run on WebGPU, with half of the cores; null where the computer lacks the memory, and of passes. */
function wasmFor(run: Run, store: Store, pool: WorkerPool): OtherDevice | null {
  if (run.settings.device !== 'webgpu' || run.probe || run.judging || !pool.overview) return null
  const { deviceMemory, hardwareConcurrency } = navigator as Navigator & { readonly deviceMemory?: number }
  if (whyUntestable(pool.overview, deviceHere(run.settings).dtype, deviceMemory)) return null
  const threads = crossOriginIsolated ? Math.floor(hardwareConcurrency / 2) : 1
  const there = onDevice(run, 'wasm', threads)
  return {
    ask: (index, signal) =>
      inWorkersApart<RunRecord>(
        pool,
        signal,
        async (remote, ports) => await remote.askAgain({ run: there, index }, ports),
      ),
    stored: index => store.record(run.id, index),
  }
}

/** A run that nobody works on any more was interrupted. */
const atRest = (run: Run): Run => (run.state === 'running' ? { ...run, state: 'paused' } : run)

/** Does something with a run under a lock that excludes other tabs. */
async function withRunLock(run: Run, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(lockName(run.id), { ifAvailable: true }, async lock => {
    if (lock) return work()
    throw new VoxelwiseError({
      code: 'run-locked',
      subject: run.name,
      message: 'This run is already active, here or in another tab.',
      remedy: 'Use that tab, or stop the run there first.',
    })
  })
}

function withRunLocks([run, ...others]: readonly Run[], work: () => Promise<void>): Promise<void> {
  return run ? withRunLock(run, () => withRunLocks(others, work)) : work()
}

/**
 * Asks the browser to keep the stored data, once per visit, when the first run on the user's own data begins. Some
 * browsers show a prompt, which the demo is not worth: for the demo it is requested only if the answer is known.
 */
export async function askForOwnData(app: AppStore, run: Pick<Run, 'dataset'>): Promise<void> {
  if (app.state.persistence !== 'unasked') return
  if (run.dataset.source === 'bundled' && !(await wouldKeep())) return
  app.change({ persistence: 'asking' })
  app.change({ persistence: (await askToKeep()) ? 'granted' : 'refused' })
}
