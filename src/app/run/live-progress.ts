import type { Interval } from '@voxelwise/statistics'
import type { IndexedVerdict, Recounted, VoxelPlace, WholeFigures } from '../../engine/analysis/run-count.ts'
import { internalError } from '../../engine/base/errors.ts'
import { type LoggedEvent, logged } from '../../engine/protocol/events.ts'
import type { Prior } from '../../engine/protocol/frame.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Outcome, RunEvent } from '../../engine/runtime/run-events.ts'
import { type PhaseEnd, phasesSince, sharedNow } from '../../engine/runtime/start-phases.ts'
import type { FileProgress, LiveRun } from '../state/state.ts'
import { Progress } from './progress.ts'
import { SamplePreview } from './sample-preview.ts'
import { expectations } from './until.ts'

/** A `RunCounter`, in this thread or in another. */
export interface Counter {
  recount(voxels: readonly VoxelPlace[]): Promise<Recounted>
  addVerdicts(
    verdicts: readonly IndexedVerdict[],
    voxels: readonly VoxelPlace[],
  ): WholeFigures | null | Promise<WholeFigures | null>
}

interface ProgressHost {
  /** Counts the records, and estimates the whole benchmark. */
  readonly counter: Counter
  openImage(path: string): Promise<Blob>
  onChange(live: LiveRun): void
  /** Called when new estimates for the whole benchmark are available. */
  onFigures(): void
}

/** What the page shows of a run in progress: its phase, its counts, and the current question. */
export class RunProgress {
  #live: LiveRun
  #progress = new Progress(null)
  readonly #host: ProgressHost
  #figures: WholeFigures | null = null
  #prior: Recounted['prior'] = null
  /** Verdicts that were not sent to the counter; and the counter's current work. */
  #uncounted: IndexedVerdict[] = []
  #counting: Promise<void> | null = null
  #recounted: Promise<void> = Promise.resolve()
  /** Once is enough in the run's events. */
  #hasLoggedFault = false
  /** What came while the store was read. */
  #meanwhile: Outcome[] | null = null
  readonly #files = new Map<string, FileProgress & { readonly began: number }>()
  readonly #exhibit: SamplePreview
  /** The phases up to the first answer; null once it is shown, and if they are unknown. */
  #ends: PhaseEnd[] | null = []
  readonly #began: number

