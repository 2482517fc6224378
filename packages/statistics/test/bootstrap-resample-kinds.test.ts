import { expect, test } from 'vitest'
import { resampleKinds } from '../src/bootstrap.ts'
import { UniformRandom } from '../src/uniform-random.ts'

test('the mean, variance and covariance of kinds equal those of drawing single items', () => {
  const sizes = [1, 37, 0, 500, 63, 64, 335]
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const random = new UniformRandom(3)
  const draws = 20_000
  const times = new Uint32Array(sizes.length)
  const sums = sizes.map(() => 0)
  const products = sizes.map(() => sizes.map(() => 0))
  let short = 0
  for (let draw = 0; draw < draws; draw++) {
    resampleKinds(sizes, times, random)
    short += Number(times.reduce((sum, n) => sum + n, 0) !== total)
    for (const [i, n] of times.entries()) {
      sums[i] = (sums[i] ?? 0) + n
      const row = products[i] ?? []
      for (const [j, m] of times.entries()) row[j] = (row[j] ?? 0) + n * m
    }
  }
  expect(short).toBe(0)
  const mean = (i: number) => (sums[i] ?? 0) / draws
  const covariance = (i: number, j: number) => (products[i]?.[j] ?? 0) / draws - mean(i) * mean(j)
  for (const [i, size] of sizes.entries()) {
    // Four standard errors, of a multinomial draw.
    const share = size / total
    const variance = size * (1 - share)
    expect(Math.abs(mean(i) - size)).toBeLessThanOrEqual(4 * Math.sqrt(variance / draws))
    expect(Math.abs(covariance(i, i) - variance)).toBeLessThanOrEqual(
      4 * Math.sqrt((2 * variance ** 2 + variance) / draws),
    )
    for (const [j, other] of sizes.entries()) {
      if (j === i) continue
      const expected = -share * other
      const spread = Math.sqrt((variance * other * (1 - other / total) + expected ** 2) / draws)
      expect(Math.abs(covariance(i, j) - expected)).toBeLessThanOrEqual(5 * spread)
    }
  }
})

test('of a single item, and of none', () => {
  const times = new Uint32Array(2)
  resampleKinds([0, 1], times, new UniformRandom(1))
  expect([...times]).toEqual([0, 1])
  resampleKinds([0, 0], times, new UniformRandom(1))
  expect([...times]).toEqual([0, 0])
})
