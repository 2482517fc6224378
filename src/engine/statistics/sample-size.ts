/** How likely a number of independent questions shows what is there: for planning, before anything is asked. */
import { clopperPearson } from './clustered-share.ts'
import { binomialCdf, chiSquaredTail } from './special.ts'
import { normal975 } from './wilson.ts'

/** The chance that the interval of a share ends at `bound` or below, where the share is `rate`. @param n whole */
export function powerOfUpperLimit(n: number, rate: number, bound: number): number {
  let most = -1
  while (most + 1 < n && clopperPearson((most + 1) / n, n).high <= bound) most++
  return binomialCdf(most, n, rate)
}

/** Two conditions on the same questions. */
interface PlannedPairs {
  /** Between the true difference and the bound that its 95 % interval must not include: 0, or the margin of equivalence. */
  readonly distance: number
  /** The share of questions on which the two conditions differ. */
  readonly discordance: number
}

/**
 * The chance that one end of the interval of the difference keeps off the bound with `n` questions (J. Lachin 1992, Stat. Med. 11,
 * 1239–1251, without the small difference in the variance).
 */
export const powerOfDifference = (n: number, { distance, discordance }: PlannedPairs): number =>
  normalBelow(distance * Math.sqrt(n / discordance) - normal975)

const normalBelow = (z: number): number => {
  const tail = chiSquaredTail(z * z) / 2
  return z > 0 ? 1 - tail : tail
}
