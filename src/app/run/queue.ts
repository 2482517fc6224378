import { askToKeep } from '../../data/store/browser-storage.ts'
import { lockOf } from '../../data/store/locks.ts'
import type { Store } from '../../data/store/store.ts'
import { internalError, VoxelwiseError } from '../../engine/base/errors.ts'
import { refusal } from '../../engine/model/refusal.ts'
import { toolWords } from '../../engine/protocol/elsewhere.ts'
import { type Probe, probeKey } from '../../engine/protocol/probe.ts'
import { rubricNamed } from '../../engine/protocol/rubrics/rubric.ts'
import type { Judging, Run } from '../../engine/protocol/run.ts'
import type { DataWorker } from '../../workers/data.worker.ts'
import type { RunWorker } from '../../workers/run.worker.ts'
import { type Bridged, proxy } from '../bridge.ts'
import type { JudgeFolder } from '../folders/judge-folder.ts'
import type { FolderRegistry } from '../folders/registry.ts'
import { passesOf } from '../passes.ts'
import { isBusy } from '../stage.ts'
import type { LiveRun } from '../state.ts'
import type { AppStore } from '../store.ts'
import { allAlone, alone } from './alone.ts'
import { isComparable } from './comparable.ts'
import { type JudgeChoice, judgingOf, ratingsOf } from './judge-choice.ts'
import { environmentOf, newJudging, newPass, newRun } from './new-run.ts'
import { nextRun, type RunSitting } from './next-run.ts'
import { RunSession } from './session.ts'
import { forgetSuspects } from './suspects.ts'
import { WorkerPool } from './worker-pool.ts'

/** Milliseconds between two renderings of a live run: the model's thread tells far more often. */
const millisecondsBetweenRenderings = 100

/** Starts and continues runs, one at a time on this page, and keeps the list of stored ones. */
export class RunQueue {
  readonly #app: AppStore
  readonly #data: Bridged<DataWorker>
  readonly #store: Promise<Store>
  readonly #folders: FolderRegistry
  readonly #judge: JudgeFolder
  /** In place of a model's own. */
  readonly #startWorker: (() => Bridged<RunWorker>) | undefined
  /** Of the run that is worked on, until it has been put away. */
  #runner: RunSession | null = null
  /** What has been asked for and has not begun yet: a second press of a button must not start a second run. */
  #beginning: Promise<void> | null = null
  /** All that has begun; settles when the last run has been put away, and never rejects. */
  #working: Promise<void> | null = null
  #onShown: () => void = () => {}
  #isStopped = false

  constructor(
    app: AppStore,
    data: Bridged<DataWorker>,
    store: Promise<Store>,
    folders: FolderRegistry,
    judge: JudgeFolder,
    startWorker?: () => Bridged<RunWorker>,
  ) {
    this.#startWorker = startWorker
    this.#app = app
    this.#data = data
    this.#store = store
    this.#folders = folders
    this.#judge = judge
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
    return this.#once(() => this.#start(earlier))
  }

  continue(id: string): Promise<void> {
    return this.#once(() => this.#continue(id))
  }

