import type { Store } from '../../data/store/store.ts'
import { type ErrorInfo, errorInfo, errorMessage } from '../../engine/base/errors.ts'
import type { Planned } from '../../engine/probes/planned.ts'
import { indexSpace } from '../../engine/protocol/judging.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { untilTheEnd } from '../../engine/protocol/settings.ts'
import type { LoadedWeights } from '../../engine/runtime/load-parts.ts'
import { withWeights } from '../../engine/runtime/loaded-weights.ts'
import { Claims } from '../../workers/shared/claims.ts'
import type { LiveRun } from '../state/state.ts'
import type { CrashMarks } from './crash-marks.ts'
import { compareAgain, DriftWatch, type OtherDevice } from './drift-watch.ts'
import { type Counter, RunProgress } from './live-progress.ts'
import { LostAnswers } from './lost-answers.ts'
import type { CopyEffect, Failed } from './machine/copy-state.ts'
import { nextOfRun } from './machine/run.ts'
import { idleRun, type RunEffect, type RunMachineEvent, type SessionState } from './machine/run-state.ts'
import { clockReading } from './machine/watch.ts'
import { type Reason, reached, reachedWords } from './until.ts'
import { PreparationWatch, type WatchClock, watchEvery } from './watch-clock.ts'
import type { Attempt, AttemptTask } from './worker-attempt.ts'

/** What a run needs from its page or process. */
export interface RunHost {
  readonly store: Pick<Store, 'hold' | 'changeRun'>
  readonly counter: Counter
  attempt(task: AttemptTask): Attempt
  planned(run: Run): Promise<Planned>
  openImage(path: string): Promise<Blob>
  readonly maxCopies: number
  readonly crashMarks: CrashMarks
  readonly clock: WatchClock
  /** Whether timers are slowed down because nobody looks. */
  isHidden(): boolean
  /** Asks questions of the run again on another device; null where none is compared. */
  readonly otherDevice: OtherDevice | null
}

interface LiveRunDependencies {
  readonly host: RunHost
  readonly onChange: (live: LiveRun) => void
  /** When Run was pressed, by `sharedNow`. */
  readonly pressed: number
  /** Answers of it that were stored before it began, as the list of runs showed. */
  readonly listed: number
}

type Finish = Extract<RunEffect, { readonly do: 'finish' }>
type StartWorker = Extract<CopyEffect, { readonly do: 'start worker' }>
/** An event but for the time at which it came. */
type Untimed<Event> = Event extends unknown ? Omit<Event, 'at'> : never

/** One run, in the page or in Node: reports events to `machine/run.ts`, and does what it decides. */
export class RunSession {
  readonly #show: RunProgress
  readonly #deps: LiveRunDependencies
  readonly #lost: LostAnswers
  readonly #drift: DriftWatch | null
  #claims: Claims
  #state: SessionState
  /** By the number of the copy. */
  readonly #attempts = new Map<number, Attempt>()
  readonly #preparations = new Map<number, PreparationWatch>()
  #began: number | null = null
  /** Whether a worker was ended, or ended by itself, before it was done: in the midst of a write, it may be. */
  hasBroken = false
  /** Kept here, too: between two rounds of questions the machine has ended. */
  #isStopWanted = false
  /** Records what the browser deleted. */
  #noting: Promise<void> = Promise.resolve()
  /** What of the rule by which the run ends was so when this session began. */
  #past: ReadonlySet<Reason> = new Set()
  #onFinish: (finish: Finish) => void = () => {}

  constructor(run: Run, dependencies: LiveRunDependencies) {
    const { host, onChange, pressed, listed } = dependencies
    this.#deps = dependencies
    const { counter } = host
    const openImage = (path: string) => host.openImage(path)
    const onFigures = () => this.#endWhereKnown()
    this.#show = new RunProgress(run, { counter, openImage, onChange, onFigures }, pressed)
    // A run that began on a larger machine, or where copies could share memory, can be continued on this one.
    this.#state = idleRun(run, host.crashMarks.refused(run.id), host.maxCopies)
    this.#claims = claimsFor(run, this.#state)
    this.#lost = new LostAnswers(this.#show, host.store, listed)
    const { otherDevice, store } = host
    this.#drift = otherDevice && new DriftWatch(otherDevice, compareAgain(otherDevice, this.#show, store))
  }

  get live(): LiveRun {
    return this.#show.live
  }

