import { lockOf } from '../../data/store/locks.ts'
import type { Store } from '../../data/store/store.ts'
import { internalError, VoxelwiseError } from '../../engine/base/errors.ts'
import type { Probe } from '../../engine/protocol/probe.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { sharedNow } from '../../engine/runtime/start-phases.ts'
import { releaseProxy } from '../../workers/shared/comlink.ts'
import { passesOf } from '../passes.ts'
import { isBusy } from '../stage.ts'
import type { AppStore } from '../store.ts'
import { allAlone, alone } from './alone.ts'
import { type JudgeChoice, ratingsOf } from './judge-choice.ts'
import { nextRun, type RunSitting } from './next-run.ts'
import { askForOwnData } from './persistence.ts'
import { RunMaker } from './run-maker.ts'
import { RunSession } from './session.ts'
import { type RunDeps, StoredInputs } from './stored-inputs.ts'
import { forgetSuspects } from './suspects.ts'
import { throttled } from './throttled.ts'
import { WorkerPool } from './worker-pool.ts'

/** Starts and continues runs, one at a time on this page, and keeps the list of stored ones. */
export class RunQueue {
  readonly #deps: RunDeps
  readonly #inputs: StoredInputs
  readonly #maker: RunMaker
  /** Of the run that is worked on, until it has been put away. */
  #runner: RunSession | null = null
  /** What has been asked for and has not begun yet: a second press of a button must not start a second run. */
  #beginning: Promise<void> | null = null
  /** All that has begun; settles when the last run has been put away, and never rejects. */
  #working: Promise<void> | null = null
  #onShown: () => void = () => {}
  #isStopped = false
  /** When a button was pressed, by `sharedNow`, until the first run that follows from it. */
  #pressed: number | null = null

  constructor(deps: RunDeps) {
    this.#deps = deps
    this.#inputs = new StoredInputs(deps)
    this.#maker = new RunMaker(deps, this.#inputs)
  }

