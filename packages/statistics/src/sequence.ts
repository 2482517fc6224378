/**
 * Confidence sequences for the total of a finite population that is asked in rounds, one cluster of every block a round,
 * without replacement: limits that hold at the ends of all rounds at once. docs/estimates.md has the proof. In short: let
 * block b have r_b clusters left at the beginning of a round, and let z be how much more right answers the cluster drawn
 * from it has than was predicted before. Then for every θ ≥ 0 that was chosen before the round
 *
 *     exp(θ · known − θ · T) · Π_b (1 + θ r_b z_b),  known = right answers so far + those predicted of the rest,
 *
 * has an expectation of at most 1, since 1 + θ r_b E[z_b] ≤ exp(θ r_b E[z_b]) and Σ r_b E[z_b] = T − known. A product of
 * such factors over rounds is a supermartingale (I. Waudby-Smith and A. Ramdas, 2024, "Estimating means of bounded random
 * variables by betting", J. R. Stat. Soc. B 86, 1–27; over strata: J. V. Spertus, M. Sridhar and P. B. Stark, 2024,
 * "Sequential stratified inference for the mean"), and so is a mixture of them. It exceeds 1 / α at any time with a
 * probability of at most α (J. Ville, 1939).
 */

/** One cluster that was drawn. */
export interface Draw {
  /** Remaining clusters of its block at the start of the round. */
  readonly left: number
  /** Right answers less those that were predicted before the round. */
  readonly z: number
}

/** One cluster of every block that was not used up. */
export interface Round {
  /** Those that are not as predicted; the others change nothing. */
  readonly draws: readonly Draw[]
  /** Remaining clusters of the largest block at the start of the round. */
  readonly left: number
  /** Right answers before the round, and those predicted of all that was open then: the total, were it so. */
  readonly known: number
  /** The most that any cluster can fall short of its prediction. */
  readonly worst: number
}

/** Number of bets; each is smaller than the one before by a constant factor. */
const bets = 5
const ratio = 2

/** The share of a stake that a bet can lose, so that no single cluster ends it. */
const maxLost = 0.95

/** A lower limit of the total. For an upper one, pass every number with its sign changed. */
export class LowerSequence {
  readonly #threshold: number
  readonly #blockSize: number
  readonly #largest: number
  /** The wealth of a bet is exp(gain − slope · T) where the total is T. */
  readonly #gain = new Float64Array(bets)
  readonly #slope = new Float64Array(bets)
  #limit = Number.NEGATIVE_INFINITY

  /**
   * @param alpha how often the limit may ever be wrong
   * @param blockSize clusters of the largest block
   * @param most questions of the largest cluster
   */
  constructor(alpha: number, blockSize: number, most: number) {
    this.#threshold = Math.log(bets / alpha)
    this.#blockSize = blockSize
    this.#largest = 3 / Math.max(1, most)
  }

  /** The highest limit of all rounds so far. */
  get limit(): number {
    return this.#limit
  }

  /** Logarithm of the wealth where the total is this: e to it is evidence against as low a total (docs/estimates.md). */
  evidenceAgainst(total: number): number {
    let most = Number.NEGATIVE_INFINITY
    for (let bet = 0; bet < bets; bet++) most = Math.max(most, this.#logWealth(bet, total))
    let sum = 0
    for (let bet = 0; bet < bets; bet++) sum += Math.exp(this.#logWealth(bet, total) - most)
    return most + Math.log(sum / bets)
  }

  addRound({ draws, left, known, worst }: Round): void {
    for (let bet = 0, size = this.#largest; bet < bets; bet++, size /= ratio) {
      // Later draws say more about the total: less remains that could differ.
      const stake = Math.min(
        (size * this.#blockSize) / left,
        worst > 0 ? maxLost / worst : Number.POSITIVE_INFINITY,
      )
      const theta = stake / left
      let gain = theta * known
      for (const draw of draws) gain += Math.log1p(theta * draw.left * draw.z)
      this.#gain[bet] = (this.#gain[bet] as number) + gain
      this.#slope[bet] = (this.#slope[bet] as number) + theta
    }
    this.#limit = Math.max(this.#limit, this.#root())
  }

  /** The T at which the mixture's wealth is 1 / α: a convex, falling function's root by Newton's steps, from below. */
  #root(): number {
    let at = Number.NEGATIVE_INFINITY
    for (let bet = 0; bet < bets; bet++)
      at = Math.max(at, ((this.#gain[bet] as number) - this.#threshold) / (this.#slope[bet] as number))
    for (let step = 0; step < 50; step++) {
      let most = Number.NEGATIVE_INFINITY
      for (let bet = 0; bet < bets; bet++) most = Math.max(most, this.#logWealth(bet, at))
      let sum = 0
      let fall = 0
      for (let bet = 0; bet < bets; bet++) {
        const wealth = Math.exp(this.#logWealth(bet, at) - most)
        sum += wealth
        fall += wealth * (this.#slope[bet] as number)
      }
      const excess = most + Math.log(sum) - this.#threshold
      const next = at + (excess * sum) / fall
      // Below the root, allowing for rounding: the limit errs on the safe side.
      if (!(excess > 1e-12) || next <= at) break
      at = next
    }
    return at
  }

  #logWealth(bet: number, total: number): number {
    return (this.#gain[bet] as number) - (this.#slope[bet] as number) * total
  }
}
