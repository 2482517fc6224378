import type { Heartbeat } from '../../workers/shared/heartbeat.ts'

/** Milliseconds of preparation after which it is told what is prepared. */
const long = 1000

/** Finds out what is prepared for long already, and what no longer is. */
export class PreparationWatch {
  readonly #tell: (index: number, isInHand: boolean) => void
  #hand: Pick<Heartbeat, 'index' | 'taken' | 'stage'> | null = null
  /** How much had been taken in hand when it was last looked at, when that was seen, and which sample was told. */
  #taken = 0
  #since = 0
  #told: number | null = null

  /** @param tell called when the preparation of a sample has taken long, and when it has ended after all */
  constructor(tell: (index: number, isInHand: boolean) => void) {
    this.#tell = tell
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
    else if (this.#told === null && index !== null && now - this.#since >= long) {
      this.#told = index
      this.#tell(index, true)
    }
  }

  #begin(taken: number, now: number): void {
    if (this.#told !== null) this.#tell(this.#told, false)
    this.#told = null
    this.#taken = taken
    this.#since = now
  }
}