  get #app(): AppStore {
    return this.#deps.app
  }

  get #store(): Promise<Store> {
    return this.#deps.store
  }

  pause(): void {
    this.#runner?.pause()
  }

  resume(): void {
    this.#runner?.resume()
  }

  stop(): void {
    this.#isStopped = true
    this.#runner?.stop()
  }

  async refresh(): Promise<void> {
    const store = await this.#store.catch(error => {
      this.#app.change({ runsUnreadable: internalError('runs', error) })
      throw error
    })
    const held = new Set(((await navigator.locks.query()).held ?? []).map(({ name }) => name))
    const stored = await store.runs()
    const runs = stored
      .map(({ run, tally }) => ({ run: held.has(lockOf(run.id)) ? run : atRest(run), ...tally }))
      .sort((a, b) => (a.run.created < b.run.created ? 1 : -1))
    this.#app.change({ runs })
  }

  /** @param earlier records that are there already, as lines of JSON */
  start(earlier?: Blob): Promise<void> {
    this.#pressed = sharedNow()
    return this.#once(() => this.#start(earlier))
  }

  continue(id: string): Promise<void> {
    this.#pressed = sharedNow()
    return this.#once(() => this.#continue(id))
  }

  async #start(earlier?: Blob): Promise<void> {
    const run = await this.#maker.run(earlier)
    await this.#begin(run, await this.#passes(run, this.#app.state.probes))
  }

  /**
   * Works on one run after the other, each on a model loaded afresh.
   * @param first makes ready
   * @param next what follows a run that ended without an error and was not stopped; null nothing more
   * @param onEnd when nothing follows
   */
  follow(
    first: () => Promise<RunSitting | null>,
    next: () => Promise<RunSitting | null>,
    onEnd: () => void,
  ): Promise<void> {
    return this.#once(async () => {
      try {
        const sitting = await first()
        await this.refresh()
        if (sitting) await this.#beginWith(() => this.#workOn(sitting, next).finally(onEnd))
        else onEnd()
      } catch (error) {
        onEnd()
        throw error
      }
    })
  }

  async #continue(id: string): Promise<void> {
    const run = await (await this.#store).run(id)
    if (run.judging) return this.#continueJudging(run)
    await this.bringBack(run)
    await this.refresh()
    const passes = passesOf(this.#app.state.runs ?? [], run.parent ?? id).map(pass => pass.run)
    await this.#begin(
      run,
      passes.filter(pass => pass.id !== id && pass.state === 'paused'),
    )
  }

  /** Has the open answers of a run rated by the judge that is chosen, as a pass of its own. */
  judge(id: string, choice: JudgeChoice): Promise<void> {
    return this.#once(() => this.#judgeAnswers(id, choice))
  }

  async #judgeAnswers(id: string, choice: JudgeChoice): Promise<void> {
    await this.#begin(await this.#maker.judging(id, choice), [])
  }

  /** What was answered since it began is judged, too. */
  async #continueJudging(run: Run): Promise<void> {
    const { parent, judging } = run
    if (parent === undefined || !judging) return
    await this.#inputs.bringBackJudge(run, judging, parent)
    const total = ratingsOf(judging, await this.#deps.data.remote.openAnswers(parent))
    const changed = await (await this.#store).changeRun(run.id, known => ({ ...known, total }))
    await this.refresh()
    await this.#begin(changed, [])
  }

  /** Makes passes one after the other, at once or after what is going on; one that broke off is continued. */
  async addPasses(id: string, probes: readonly Probe[]): Promise<void> {
    const run = await (await this.#store).run(id)
    await this.bringBack(run)
    const [first, ...others] = await this.#passes(run, probes)
    await this.refresh()
    if (!first) return
    if (this.#isEnding()) await this.#working
    if (this.#working !== null) this.#wait([first, ...others])
    else await this.#once(async () => this.#begin(first, others))
  }

  #passes(run: Run, probes: readonly Probe[]): Promise<readonly Run[]> {
    return this.#maker.passes(run, probes, id => this.#isInHand(id))
  }

  #isInHand(id: string): boolean {
    const { live, waiting } = this.#app.state
    return waiting.includes(id) || (this.#working !== null && live?.run.id === id)
  }

  #wait(passes: readonly Run[]): void {
    this.#app.change({ waiting: [...this.#app.state.waiting, ...passes.map(({ id }) => id)] })
  }

  /** As `StoredInputs` does. */
  bringBack(run: Run): Promise<void> {
    return this.#inputs.bringBack(run)
  }

  async delete(id: string): Promise<void> {
    if (this.#isEnding()) await this.#working
    const store = await this.#store
    const gone = (await store.runs()).map(({ run }) => run).filter(run => run.id === id || run.parent === id)
    await allAlone(gone, () => store.deleteRun(id))
    for (const run of gone) forgetSuspects(run.id)
    const { live, waiting } = this.#app.state
    const isGone = (one: string): boolean => gone.some(each => each.id === one)
    this.#app.change({
      waiting: waiting.filter(one => !isGone(one)),
      ...(live && isGone(live.run.id) && { live: null }),
    })
    await this.refresh()
  }

  /** @throws VoxelwiseError run-locked where another run is going on */
  async #once(begin: () => Promise<void>): Promise<void> {
    if (this.#isEnding()) await this.#working
    if (this.#working && !this.#beginning) throw goingOn()
    this.#beginning ??= begin().finally(() => {
      this.#beginning = null
    })
    await this.#beginning
  }

  /** Whether the page has been told the end of the last run, and it is only being put away. */
  #isEnding(): boolean {
    const live = this.#runner?.live
    if (!live || isBusy(live) || this.#app.state.race) return false
    return live.phase !== 'done' || this.#app.state.waiting.length === 0
  }

  /**
   * Begins to work; what goes wrong before the run itself can tell becomes a notice.
   * @returns when the page shows the run instead of an earlier one
   */
  async #begin(run: Run, passes: readonly Run[]): Promise<void> {
    this.#wait(passes)
    await this.#beginWith(() => this.#workThrough(run))
  }

  async #beginWith(work: () => Promise<void>): Promise<void> {
    this.#isStopped = false
    const shown = new Promise<void>(resolve => {
      this.#onShown = resolve
    })
    this.#working = work()
      .catch(error => this.#app.notify(error))
      .finally(() => {
        this.#working = null
        this.#runner = null
        this.#app.change({ waiting: [] })
      })
    await Promise.race([shown, this.#working])
  }

  /** One run, then those that wait, until one is stopped or fails: the rest can be continued. */
  async #workThrough(first: Run): Promise<void> {
    const store = await this.#store
    let pool = await this.#gather(first)
    try {
      for (let run = first; ; ) {
        await this.#work({ run, upTo: null }, pool)
        const ended = await store.run(run.id)
        const [first] = this.#app.state.waiting
        const next = nextRun(ended, first === undefined ? [] : [await store.run(first)])
        if (next.kind === 'none') return
        run = await store.run(next.id)
        if (next.sameFolders) continue
        pool.close()
        await this.bringBack(run)
        pool = await this.#gather(run)
      }
    } finally {
      pool.close()
    }
  }

  /** One sitting, then what follows, until one is stopped or fails. */
  async #workOn(first: RunSitting, next: () => Promise<RunSitting | null>): Promise<void> {
    const store = await this.#store
    for (let sitting: RunSitting | null = first; sitting; ) {
      await this.#deps.folders.bringBackFor(sitting.run)
      const pool = await this.#gather(sitting.run)
      try {
        // It may have been stopped while nothing was asked.
        if (this.#isStopped) return
        await this.#work(sitting, pool)
      } finally {
        pool.close()
      }
      const { state } = await store.run(sitting.run.id)
      sitting = state === 'failed' || this.#isStopped ? null : await next()
    }
  }

  async #gather(run: Run): Promise<WorkerPool> {
    const { ahead, data, startWorker } = this.#deps
    const pool = await ahead.take(run)
    if (!run.judging) return pool ?? WorkerPool.gather(data, run.settings.device, startWorker)
    pool?.close()
    return WorkerPool.gatherJudged(data, run)
  }

  /** Works on a stored run until it ends. */
  async #work({ run, upTo }: RunSitting, pool: WorkerPool): Promise<void> {
    await alone(run, async () => {
      // Some browsers ask the user, and the run need not wait for that.
      void askForOwnData(this.#app, run)
      // What a full disk kept from the database is in the run's journals, and is not asked again.
      await this.#deps.data.remote.reconcile(run.id)
      const counter = await this.#deps.data.remote.countOf(run)
      const runner = new RunSession(run, {
        store: await this.#store,
        pool,
        counter,
        upTo,
        pressed: this.#pressed ?? sharedNow(),
        onChange: throttled(live => this.#app.change({ live })),
      })
      this.#runner = runner
      this.#pressed = null
      const { waiting } = this.#app.state
      this.#app.change({ live: runner.live, waiting: waiting.filter(id => id !== run.id) })
      this.#onShown()
      await this.refresh()
      await runner.go()
      counter[releaseProxy]()
      // What broke off may have left more in one copy of the records than in the other.
      if (!runner.hasBroken) await this.#deps.data.remote.noteWritten(run.id)
    })
    await this.refresh()
  }
}

const goingOn = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-locked',
    subject: 'this page',
    message: 'Another run is going on here.',
    remedy: 'Wait for its end, or stop it first: it can be continued.',
  })

/** A run that nobody works on any more was interrupted. */
function atRest(run: Run): Run {
  return run.state === 'running' ? { ...run, state: 'paused' } : run
}