  async #start(earlier?: Blob): Promise<void> {
    const { settings, device } = this.#app.state
    const dataset = this.#folders.dataset()
    const model = this.#folders.model()
    const problem = refusal(model, settings, dataset.imagesAtOnce)
    if (problem) throw new VoxelwiseError(problem)
    const fingerprint = await this.#data.remote.fingerprintModel(model.family, settings.dtype)
    // It may have been chosen with another data set, or been deleted.
    const isThere = (this.#app.state.runs ?? []).some(
      summary => summary.run.id === settings.until?.against && isComparable(summary, dataset.fingerprint),
    )
    const until = settings.until && { ...settings.until, against: isThere ? settings.until.against : null }
    const chosen = { ...settings, ...(until && { until }) }
    const whole = newRun({
      dataset,
      model,
      fingerprint,
      settings: chosen,
      environment: environmentOf(device, model, chosen),
      isLengthChosen: this.#app.state.isLengthChosen,
    })
    const run = settings.shard ? { ...whole, total: await this.#data.remote.total(settings) } : whole
    const store = await this.#store
    await store.putRun(run)
    await this.#data.remote.keepLoad(run.id, until?.against ?? null)
    if (earlier) await this.#data.remote.takeRecords(run, earlier)
    await this.#folders.keepFor(run)
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
    const store = await this.#store
    const parent = await store.run(id)
    const judge = this.#judge.overview()
    const open = await this.#data.remote.openAnswers(id)
    if (open.length === 0) throw nothingOpen(parent.name)
    const judging = judgingOf(choice, open)
    await this.#bringImages(parent, judging)
    const problem = refusal(judge, choice, judging.showsImages ? this.#folders.dataset().imagesAtOnce : 0)
    if (problem) throw new VoxelwiseError(problem)
    const run = newJudging(parent, {
      rubric: rubricNamed(choice.rubric),
      judging,
      total: ratingsOf(judging, open),
      judge,
      fingerprint: await this.#data.remote.fingerprintJudge(judge.family, choice.dtype),
      settings: choice,
      device: this.#app.state.device,
    })
    await store.putRun(run)
    const { descriptor } = this.#judge
    if (descriptor) await store.keepFolder(`${run.id}/model`, descriptor)
    await this.#begin(run, [])
  }

  /** What was answered since it began is judged, too. */
  async #continueJudging(run: Run): Promise<void> {
    const { parent, judging } = run
    if (parent === undefined || !judging) return
    await this.#judge.bringBackFor(run)
    this.#checkDevice(run)
    await this.#bringImages(await (await this.#store).run(parent), judging)
    const total = ratingsOf(judging, await this.#data.remote.openAnswers(parent))
    const changed = await (await this.#store).changeRun(run.id, known => ({ ...known, total }))
    await this.refresh()
    await this.#begin(changed, [])
  }

  /** A judge that sees images needs those that the answers are about. */
  async #bringImages(parent: Run, { showsImages }: Judging): Promise<void> {
    if (!showsImages) return
    await this.#folders.bringBackDatasetFor(parent)
    await this.#checkImages(parent)
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

  /** The passes of a run that are still to be made, new ones stored; the run's data set is open. */
  async #passes(run: Run, probes: readonly Probe[]): Promise<readonly Run[]> {
    const store = await this.#store
    const stored = (await store.runs()).map(summary => summary.run).filter(({ parent }) => parent === run.id)
    const known = new Map(stored.flatMap(pass => (pass.probe ? [[probeKey(pass.probe), pass] as const] : [])))
    const totals = await this.#data.remote.countAsked(probes, run.settings)
    const model = this.#folders.model()
    const { device } = this.#app.state
    const passes: Run[] = []
    for (const [i, probe] of probes.entries()) {
      const total = totals[i] ?? 0
      const pass =
        known.get(probeKey(probe)) ?? newPass(run, probe, total, environmentOf(device, model, run.settings))
      if (total === 0 || pass.state === 'done' || this.#isInHand(pass.id)) continue
      if (!known.has(probeKey(probe))) await store.putRun(pass)
      passes.push(pass)
    }
    return passes
  }

  #isInHand(id: string): boolean {
    const { live, waiting } = this.#app.state
    return waiting.includes(id) || (this.#working !== null && live?.run.id === id)
  }

  #wait(passes: readonly Run[]): void {
    this.#app.change({ waiting: [...this.#app.state.waiting, ...passes.map(({ id }) => id)] })
  }

  /**
   * Opens the folders of a stored run, on the device that it wants. What is answered from now on must be about the same
   * images as what is there, of the run that was probed too.
   */
  async bringBack(run: Run): Promise<void> {
    if (run.environment.runtime || run.model.elsewhere) throw madeElsewhere(run)
    await this.#folders.bringBackFor(run)
    await this.#checkImages(run)
    this.#checkDevice(run)
  }

  #checkDevice(run: Run): void {
    const { webgpu } = this.#app.state.device
    if (run.settings.device === 'webgpu' && webgpu.status === 'unavailable')
      throw new VoxelwiseError({
        code: 'device-unavailable',
        subject: 'WebGPU',
        message: webgpu.reason,
        remedy: 'Continue this run in a browser with WebGPU, or start a new one on WASM.',
      })
  }

