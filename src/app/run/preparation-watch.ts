import type { Heartbeat } from '../../workers/shared/heartbeat.ts'

/** Milliseconds after which a preparation is reported. */
const long = 1000

/** Detects long preparations, and when they end. */
export class PreparationWatch {
  readonly #report: (index: number, isInHand: boolean) => void
  #hand: Pick<Heartbeat, 'index' | 'taken' | 'stage'> | null = null
  /** The number of started samples at the last look, its time, and the reported sample. */
  #taken = 0
  #since = 0
  #reported: number | null = null

  /** @param report called when the preparation of a sample takes long, and when it has ended */
  constructor(report: (index: number, isInHand: boolean) => void) {
    this.#report = report
  }

  /** Turns to another thread's hand; of the one before, which has ended, nothing is in preparation any more. */
  turnTo(hand: Pick<Heartbeat, 'index' | 'taken' | 'stage'>, now: number): void {
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