  /** @param began when Run was pressed, by `sharedNow` */
  constructor(run: Run, host: ProgressHost, began: number) {
    this.#host = host
    this.#began = began
    const onChange = () => this.change({ current: this.#exhibit.question })
    this.#exhibit = new SamplePreview(path => host.openImage(path), onChange)
    this.#live = {
      run,
      phase: 'loading',
      load: [],
      activity: run.model.server ? 'Opening the way to the server' : 'Loading the model',
      total: run.total,
      answered: 0,
      failed: 0,
      correct: 0,
      cut: 0,
      unread: 0,
      whole: null,
      similar: null,
      unaided: null,
      expected: [],
      reached: null,
      rate: null,
      secondsLeft: null,
      current: null,
      voxels: [],
      planned: [],
      chance: null,
      majority: null,
      events: run.events ?? [],
      firstAnswer: null,
      error: null,
    }
  }

  get live(): LiveRun {
    return this.#live
  }

  change(change: Partial<LiveRun>): void {
    this.#live = { ...this.#live, ...change }
    this.#host.onChange(this.#live)
  }

  log(event: Omit<LoggedEvent, 'time'>): void {
    const time = new Date().toISOString()
    this.change({ events: logged(this.#live.events, { time, ...event }) })
  }

  #load({ file, loaded, total }: Extract<RunEvent, { readonly type: 'load' }>): void {
    const now = performance.now()
    const began = this.#files.get(file)?.began ?? now
    this.#files.set(file, { file, loaded, total, began, seconds: (now - began) / 1000 })
    this.change({ load: [...this.#files.values()], activity: `Loading ${file}` })
  }

  follow(event: RunEvent): void {
    switch (event.type) {
      case 'load':
        this.#load(event)
        break
      case 'phase':
        this.#ends?.push(event.end)
        break
      case 'asking':
        this.#exhibit.ask(event.sample)
        break
      case 'text':
        this.#exhibit.update(event.index, { text: event.text })
        this.change({ current: this.#exhibit.question })
        break
      case 'answered':
        this.#exhibit.update(event.outcome.index, event.outcome)
        this.change({ current: this.#exhibit.question })
        break
      case 'outcomes':
        for (const outcome of event.outcomes) this.#add(outcome)
        this.#askFigures()
        this.#publish()
        this.#reportFirstAnswer()
    }
  }

  /** The earlier run that it is compared with. */
  get prior(): Pick<Prior, 'name' | 'accuracy'> | null {
    return this.#prior
  }

  /** The widest interval of any slice; everything is possible if it is unknown. */
  get widestSlice(): Interval {
    return this.#figures?.widestSlice ?? { low: 0, high: 1 }
  }

  recount(): Promise<void> {
    const recounted = this.#recounted.then(() => this.#recount())
    this.#recounted = recounted.catch(() => {})
    return recounted
  }

  async #recount(): Promise<void> {
    // Verdicts that were sent earlier are counted earlier.
    while (this.#counting !== null) await this.#counting
    this.#meanwhile = []
    try {
      const { counted, figures, prior } = await this.#host.counter.recount(this.#progress.places())
      if (counted) this.#progress = new Progress(counted)
      this.#progress.makeList(performance.now(), figures)
      this.#figures = figures
      this.#prior = prior
    } finally {
      const came = this.#meanwhile
      this.#meanwhile = null
      for (const outcome of came) this.#count(outcome)
      this.#askFigures()
    }
    while (this.#counting !== null) await this.#counting
    this.#publish()
  }

  /** The time until now does not count towards the rate. */
  restartClock(): void {
    this.#progress.restartClock()
  }

  close(): void {
    this.#exhibit.close()
  }

  #add(outcome: Outcome): void {
    this.#meanwhile?.push(outcome)
    this.#count(outcome)
    this.#exhibit.update(outcome.index, outcome)
  }

  #count(outcome: Outcome): void {
    if (!this.#progress.count(outcome, performance.now())) return
    const { index, verdict, isCut, isUnread } = outcome
    this.#uncounted.push({ index, verdict, ...(isCut && { isCut }), ...(isUnread && { isUnread }) })
  }

  /** One message at a time: what comes meanwhile goes with the next. */
  #askFigures(): void {
    if (this.#counting || this.#meanwhile || this.#uncounted.length === 0) return
    this.#counting = this.#sendVerdicts().then(areCounted => {
      this.#counting = null
      if (areCounted) this.#askFigures()
    })
  }

  async #sendVerdicts(): Promise<boolean> {
    const verdicts = this.#uncounted.splice(0)
    const now = performance.now()
    const progress = this.#progress
    const due = progress.due(now)
    try {
      this.#figures = await this.#host.counter.addVerdicts(verdicts, due ?? [])
      if (due && progress === this.#progress) progress.makeList(now, this.#figures)
      this.#publish()
      this.#host.onFigures()
      return true
    } catch (error) {
      this.#keepForLater(verdicts, error)
      return false
    }
  }

  /** The counter could not take them. They go with the next answers; the run itself needs no figures. */
  #keepForLater(verdicts: readonly IndexedVerdict[], error: unknown): void {
    this.#uncounted.unshift(...verdicts)
    if (this.#hasLoggedFault) return
    this.#hasLoggedFault = true
    const { message, subject } = internalError('estimate', error)
    this.log({
      copy: null,
      kind: 'retry',
      text: `The estimate could not be updated (${subject}): ${message}`,
    })
  }

  #reportFirstAnswer(): void {
    if (this.#ends === null) return
    const shown = { name: 'shown', at: sharedNow() }
    this.change({ firstAnswer: phasesSince(this.#began, [...this.#ends, shown]) })
    this.#ends = null
  }

  /** A part of the way to the first answer is over. */
  reach(name: string): void {
    this.#ends?.push({ name, at: sharedNow() })
  }

  #publish(): void {
    const { answered, correct, failed, cut, unread } = this.#progress
    const rate = this.#progress.rate()
    const { total, run } = this.#live
    const done = answered + failed
    const left = total - done
    const whole = this.#figures?.overall ?? null
    const width = run.settings.until?.width ?? null
    const expected = whole?.isDrawn
      ? expectations(width, { overall: whole, done, total, of: whole.of, rate })
      : []
    this.change({
      current: this.#exhibit.question,
      answered,
      correct,
      failed,
      cut,
      unread,
      whole,
      similar: this.#figures?.similar ?? null,
      unaided: this.#figures?.unaided ?? null,
      expected,
      rate,
      secondsLeft: rate === null ? null : left / rate,
      voxels: this.#progress.voxels,
    })
  }
}

/** Milliseconds between two renderings of a live run: the model's thread reports far more often. */
const millisecondsBetweenRenderings = 100

/** Shows a change of phase immediately, and everything else at most every tenth of a second. */
export function throttled(show: (live: LiveRun) => void): (live: LiveRun) => void {
  let phase: LiveRun['phase'] | null = null
  let latest: LiveRun | null = null
  let timer: ReturnType<typeof setTimeout> | null = null
  const showLatest = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (latest) show(latest)
  }
  return live => {
    latest = live
    if (phase !== live.phase) showLatest()
    else timer ??= setTimeout(showLatest, millisecondsBetweenRenderings)
    phase = live.phase
  }
}
