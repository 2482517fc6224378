import { expect, test } from 'vitest'
import { binomial } from '../src/random.ts'
import { UniformRandom } from '../src/uniform-random.ts'

/** log of the probability of each number of successes, by the ratio of one to the next. */
function logShares(n: number, p: number): number[] {
  const logs = [n * Math.log1p(-p)]
  for (let k = 1; k <= n; k++)
    logs.push((logs[k - 1] ?? 0) + Math.log((n - k + 1) / k) + Math.log(p) - Math.log1p(-p))
  return logs
}

test.each([
  [5, 0.3],
  [40, 0.02],
  [30, 0.4],
  [25, 0.5],
  [400, 0.97],
  [1000, 0.0101],
  [3000, 0.2],
])('of %i trials at %f as many succeed as they should, number by number', (n, p) => {
  const random = new UniformRandom(n)
  const draws = 200_000
  const found = new Array<number>(n + 1).fill(0)
  for (let i = 0; i < draws; i++) {
    const k = binomial(n, p, random)
    found[k] = (found[k] ?? 0) + 1
  }
  expect(found).toHaveLength(n + 1)
  // Pearson's chi-square; numbers that are expected less than ten times are taken together.
  let [chiSquare, cells, expected, seen] = [0, 0, 0, 0]
  for (const [k, log] of logShares(n, p).entries()) {
    expected += draws * Math.exp(log)
    seen += found[k] ?? 0
    if (expected < 10) continue
    chiSquare += (seen - expected) ** 2 / expected
    cells++
    expected = 0
    seen = 0
  }
  const freedom = cells - 1
  expect(chiSquare).toBeLessThan(freedom + 4 * Math.sqrt(2 * freedom))
})

test('a certain outcome is not drawn', () => {
  const random = new UniformRandom(1)
  expect([binomial(0, 0.5, random), binomial(9, 0, random), binomial(9, 1, random)]).toEqual([0, 0, 9])
})
