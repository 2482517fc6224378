import type { Store } from '../../data/store/store.ts'
import type { LoggedEvent, Run } from '../../engine/protocol/run.ts'
import { type Outcome, outcomeOf, type RunEvent } from '../../engine/runtime/run-events.ts'
import { logged } from '../event-log.ts'
import type { FileProgress, LiveRun } from '../state.ts'
import { Progress } from './progress.ts'
import { SamplePreview } from './sample-preview.ts'

/** What the page shows of a run while it goes on: its phase, its counts, and the question on show. */
export class RunProgress {
  #live: LiveRun
  #progress = new Progress()
  /** Samples that are counted: what one copy of the model tells may be in the store already when that is read for another. */
  #counted = new Set<number>()
  readonly #files = new Map<string, FileProgress>()
  readonly #exhibit: SamplePreview
  readonly #onChange: (live: LiveRun) => void

  /** @param open reads an image */
  constructor(run: Run, open: (path: string) => Promise<Blob>, onChange: (live: LiveRun) => void) {
    this.#onChange = onChange
    this.#exhibit = new SamplePreview(open, () => this.change({ current: this.#exhibit.question }))
    this.#live = {
      run,
      phase: 'loading',
      load: [],
      activity: 'Loading the model',
      total: run.total,
      answered: 0,
      failed: 0,
      correct: 0,
      rate: null,
      secondsLeft: null,
      current: null,
      voxels: [],
      planned: [],
      chance: null,
      events: run.events ?? [],
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
    }
  }

  /** Counts what is stored. */
  async recount(store: Store): Promise<void> {
    this.#progress = new Progress()
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
    if (verdict === 'failed') this.#progress.addFailure(now)
    else this.#progress.addAnswer({ fields, correct: verdict === 'correct' }, now)
  }

  #publish(): void {
    const { tally, failed } = this.#progress
    const rate = this.#progress.rate()
    const left = this.#live.total - tally.n - failed
    this.change({
      current: this.#exhibit.question,
      answered: tally.n,
      correct: tally.correct,
      failed,
      rate,
      secondsLeft: rate === null ? null : left / rate,
      voxels: this.#progress.voxels(performance.now()),
    })
  }
}
