/** Milliseconds: a timer that fires so late was suspended, and so was the thread that it watches. */
const suspendedAfter = 5_000

/** Notices that another thread has made no progress for a while. A suspended page does not count. */
export class Watchdog {
  /** Settles after that time without progress, or never. */
  readonly expired: Promise<void>
  readonly #ms: number
  #expire: () => void = () => {}
  #timer: ReturnType<typeof setTimeout> | undefined
  #hasEnded = false

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
    this.pause()
    if (this.#hasEnded) return
    const due = performance.now() + this.#ms
    this.#timer = setTimeout(() => {
      if (performance.now() - due > suspendedAfter) this.progress()
      else this.#expire()
    }, this.#ms)
  }

  /** Stops watching until the next progress. */
  pause(): void {
    clearTimeout(this.#timer)
  }

  /** Stops watching for good. Progress may still be reported afterwards: its messages have a port of their own. */
  end(): void {
    this.#hasEnded = true
    this.pause()
  }
}
