import { exitCodes, type Signals } from './command.ts'

/** Ctrl-C, and the signal that a scheduler sends before it kills. */
const heeded = ['SIGINT', 'SIGTERM'] as const

/** Ctrl-C and SIGTERM until `release`. The first calls `onFirst` if it is set; otherwise the command ends immediately. */
export class Interrupt {
  onFirst: (() => void) | null = null
  #has = false
  readonly #signals: Signals
  readonly #code: number
  readonly #heed = (): void => {
    if (this.#has || !this.onFirst) this.#signals.exit(this.#code)
    this.#has = true
    this.onFirst?.()
  }

  /** @param code exit code of a command that ends immediately */
  constructor(signals: Signals, code: number = exitCodes.interrupted) {
    this.#signals = signals
    this.#code = code
    for (const signal of heeded) signals.on(signal, this.#heed)
  }

  get has(): boolean {
    return this.#has
  }

  release(): void {
    for (const signal of heeded) this.#signals.off(signal, this.#heed)
  }
}
