/**
 * A confidence sequence for the ratio of two totals, such as right diagnoses after a wrong perception among all links
 * with a wrong perception. A ratio of more than ρ means that the total of top − ρ · bottom is above 0, which
 * `LowerSequence` tests. Ratios from 0 up that have all been rejected, at any time, are excluded. To reject one wrongly
 * requires rejecting the first of the grid that is not below the true ratio: that is one test, so the grid costs
 * nothing.
 */
import { LowerSequence } from './sequence.ts'
import type { Interval } from './wilson.ts'

/** One image that was drawn. */
interface RatioDraw {
  /** Remaining images of its block at the start of the round. */
  readonly left: number
  /** Its number of parts. Each counts in both totals, in the bottom only, or in none. */
  readonly parts: number
  readonly top: number
  readonly bottom: number
}

/** The state at the start of a round. */
interface RatioRound {
  readonly draws: readonly RatioDraw[]
  /** Remaining images of the largest block. */
  readonly left: number
  /** The sums of earlier rounds, and how many parts are in this and later ones. */
  readonly top: number
  readonly bottom: number
  readonly open: number
  /** The expected contribution of a part to the top and to the bottom. */
  readonly expectedTop: number
  readonly expectedBottom: number
}

/** Number of steps from 0 to 1. */
const steps = 100

interface Test {
  readonly ratio: number
  readonly sequence: LowerSequence
  isOut: boolean
}

export class RatioSequence {
  readonly #below: readonly Test[]
  readonly #above: readonly Test[]
  readonly #most: number
  readonly #threshold: number

  /**
   * @param alpha how often the interval may ever be wrong
   * @param blockSize images of the largest block
   * @param most parts of an image
   */
  constructor(alpha: number, blockSize: number, most: number) {
    const tests = (): Test[] =>
      Array.from({ length: steps + 1 }, (_, k) => ({
        ratio: k / steps,
        sequence: new LowerSequence(alpha / 2, blockSize, most),
        isOut: false,
      }))
    this.#below = tests()
    this.#above = tests()
    this.#most = most
    this.#threshold = Math.log(2 / alpha)
  }

  addRound(round: RatioRound): void {
    for (const test of this.#below) this.#add(test, round, 1)
    for (const test of this.#above) this.#add(test, round, -1)
  }

  get interval(): Interval {
    const low = this.#below.findIndex(({ isOut }) => !isOut)
    const high = this.#above.findLastIndex(({ isOut }) => !isOut)
    // Rejected ratios are outside the remaining range, whose ends are between two of the grid.
    return {
      low: Math.max(0, (low < 0 ? 1 : low / steps) - 1 / steps),
      high: Math.min(1, (high < 0 ? 0 : high / steps) + 1 / steps),
    }
  }

  /** @param sign 1 for ratios that are too low, -1 for those too high */
  #add(test: Test, round: RatioRound, sign: 1 | -1): void {
    const { ratio, sequence } = test
    const value = (top: number, bottom: number): number => sign * (top - ratio * bottom)
    const expected = value(round.expectedTop, round.expectedBottom)
    // The extremes of a part are all in the bottom only, and all in both.
    const least = Math.min(0, value(0, 1), value(1, 1))
    sequence.addRound({
      left: round.left,
      draws: round.draws.map(({ left, parts, top, bottom }) => ({
        left,
        z: value(top, bottom) - parts * expected,
      })),
      known: value(round.top, round.bottom) + round.open * expected,
      worst: this.#most * Math.max(0, expected - least),
    })
    if (sequence.evidenceAgainst(0) >= this.#threshold) test.isOut = true
  }
}