  /** Runs until all is asked, it is stopped, or nothing helps. Never rejects: an error is in the state. */
  async go(): Promise<void> {
    const { store, crashMarks, planned } = this.#deps.host
    const { id } = this.live.run
    const began = performance.now()
    this.#began = began
    const watch = setInterval(() => this.#watch(), watchEvery)
    try {
      this.#show.reach('run, stored')
      await store.hold(this.live.run)
      this.#show.change({ run: await store.changeRun(id, withoutError) })
      const { voxels, chance, majority = null } = await planned(this.live.run)
      this.#show.change({ planned: voxels, chance, majority })
      await this.#show.recount()
      // An earlier session already ended with this result, and this one is to continue.
      this.#past = this.#reached()
      this.#show.reach('plan')
      const wasStopped = await this.#askAll()
      const ended = performance.now()
      // A run ends when the question that is asked again has its answer.
      if (!wasStopped && this.#drift?.isAsking)
        this.#show.change({ activity: 'Comparing an answer with WASM' })
      if (!wasStopped) await this.#drift?.settle()
      const { answered, failed, total } = this.live
      const isWhole = !wasStopped || answered + failed >= total
      if (isWhole) crashMarks.forget(id)
      await this.#end(isWhole ? 'done' : 'paused', null, ended - began)
    } catch (error) {
      const info = errorInfo(error, {
        code: 'inference-failed',
        subject: this.live.run.model.name,
        message: 'The run failed.',
        remedy: 'Continue the run. If it fails again, try another precision or device.',
      })
      await this.#end('failed', info, performance.now() - began)
    } finally {
      clearInterval(watch)
      this.#drift?.end()
      crashMarks.clear(id)
      this.#show.close()
    }
  }

  /** Until nothing is open, including what the browser deleted meanwhile. @returns whether it was stopped */
  async #askAll(): Promise<boolean> {
    await this.#lost.begin()
    for (;;) {
      const { wasStopped, failure } = await new Promise<Finish>(resolve => {
        this.#onFinish = resolve
        this.#send({ type: 'planned', answered: this.live.answered })
      })
      await this.#noting
      // They may have stored more than they reported.
      await this.#show.recount()
      const lost = await this.#lost.check()
      if (failure) throw failure.error
      if (lost === 0 || wasStopped || this.#isStopWanted) return wasStopped || this.#isStopWanted
      const { run } = this.live
      const { maxCopies, times } = this.#state
      this.#state = { ...idleRun(run, this.#deps.host.crashMarks.refused(run.id), maxCopies), times }
      this.#claims = claimsFor(run, this.#state)
      this.#show.change({ phase: 'loading', activity: 'Repeating the answers that the browser deleted' })
    }
  }

  /** Before the next step of each copy of the model. */
  pause(): void {
    this.#send({ type: 'pause' })
  }

  resume(): void {
    this.#send({ type: 'resume' })
  }

  /** Before the next step of each copy of the model; immediately while it loads. The current question stays unasked. */
  stop(): void {
    this.#isStopWanted = true
    this.#drift?.end()
    this.#send({ type: 'stop' })
  }

  #send(event: Untimed<RunMachineEvent>): void {
    const { state, effects } = nextOfRun(this.#state, { ...event, at: performance.now() })
    this.#state = state
    for (const effect of effects) this.#do(effect)
  }

  #reached(): ReadonlySet<Reason> {
    const { whole, run } = this.live
    const here = this.#began === null ? 0 : this.#asking(performance.now() - this.#began)
    const isLoading = this.#state.phase === 'loading'
    return reached(run.settings.until ?? untilTheEnd, {
      overall: whole ?? { low: 0, high: 1 },
      slices: this.#show.widestSlice,
      against: this.#show.prior,
      asking: run.timings.asking + (isLoading ? 0 : here),
    })
  }

  /** Milliseconds of the session in which it asked. @param took since it began */
  #asking(took: number): number {
    const { loaded, paused, pausedAt } = this.#state.times
    return took - loaded - paused - (pausedAt === null ? 0 : performance.now() - pausedAt)
  }

  #endWhereKnown(): void {
    if (this.#state.isStopping || this.live.reached !== null || this.live.run.probe) return
    const [reason] = [...this.#reached()].filter(one => !this.#past.has(one))
    if (reason === undefined) return
    const text = reachedWords(reason, this.live.run.settings.until ?? untilTheEnd, this.#show.prior)
    this.#show.change({ reached: text })
    this.#show.log({ copy: null, kind: 'end', text })
    this.stop()
  }

  #watch(): void {
    // Answers while the page was asleep do not count towards the rate.
    const { clock, isHidden } = this.#deps.host
    if (clock.look(performance.now(), isHidden())) this.#show.restartClock()
    const { now } = clock
    const readings = this.#state.copies.map(({ copy }) => {
      const attempt = this.#attempts.get(copy)
      return attempt ? { hand: clockReading(attempt.hand), preparing: clockReading(attempt.preparing) } : null
    })
    for (const preparation of this.#preparations.values()) preparation.look(now)
    this.#send({ type: 'tick', now, readings })
    this.#endWhereKnown()
  }

