import type { AppState } from '../state/state.ts'
import type { AppStore } from '../state/store.ts'

/** Questions or records that leave much garbage in memory once they were read. */
const many = 20_000

/** Collects garbage in every thread of the page after large work. V8 alone leaves it for minutes (docs/performance.md). */
export class GarbageCollection {
  #state: 'idle' | 'collecting' | 'requested again' | 'impossible' = 'idle'
  #works = 0

  after(count: number): void {
    if (count >= many) this.#request()
  }

  /** Collects repeatedly during the work, and once after it. @param count as `after` */
  async during<T>(count: number, work: Promise<T>): Promise<T> {
    if (count < many) return work
    this.#works++
    this.#request()
    try {
      return await work
    } finally {
      this.#works--
      this.#request()
    }
  }

  #request(): void {
    if (this.#state === 'idle') void this.#repeat()
    else if (this.#state === 'collecting') this.#state = 'requested again'
  }

  async #repeat(): Promise<void> {
    try {
      do {
        this.#state = 'collecting'
        await forceGarbageCollection()
      } while (this.#isWanted())
      this.#state = 'idle'
    } catch {
      // This browser cannot, or this page may not.
      this.#state = 'impossible'
    }
  }

  #isWanted(): boolean {
    return this.#state === 'requested again' || this.#works > 0
  }
}

/** Collects when a large data set was read, and when a large run begins and ends. */
export function collectAfterLargeSteps(app: AppStore, garbage: GarbageCollection): void {
  for (const toStep of [readingStep, runStep]) {
    let seen = toStep(app.state).name
    app.subscribe(() => {
      const { name, count } = toStep(app.state)
      if (name === seen) return
      seen = name
      garbage.after(count)
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

/** Chromium collects within some fifteen seconds when a page asks how much memory it uses. There is no other way to request it. */
async function forceGarbageCollection(): Promise<unknown> {
  const measuring: Measuring = performance
  if (!measuring.measureUserAgentSpecificMemory) throw new Error('This browser does not measure memory.')
  return measuring.measureUserAgentSpecificMemory()
}
