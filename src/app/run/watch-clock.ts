import type { ClockReading } from './machine/watch.ts'

/** Milliseconds between two looks at the workers' heartbeats. */
export const watchEvery = 500

/** Most milliseconds between two looks: on a busy page, and in the background, where browsers run timers once a minute. */
const awake = { shown: 2000, hidden: 61_000 } as const

/**
 * Time as it passes for workers. While a machine sleeps, or a browser has frozen the page, workers do not run, and this
 * clock stops. By the machine's clock, every question would be overdue after sleep.
 */
export class WatchClock {
  /** Milliseconds until the last look. */
  now = 0
  #last: number
  #wasHidden = false
  readonly #awake: Readonly<Record<'shown' | 'hidden', number>>

  /** @param machine its monotonic clock, in ms @param most milliseconds between two looks that may be spent awake */
  constructor(machine: number, most: Readonly<Record<'shown' | 'hidden', number>> = awake) {
    this.#last = machine
    this.#awake = most
  }

  /** To be called every `watchEvery` milliseconds. @returns whether more time had passed than anyone was awake */
  look(machine: number, hidden: boolean): boolean {
    const passed = Math.max(0, machine - this.#last)
    const most = hidden || this.#wasHidden ? this.#awake.hidden : this.#awake.shown
    this.#last = machine
    this.#wasHidden = hidden
    this.now += passed > most ? watchEvery : passed
    return passed > most
  }
}

/**
 * Milliseconds that a worker has to obey before it is ended: a question may take as long as others did.
 * @param longest milliseconds of any question so far @param timeout after which a question is given up anyway
 */
export function graceTime(longest: number, timeout: number): number {
  return Math.min(timeout, Math.max(5000, 3 * longest))
}

/** Milliseconds after which a preparation is reported. */
const long = 1000

/** Detects long preparations, and when they end. */
export class PreparationWatch {
  readonly #report: (index: number, isInHand: boolean) => void
  #hand: ClockReading | null = null
  /** The number of started samples at the last look, its time, and the reported sample. */
  #taken = 0
  #since = 0
  #reported: number | null = null

  /** @param report called when the preparation of a sample takes long, and when it has ended */
  constructor(report: (index: number, isInHand: boolean) => void) {
    this.#report = report
  }

  /** Turns to another thread's hand; of the one before, which has ended, nothing is in preparation any more. */
  turnTo(hand: ClockReading, now: number): void {
    this.#hand = hand
    this.#begin(0, now)
  }

  /** To be called often. @param now milliseconds awake */
  look(now: number): void {
    if (!this.#hand) return
    const { taken, stage, index } = this.#hand
    if (taken > this.#taken || stage === 'nothing') this.#begin(taken, now)
    else if (this.#reported === null && index !== null && now - this.#since >= long) {
      this.#reported = index
      this.#report(index, true)
    }
  }

  #begin(taken: number, now: number): void {
    if (this.#reported !== null) this.#report(this.#reported, false)
    this.#reported = null
    this.#taken = taken
    this.#since = now
  }
}
