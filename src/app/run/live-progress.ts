import type { StoredRuns } from '../../data/export/stored-runs.ts'
import { BenchmarkEstimates } from '../../engine/analysis/benchmark-estimate.ts'
import { type Frame, type Prior, plainFrame } from '../../engine/protocol/frame.ts'
import type { LoggedEvent, Run } from '../../engine/protocol/run.ts'
import { type Outcome, outcomeOf, type RunEvent } from '../../engine/runtime/run-events.ts'
import { type PhaseEnd, phasesSince, sharedNow } from '../../engine/runtime/start-phases.ts'
import type { Interval } from '../../engine/statistics/wilson.ts'
import { logged } from '../event-log.ts'
import type { FileProgress, LiveRun } from '../state.ts'
import { Progress } from './progress.ts'
import { SamplePreview } from './sample-preview.ts'
import { expectations } from './until.ts'

/** What the page shows of a run while it goes on: its phase, its counts, and the question on show. */
export class RunProgress {
  #live: LiveRun
  #progress = new Progress(null)
  #frame: Frame | null = null
  /** Samples that are counted: what one copy of the model tells may be in the store already when that is read for another. */
  #counted = new Set<number>()
  readonly #files = new Map<string, FileProgress>()
  readonly #exhibit: SamplePreview
  /** Of the way to the first answer; null once that is shown, and where it says nothing. */
  #ends: PhaseEnd[] | null = []
  readonly #began: number
  readonly #onChange: (live: LiveRun) => void

  /**
   * @param open reads an image
   * @param began when Run was pressed, by `sharedNow`
   */
  constructor(
    run: Run,
    open: (path: string) => Promise<Blob>,
    onChange: (live: LiveRun) => void,
    began: number = sharedNow(),
  ) {
    this.#onChange = onChange
    this.#began = began
    this.#exhibit = new SamplePreview(open, () => this.change({ current: this.#exhibit.question }))
    this.#live = {
      run,
      phase: 'loading',
      load: [],
      activity: run.model.server ? 'Opening the way to the server' : 'Loading the model',
      total: run.total,
      answered: 0,
      failed: 0,
      correct: 0,
      whole: null,
      unaided: null,
      expected: [],
      reached: null,
      rate: null,
      secondsLeft: null,
      current: null,
      voxels: [],
      planned: [],
      chance: null,
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
    this.#onChange(this.#live)
  }

  log(event: Omit<LoggedEvent, 'time'>): void {
    const time = new Date().toISOString()
    this.change({ events: logged(this.#live.events, { time, ...event }) })
  }

  follow(event: RunEvent): void {
    switch (event.type) {
      case 'load':
        this.#files.set(event.file, { file: event.file, loaded: event.loaded, total: event.total })
        this.change({ load: [...this.#files.values()], activity: `Loading ${event.file}` })
        break
      case 'phase':
        this.#ends?.push(event.end)
        break
      case 'asking':
        this.#exhibit.ask(event.sample)
        break
      case 'text':
        this.#exhibit.tell(event.index, { text: event.text })
        this.change({ current: this.#exhibit.question })
        break
      case 'answered':
        this.#exhibit.tell(event.outcome.index, event.outcome)
        this.change({ current: this.#exhibit.question })
        break
      case 'outcomes':
        for (const outcome of event.outcomes) this.#tell(outcome)
        this.#publish()
        this.#tellFirstAnswer()
    }
  }

  /** From now on it is told what the answers say of the whole benchmark. */
  drawFrom(frame: Frame | null): void {
    this.#frame = frame
  }

  /** The earlier run that it is compared with. */
  get prior(): Prior | null {
    return this.#frame?.prior ?? null
  }

  /** What is known of all slices, the widest; all is possible where that is not told. */
  get widestSlice(): Interval {
    return this.#progress.estimates?.widestSlice() ?? { low: 0, high: 1 }
  }

  /** Counts what is stored. */
  async recount(store: Pick<StoredRuns, 'records'>): Promise<void> {
    const { settings } = this.#live.run
    const estimatesOf = (frame: Frame | null) => frame && new BenchmarkEstimates(frame, settings)
    this.#progress = new Progress(
      estimatesOf(this.#frame),
      estimatesOf(this.#frame && plainFrame(this.#frame)),
    )
    this.#counted = new Set()
    for await (const records of store.records(this.#live.run.id))
      for (const record of records) this.#count(outcomeOf(record), null)
    this.#publish()
  }

  /** The time until now says nothing of how fast answers come. */
  restartClock(): void {
    this.#progress.restartClock()
  }

  close(): void {
    this.#exhibit.close()
  }

  #tell(outcome: Outcome): void {
    this.#count(outcome, performance.now())
    this.#exhibit.tell(outcome.index, outcome)
  }

  #count({ index, fields, verdict }: Outcome, now: number | null): void {
    if (this.#counted.has(index)) return
    this.#counted.add(index)
    this.#progress.tell(index, verdict)
    if (verdict === 'failed') this.#progress.addFailure(now)
    else this.#progress.addAnswer({ fields, correct: verdict === 'correct' }, now)
  }

  #tellFirstAnswer(): void {
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
    const { tally, failed } = this.#progress
    const rate = this.#progress.rate()
    const { total, run } = this.#live
    const done = tally.n + failed
    const left = total - done
    const whole = this.#progress.estimates?.overall() ?? null
    const width = run.settings.until?.width ?? null
    const expected = whole?.isDrawn
      ? expectations(width, { overall: whole, done, correct: tally.correct, total, of: whole.of, rate })
      : []
    this.change({
      current: this.#exhibit.question,
      answered: tally.n,
      correct: tally.correct,
      failed,
      whole,
      unaided: this.#progress.unaided?.overall() ?? null,
      expected,
      rate,
      secondsLeft: rate === null ? null : left / rate,
      voxels: this.#progress.voxels(performance.now()),
    })
  }
}