  #do(effect: RunEffect): void {
    switch (effect.do) {
      case 'start worker':
        this.#start(effect)
        break
      case 'send':
        this.#attempts.get(effect.copy)?.send(effect.command)
        break
      case 'end worker':
        this.hasBroken = true
        this.#attempts.get(effect.copy)?.end()
        break
      case 'recount':
        void this.#recount(effect.copy)
        break
      case 'note lost copy':
        void this.#noteLostCopy()
        break
      case 'show':
        this.#show.change(effect.change)
        break
      case 'follow':
        this.#show.follow(effect.event)
        break
      case 'restart clock':
        this.#show.restartClock()
        break
      case 'log':
        this.#show.log(effect.event)
        break
      case 'finish':
        this.#onFinish(effect)
    }
  }

  #start({ copy, attempt, careful, givenUp, refused, isPaused }: StartWorker): void {
    const { host } = this.#deps
    const worker: Attempt = host.attempt({
      ...{ run: this.live.run, copy, careful, givenUp, refused, isPaused },
      claims: this.#claims,
      onReported: event => {
        if (event.type === 'rewritten') {
          this.#noting = this.#noting
            .then(() => this.#lost.rewritten(copy))
            .catch(error => this.#show.log({ copy, kind: 'lost', text: errorMessage(error) }))
          return
        }
        if (event.type === 'weights') {
          this.#noteWeights(event)
          return
        }
        if (event.type === 'outcomes') for (const { index } of event.outcomes) this.#lost.add(index)
        const { total, answered, failed } = this.live
        this.#send({ type: 'reported', copy, attempt, event, open: total - answered - failed })
        if (event.type !== 'outcomes') return
        this.#drift?.add(event.outcomes)
        this.#endWhereKnown()
      },
      onFinished: isWhole =>
        this.#send({ type: 'finished', copy, attempt, isWhole, claimants: this.#claims.claimants() }),
      onBroken: error => {
        this.hasBroken = true
        const hasClaims = this.#claims.claimants().includes(copy)
        this.#send({ type: 'broke', copy, attempt, error, index: worker.hand.index, hasClaims })
      },
    })
    this.#attempts.set(copy, worker)
    const { id } = this.live.run
    const preparation =
      this.#preparations.get(copy) ??
      new PreparationWatch((index, isInHand) => host.crashMarks.mark(id, index, isInHand))
    this.#preparations.set(copy, preparation)
    preparation.turnTo(worker.preparing, host.clock.now)
    void worker.go()
  }

  /** A worker that broke may have stored more than it reported. */
  async #recount(copy: number): Promise<void> {
    const { store } = this.#deps.host
    const failure = await catchFailure(async () => {
      await this.#show.recount()
      const { events } = this.live
      this.#show.change({ run: await store.changeRun(this.live.run.id, run => ({ ...run, events })) })
    })
    this.#send({ type: 'recounted', copy, answered: this.live.answered, failure })
  }

  /** Answers follow at once: what is exported with them shows it before it is stored. */
  #noteWeights(loaded: Pick<LoadedWeights, 'files' | 'graphs'>): void {
    const { run } = this.live
    const noted = withWeights(run, loaded)
    if (noted === run) return
    this.#show.change({ run: noted })
    const { store } = this.#deps.host
    this.#noting = this.#noting
      .then(async () => void (await store.changeRun(run.id, known => withWeights(known, loaded))))
      .catch(error => this.#show.log({ copy: null, kind: 'fallback', text: errorMessage(error) }))
  }

  async #noteLostCopy(): Promise<void> {
    const failure = await catchFailure(async () => {
      const run = await this.#deps.host.store.changeRun(this.live.run.id, ({ environment, ...run }) => ({
        ...run,
        environment: { ...environment, copies: (environment.copies ?? 1) - 1 },
      }))
      this.#show.change({ run })
    })
    this.#send({ type: 'noted', failure })
  }

  /** @param took milliseconds since it began */
  async #end(state: 'paused' | 'done' | 'failed', error: ErrorInfo | null, took: number): Promise<void> {
    const { loaded } = this.#state.times
    const spent = this.#asking(took)
    const text = error ? `${error.message} (${error.subject})` : state === 'done' ? 'Done.' : 'Stopped.'
    this.#show.log({ copy: null, kind: 'end', text })
    const { events } = this.live
    const change = (run: Run): Run => ({
      ...withoutError(run),
      state,
      timings: { load: run.timings.load + loaded, asking: run.timings.asking + spent },
      events,
      ...(error && { error }),
    })
    let { run } = this.live
    try {
      run = await this.#deps.host.store.changeRun(run.id, change)
    } catch (cause) {
      error ??= errorInfo(cause, storeLost)
    }
    this.#show.change({
      run,
      phase: error ? 'failed' : state,
      activity: '',
      reached: state === 'paused' ? this.live.reached : null,
      error,
      rate: null,
      secondsLeft: null,
    })
  }
}

/** Where copies of the model share a run's questions. */
function claimsFor(run: Run, { copiesWanted, maxCopies }: SessionState): Claims {
  const areSeveral = Math.min(copiesWanted, maxCopies) > 1
  return new Claims(areSeveral ? Claims.memoryFor(indexSpace(run)) : null)
}

async function catchFailure(work: () => Promise<void>): Promise<Failed | null> {
  try {
    await work()
    return null
  } catch (error) {
    return { error }
  }
}

const storeLost: ErrorInfo = {
  code: 'storage',
  subject: 'IndexedDB',
  message: 'The end of the run could not be stored.',
  remedy: 'Reload the page and continue the run.',
}

function withoutError({ error: _, ...run }: Run): Run {
  return { ...run, state: 'running' }
}
