/** Exit code of a command that was interrupted, as shells have it: 128 and the number of the signal. */
export const interruptedCode = 130

/** Ctrl-C, and what a scheduler says before it kills. */
const signals = ['SIGINT', 'SIGTERM'] as const

/**
 * Heeds Ctrl-C and SIGTERM until it is let go: the first calls what is to be done then, where there is something; else, and
 * the second time, the command ends at once.
 */
export class Interrupt {
  /** What the first interrupt does. */
  onFirst: (() => void) | null = null
  #has = false
  readonly #code: number
  readonly #heed = (): void => {
    if (this.#has || !this.onFirst) process.exit(this.#code)
    this.#has = true
    this.onFirst()
  }

  /** @param code exit code of a command that ends at once */
  constructor(code = interruptedCode) {
    this.#code = code
    for (const signal of signals) process.on(signal, this.#heed)
  }

  /** Whether it has come. */
  get has(): boolean {
    return this.#has
  }

  letGo(): void {
    for (const signal of signals) process.off(signal, this.#heed)
  }
}