  /** Shows how far it is: to look at 160,000 images takes a minute. */
  async #checkImages({ id, parent }: Run): Promise<void> {
    // What is told last may come after the answer: they take different ports.
    let isOver = false
    const onProgress = (done: number, of: number): void => {
      if (!isOver) this.#app.change({ imagesChecked: { run: id, done, of } })
    }
    try {
      await this.#data.remote.expectSameImages(parent === undefined ? [id] : [parent, id], proxy(onProgress))
    } finally {
      isOver = true
      this.#app.change({ imagesChecked: null })
    }
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
      await this.#folders.bringBackFor(sitting.run)
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

  #gather(run: Run): Promise<WorkerPool> {
    if (run.judging) return WorkerPool.gatherJudged(this.#data, run)
    return WorkerPool.gather(this.#data, run.settings.device, this.#startWorker)
  }

  /** Works on a stored run until it ends. */
  async #work({ run, upTo }: RunSitting, pool: WorkerPool): Promise<void> {
    await alone(run, async () => {
      // Records should outlive a full disk. Some browsers ask the user, and the run need not wait for that.
      void askToKeep()
      // What a full disk kept from the database is in the run's journals, and is not asked again.
      await this.#data.remote.reconcile(run.id)
      const runner = new RunSession(run, {
        store: await this.#store,
        pool,
        upTo,
        onChange: this.#throttled(),
      })
      this.#runner = runner
      const { waiting } = this.#app.state
      this.#app.change({ live: runner.live, waiting: waiting.filter(id => id !== run.id) })
      this.#onShown()
      await this.refresh()
      await runner.go()
    })
    await this.refresh()
  }

  /** Shows a change of phase at once, and what lies between at most every tenth of a second. */
  #throttled(): (live: LiveRun) => void {
    let phase: LiveRun['phase'] | null = null
    let latest: LiveRun | null = null
    let timer: ReturnType<typeof setTimeout> | null = null
    const show = (): void => {
      if (timer !== null) clearTimeout(timer)
      timer = null
      this.#app.change({ live: latest })
    }
    return live => {
      latest = live
      if (phase !== live.phase) show()
      else timer ??= setTimeout(show, millisecondsBetweenRenderings)
      phase = live.phase
    }
  }
}

const madeElsewhere = ({ name, model: { elsewhere } }: Run): VoxelwiseError =>
  new VoxelwiseError({
    code: 'device-unavailable',
    subject: name,
    message: elsewhere
      ? `Its answers are those of ${toolWords(elsewhere)}: this page cannot ask more of that model.`
      : 'This run was made without a browser, and is to be gone on with so.',
    remedy: elsewhere
      ? 'Ask with that tool and open its new log, or start a run here.'
      : 'Give the command that made it once more, or start a new run here.',
  })

const goingOn = (): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-locked',
    subject: 'this page',
    message: 'Another run is going on here.',
    remedy: 'Wait for its end, or stop it first: it can be continued.',
  })

const nothingOpen = (subject: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'choices-impossible',
    subject,
    message: 'This run has no answer in words, so there is nothing to judge.',
    remedy: 'Choose a run whose questions are answered in words.',
  })

/** A run that nobody works on any more was interrupted. */
function atRest(run: Run): Run {
  return run.state === 'running' ? { ...run, state: 'paused' } : run
}
