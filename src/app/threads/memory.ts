import type { AppState } from '../state/state.ts'
import type { AppStore } from '../state/store.ts'

/** Questions or records that leave much in memory once they were read. */
const many = 20_000

/**
 * Has garbage collected in every thread of the page. V8 leaves it for minutes where it was fast to make: what a run of 700,000 questions
 * began with lay there for a hundred seconds (docs/performance.md). Chromium collects within some fifteen seconds where a page asks
 * how much memory it uses, which cannot be told otherwise.
 */
export class Collecting {
  readonly #measure: () => Promise<unknown>
  #isMeasuring = false
  #isAskedAgain = false
  #works = 0

  constructor(measure = measureMemory) {
    this.#measure = measure
  }

  /** @param count of what was read */
  after(count: number): void {
    if (count >= many) this.#ask()
  }

  /** Again and again as long as the work goes on, and when it is done. @param count as `after` */
  async during<T>(count: number, work: Promise<T>): Promise<T> {
    if (count < many) return work
    this.#works++
    this.#ask()
    try {
      return await work
    } finally {
      this.#works--
      this.#ask()
    }
  }

  #ask(): void {
    this.#isAskedAgain = this.#isMeasuring
    if (!this.#isMeasuring) void this.#collect()
  }

  async #collect(): Promise<void> {
    this.#isMeasuring = true
    try {
      do {
        this.#isAskedAgain = false
        await this.#measure()
      } while (this.#isAskedAgain || this.#works > 0)
      this.#isMeasuring = false
    } catch {
      // A browser that cannot, or a page that may not, is not asked again.
    }
  }
}

/** Collects when a large data set was read, and when a large run begins and ends. */
export function collectBeside(app: AppStore, collecting: Collecting): void {
  for (const stepOf of [readingStep, runStep]) {
    let seen = stepOf(app.state).name
    app.subscribe(() => {
      const { name, count } = stepOf(app.state)
      if (name === seen) return
      seen = name
      collecting.after(count)
    })
  }
}

interface Step {
  readonly name: string
  readonly count: number
}

function readingStep({ dataset }: AppState): Step {
  if (dataset.status === 'ready')
    return { name: dataset.overview.fingerprint, count: dataset.overview.counts.loaded }
  return { name: dataset.status, count: 0 }
}

const runStep = ({ live }: AppState): Step => ({
  name: live ? `${live.run.id} ${live.phase}` : '',
  count: live?.total ?? 0,
})

type Measuring = Performance & {
  readonly measureUserAgentSpecificMemory?: () => Promise<unknown>
}

async function measureMemory(): Promise<unknown> {
  const asked: Measuring = performance
  if (!asked.measureUserAgentSpecificMemory) throw new Error('This browser does not tell its memory.')
  return asked.measureUserAgentSpecificMemory()
}
