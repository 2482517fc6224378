/** Shares that vary around a common mean: the beta-binomial distribution, fitted by maximum likelihood. */
import { logBeta } from './special.ts'

/** The shares have a beta distribution with parameters `mean` · `strength` and (1 − `mean`) · `strength`. */
export interface BetaBinomial {
  readonly mean: number
  /** How many answers the mean counts for beside a share's own. */
  readonly strength: number
}

interface Counts {
  /** Right answers and all answers of each share; fractions are allowed. */
  readonly right: readonly number[]
  readonly total: readonly number[]
}

/** Shares that vary less than chance have no largest likelihood: their mean counts for this many answers. */
const greatestStrength = 10_000
const leastStrength = 0.01
const [grid, steps] = [14, 40]
/** The fitted mean stays at least this far from 0 and 1. */
const mostLogit = 20

/**
 * J. G. Skellam (1948), J. R. Stat. Soc. B 10, 257–261; maximum likelihood as D. A. Griffiths (1973), Biometrics 29, 637–648.
 * @returns null without answers
 */
export function fitBetaBinomial({ right, total }: Counts): BetaBinomial | null {
  const [ofRight, ofTotal] = [right, total].map(counts => counts.reduce((sum, n) => sum + n, 0)) as [
    number,
    number,
  ]
  if (ofTotal === 0) return null
  if (ofRight === 0 || ofRight === ofTotal) return { mean: ofRight / ofTotal, strength: greatestStrength }
  const likelihood = ({ mean, strength }: BetaBinomial): number => {
    const [a, b] = [mean * strength, (1 - mean) * strength]
    const prior = logBeta(a, b)
    return right.reduce((sum, y, i) => sum + logBeta(y + a, (total[i] as number) - y + b) - prior, 0)
  }
  const bestAt = (logStrength: number): BetaBinomial => {
    const strength = Math.exp(logStrength)
    const at = (logit: number) => ({ mean: 1 / (1 + Math.exp(-logit)), strength })
    return at(peak(logit => likelihood(at(logit)), -mostLogit, mostLogit))
  }
  const profile = (logStrength: number) => likelihood(bestAt(logStrength))
  // The likelihood may be flat for small strengths: a grid finds the hill, and its peak is between the neighbours.
  const [from, to] = [Math.log(leastStrength), Math.log(greatestStrength)]
  const step = (to - from) / grid
  const heights = Array.from({ length: grid + 1 }, (_, i) => profile(from + i * step))
  const highest = heights.indexOf(Math.max(...heights))
  return bestAt(
    peak(profile, Math.max(from, from + (highest - 1) * step), Math.min(to, from + (highest + 1) * step)),
  )
}

/** The expected share of one of them, given its own answers. */
export const pooledShare = ({ mean, strength }: BetaBinomial, right: number, total: number): number =>
  (right + mean * strength) / (total + strength)

/** Where a function with one hill is largest: golden section search. */
function peak(height: (x: number) => number, from: number, to: number): number {
  const ratio = (Math.sqrt(5) - 1) / 2
  let [low, high] = [from, to]
  let [left, right] = [high - ratio * (high - low), low + ratio * (high - low)]
  let [ofLeft, ofRight] = [height(left), height(right)]
  for (let i = 0; i < steps; i++) {
    if (ofLeft < ofRight) {
      low = left
      left = right
      ofLeft = ofRight
      right = low + ratio * (high - low)
      ofRight = height(right)
    } else {
      high = right
      right = left
      ofRight = ofLeft
      left = high - ratio * (high - low)
      ofLeft = height(left)
    }
  }
  return (low + high) / 2
}
