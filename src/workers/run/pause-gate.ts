/** A gate between two questions: open, closed for a while, or shut for good. */
export class PauseGate {
  #state: 'open' | 'closed' | 'ended' = 'open'
  #changed: () => void = () => {}

  /**
   * Waits while closed, telling so once, when what came before is settled.
   * @returns false where it has been shut for good
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
