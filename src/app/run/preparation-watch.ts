import type { Heartbeat } from '../../workers/shared/heartbeat.ts'

/** Milliseconds of preparation after which it is told what is prepared. */
const long = 1000

/** Finds out what is prepared for long already, and what no longer is. */
export class PreparationWatch {
  readonly #report: (index: number, isInHand: boolean) => void
  #hand: Pick<Heartbeat, 'index' | 'taken' | 'stage'> | null = null
  /** How much had been taken in hand when it was last looked at, when that was seen, and which sample was told. */
  #taken = 0
  #since = 0
  #reported: number | null = null

  /** @param tell called when the preparation of a sample has taken long, and when it has ended after all */
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
