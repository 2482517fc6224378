/** Milliseconds: a timer that fires so late was suspended, and so was the thread that it watches. */
const suspendedAfter = 5_000

/** Notices that another thread has made no progress for a while. A suspended page does not count. */
export class Watchdog {
  /** Settles after that time without progress, or never. */
  readonly expired: Promise<void>
  readonly #ms: number
  #expire: () => void = () => {}
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Watches from now on. */
  constructor(ms: number) {
    this.#ms = ms
    this.expired = new Promise(resolve => {
      this.#expire = resolve
    })
    this.progress()
  }

  /** The thread has made progress. */
  progress(): void {
    this.stop()
    const due = performance.now() + this.#ms
    this.#timer = setTimeout(() => {
      if (performance.now() - due > suspendedAfter) this.progress()
      else this.#expire()
    }, this.#ms)
  }

  /** Watches no longer, until the next progress. */
  stop(): void {
    clearTimeout(this.#timer)
  }
}
