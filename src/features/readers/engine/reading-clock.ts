/** How long a person reads a question: time in which the page is hidden, or nobody touches it, does not count. */

/** Milliseconds without input after which reading counts as paused. */
const idleAfter = 60_000

export interface ReadingTime {
  readonly seconds: number
  readonly pausedSeconds: number
}

/** All moments are milliseconds of one clock, in order. */
export class ReadingClock {
  #read = 0
  #paused = 0
  #at: number
  #hidden = false

  /** @param now when the image was painted */
  constructor(now: number) {
    this.#at = now
  }

  /** The reader did something. */
  input(now: number): void {
    this.#pass(now)
  }

  /** The page is hidden from the reader, or shown again. */
  hidden(now: number, isHidden: boolean): void {
    this.#pass(now)
    this.#hidden = isHidden
  }

  /** Up to now. Asking for it is no input. */
  time(now: number): ReadingTime {
    const { read, paused } = this.#since(now)
    return { seconds: (this.#read + read) / 1000, pausedSeconds: (this.#paused + paused) / 1000 }
  }

  /** The time since the last event: read until the reader counts as away. */
  #since(now: number) {
    const passed = Math.max(0, now - this.#at)
    const read = this.#hidden ? 0 : Math.min(passed, idleAfter)
    return { read, paused: passed - read }
  }

  #pass(now: number): void {
    const { read, paused } = this.#since(now)
    this.#read += read
    this.#paused += paused
    this.#at = Math.max(now, this.#at)
  }
}
