/** A gate between two questions: open, closed for a while, or closed forever. */
class PauseGate {
  #state: 'open' | 'closed' | 'ended' = 'open'
  #changed: () => void = () => {}

  /**
   * Waits while closed, and reports it once, when all earlier work is settled.
   * @returns false if it is closed forever
   */
  async pass(settle: () => Promise<void>, onClosed: () => void): Promise<boolean> {
    if (this.#state === 'closed') await settle()
    if (this.#state === 'closed') onClosed()
    while (this.#state === 'closed')
      await new Promise<void>(resolve => {
        this.#changed = resolve
      })
    return this.#state === 'open'
  }

  close(): void {
    if (this.#state === 'open') this.#set('closed')
  }

  open(): void {
    if (this.#state === 'closed') this.#set('open')
  }

  end(): void {
    this.#set('ended')
  }

  #set(state: 'open' | 'closed' | 'ended'): void {
    this.#state = state
    this.#changed()
  }
}

/** A worker that can be paused and stopped between two questions. */
export abstract class Pausable {
  protected readonly gate = new PauseGate()

  pause(): void {
    this.gate.close()
  }

  resume(): void {
    this.gate.open()
  }

  stop(): void {
    this.gate.end()
  }
}
