import { askToKeep } from '../../data/store/browser-storage.ts'
import { lockOf } from '../../data/store/locks.ts'
import type { Store } from '../../data/store/store.ts'
import { internalError, VoxelwiseError } from '../../engine/base/errors.ts'
import { refusal } from '../../engine/model/refusal.ts'
import { toolWords } from '../../engine/protocol/elsewhere.ts'
import { type Probe, probeKey } from '../../engine/protocol/probe.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { DataWorker } from '../../workers/data.worker.ts'
import { type Bridged, proxy } from '../bridge.ts'
import type { FolderRegistry } from '../folders/registry.ts'
import { passesOf } from '../passes.ts'
import { isBusy } from '../stage.ts'
import type { LiveRun } from '../state.ts'
import type { AppStore } from '../store.ts'
import { isComparable } from './comparable.ts'
import { environmentOf, newPass, newRun } from './new-run.ts'
import { nextRun } from './next-run.ts'
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
  /** Of the run that is worked on, until it has been put away. */
  #runner: RunSession | null = null
  /** What has been asked for and has not begun yet: a second press of a button must not start a second run. */
  #beginning: Promise<void> | null = null
  /** All that has begun; settles when the last run has been put away, and never rejects. */
  #working: Promise<void> | null = null
  #onShown: () => void = () => {}

  constructor(app: AppStore, data: Bridged<DataWorker>, store: Promise<Store>, folders: FolderRegistry) {
    this.#app = app
    this.#data = data
    this.#store = store
    this.#folders = folders
  }

  pause(): void {
    this.#runner?.pause()
  }

  resume(): void {
    this.#runner?.resume()
  }

  stop(): void {
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
    })
    const run = settings.shard ? { ...whole, total: await this.#data.remote.total(settings) } : whole
    const store = await this.#store
    await store.putRun(run)
    await this.#data.remote.keepLoad(run.id, until?.against ?? null)
    if (earlier) await this.#data.remote.takeRecords(run, earlier)
    for (const role of ['dataset', 'model'] as const) {
      const descriptor = this.#folders.descriptor(role)
      if (descriptor) await store.keepFolder(`${run.id}/${role}`, descriptor)
    }
    await this.#begin(run, await this.#passes(run, this.#app.state.probes))
  }

  async #continue(id: string): Promise<void> {
    const run = await (await this.#store).run(id)
    await this.#bringBack(run)
    await this.refresh()
    const passes = passesOf(this.#app.state.runs ?? [], run.parent ?? id).map(pass => pass.run)
    await this.#begin(
      run,
      passes.filter(pass => pass.id !== id && pass.state === 'paused'),
    )
  }

  /** Makes passes one after the other, at once or after what is going on; one that broke off is continued. */
  async addPasses(id: string, probes: readonly Probe[]): Promise<void> {
    const run = await (await this.#store).run(id)
    await this.#bringBack(run)
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
  async #bringBack(run: Run): Promise<void> {
    if (run.environment.runtime || run.model.elsewhere) throw madeElsewhere(run)
    await this.#folders.bringBackFor(run)
    await this.#checkImages(run)
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
    if (!live || isBusy(live)) return false
    return live.phase !== 'done' || this.#app.state.waiting.length === 0
  }

  /**
   * Begins to work; what goes wrong before the run itself can tell becomes a notice.
   * @returns when the page shows the run instead of an earlier one
   */
  async #begin(run: Run, passes: readonly Run[]): Promise<void> {
    this.#wait(passes)
    const shown = new Promise<void>(resolve => {
      this.#onShown = resolve
    })
    this.#working = this.#workThrough(run)
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
        await this.#work(run, pool)
        const ended = await store.run(run.id)
        const [first] = this.#app.state.waiting
        const next = nextRun(ended, first === undefined ? [] : [await store.run(first)])
        if (next.kind === 'none') return
        run = await store.run(next.id)
        if (next.sameFolders) continue
        pool.close()
        await this.#bringBack(run)
        pool = await this.#gather(run)
      }
    } finally {
      pool.close()
    }
  }

  #gather({ settings: { device } }: Run): Promise<WorkerPool> {
    return WorkerPool.gather(this.#data, device)
  }

  /** Works on a stored run until it ends. */
  async #work(run: Run, pool: WorkerPool): Promise<void> {
    await alone(run, async () => {
      // Records should outlive a full disk. Some browsers ask the user, and the run need not wait for that.
      void askToKeep()
      // What a full disk kept from the database is in the run's journals, and is not asked again.
      await this.#data.remote.reconcile(run.id)
      const runner = new RunSession(run, {
        store: await this.#store,
        pool,
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

/** A run that nobody works on any more was interrupted. */
function atRest(run: Run): Run {
  return run.state === 'running' ? { ...run, state: 'paused' } : run
}

/** The same with several runs. */
function allAlone([run, ...others]: readonly Run[], work: () => Promise<void>): Promise<void> {
  return run ? alone(run, () => allAlone(others, work)) : work()
}

/** Does something with a run under the lock that keeps other tabs off it. */
async function alone(run: Run, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(lockOf(run.id), { ifAvailable: true }, async lock => {
    if (lock) return work()
    throw new VoxelwiseError({
      code: 'run-locked',
      subject: run.name,
      message: 'This run is being worked on, here or in another tab.',
      remedy: 'Use that tab, or stop the run there first.',
    })
  })
}
