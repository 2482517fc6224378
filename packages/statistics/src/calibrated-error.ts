/** The calibration error that a perfectly calibrated model would show: few answers never lie exactly on the diagonal. */

/** Less likely counts of right answers are left out: all of them together change nothing in double precision. */
const negligible = 1e-22

/**
 * The expected ECE of a model whose answers are right with exactly their confidence, independently of each other:
 * Σ_b E|S_b − Σ_i c_i| / n, where S_b, the number of right answers in bin b, is Poisson-binomial. Exact, without simulation.
 * J. Bröcker and L. A. Smith (2007), Weather Forecast. 22, 651–661, draw the same answers at random.
 * @param bin the number of each answer's bin
 * @returns 0 where there is no answer
 */
export function calibratedError(confidence: ArrayLike<number>, bin: ArrayLike<number>): number {
  const members: number[][] = []
  for (let i = 0; i < confidence.length; i++) {
    const at = bin[i] as number
    members[at] = members[at] ?? []
    members[at].push(confidence[i] as number)
  }
  const off = members.reduce((sum, chances) => sum + meanDeviation(chances), 0)
  return confidence.length === 0 ? 0 : off / confidence.length
}

/** E|S − E S| of the number S of successes among independent trials, by adding one trial after the other to its distribution. */
function meanDeviation(chances: readonly number[]): number {
  const likelihood = new Float64Array(chances.length + 2)
  likelihood[0] = 1
  // Only counts from `low` to `high` are likely enough to be kept.
  let [low, high, expected] = [0, 0, 0]
  for (const chance of chances) {
    high++
    for (let k = high; k > low; k--)
      likelihood[k] = (likelihood[k] as number) * (1 - chance) + (likelihood[k - 1] as number) * chance
    likelihood[low] = (likelihood[low] as number) * (1 - chance)
    while (low < high && (likelihood[low] as number) < negligible) likelihood[low++] = 0
    while (low < high && (likelihood[high] as number) < negligible) likelihood[high--] = 0
    expected += chance
  }
  let deviation = 0
  for (let k = low; k <= high; k++) deviation += (likelihood[k] as number) * Math.abs(k - expected)
  return deviation
}
