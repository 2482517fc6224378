/** Exit code of a command that was interrupted, as shells have it: 128 and the number of the signal. */
export const interruptedCode = 130

/**
 * Heeds Ctrl-C until it is let go: the first calls what is to be done then, where there is something; else, and the second
 * time, the command ends at once.
 */
export class Interrupt {
  /** What the first interrupt does. */
  onFirst: (() => void) | null = null
  #has = false
  readonly #heed = (): void => {
    if (this.#has || !this.onFirst) process.exit(interruptedCode)
    this.#has = true
    this.onFirst()
  }

  constructor() {
    process.on('SIGINT', this.#heed)
  }

  letGo(): void {
    process.off('SIGINT', this.#heed)
  }
}
