/** A gate between two questions of a worker: open, paused, or stopped for good. */
export class PauseGate {
  #state: 'open' | 'paused' | 'stopped' = 'open'
  #changed: () => void = () => {}

  /** Waits while paused, and reports it once, when all earlier work is settled. @returns false if it is stopped */
  async pass(settle: () => Promise<void>, onPaused: () => void): Promise<boolean> {
    if (this.#state === 'paused') await settle()
    if (this.#state === 'paused') onPaused()
    while (this.#state === 'paused')
      await new Promise<void>(resolve => {
        this.#changed = resolve
      })
    return this.#state === 'open'
  }

  pause(): void {
    if (this.#state === 'open') this.#set('paused')
  }

  resume(): void {
    if (this.#state === 'paused') this.#set('open')
  }

  stop(): void {
    this.#set('stopped')
  }

  #set(state: 'open' | 'paused' | 'stopped'): void {
    this.#state = state
    this.#changed()
  }
}
