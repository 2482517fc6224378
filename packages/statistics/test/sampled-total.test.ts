import { expect, test } from 'vitest'
import { Random } from '../../../test/unit/support/random.ts'
import { mixtureReach, SampledShare, SampledTotal, SamplingTime } from '../src/sampled-total.ts'

const values = [
  [3, 1, 0, 2, 2, 1],
  [0, 0, 1, 0, 1, 0],
]

/** Draws from every block in a random order; all are predicted to be the same. */
function draw(seed: number, drawn: number, predicted: number): SampledTotal {
  const random = new Random(seed)
  const sample = new SampledTotal()
  for (const [block, all] of values.entries()) {
    const order = [...all].map(value => ({ value, at: random.next() })).sort((a, b) => a.at - b.at)
    let settled = 0
    for (const [i, { value }] of order.slice(0, drawn).entries()) {
      const left = all.length - i
      sample.add({ block, left, known: settled + left * predicted, z: value - predicted })
      settled += value
    }
  }
  return sample
}

test('whatever is predicted, the estimate of a total has no bias, and the expanded total of a sample is it', () => {
  const truth = values.flat().reduce((sum, value) => sum + value, 0)
  for (const predicted of [0, 0.7]) {
    const seeds = 4000
    let sum = 0
    for (let seed = 0; seed < seeds; seed++) sum += draw(seed, 3, predicted).total
    expect(sum / seeds).toBeCloseTo(truth, 0)
  }
  const known = draw(1, 6, 0.3)
  expect([known.total, known.variance]).toEqual([expect.closeTo(truth, 12), expect.closeTo(0, 12)])
})

test('the variance is at least that of stratified sampling without replacement', () => {
  const seeds = 4000
  const totals = Array.from({ length: seeds }, (_, seed) => draw(seed, 3, 0.5))
  const mean = totals.reduce((sum, { total }) => sum + total, 0) / seeds
  const spread = totals.reduce((sum, { total }) => sum + (total - mean) ** 2, 0) / seeds
  const told = totals.reduce((sum, { variance }) => sum + variance, 0) / seeds
  expect(told).toBeGreaterThan(spread)
  expect(told).toBeLessThan(2 * spread)
})

test('time is the drawn clusters per open one, and begins when every block has a draw', () => {
  const time = new SamplingTime([10, 10])
  time.draw(0)
  expect(time.value).toBe(0)
  time.draw(1)
  expect(time.value).toBeCloseTo(2 / 18, 12)
  for (let i = 0; i < 18; i++) time.draw(i % 2)
  expect(time.value).toBe(Number.POSITIVE_INFINITY)
})

/**
 * Logarithm of the evidence for a positive total: a half-normal mixture of likelihood ratios, of which the normal probability of at
 * least one half is left out. @param score the estimate in standard errors
 */
function mixtureEvidence(score: number, time: number, tuning: number): number {
  const ratio = time / tuning
  return (score * score * ratio) / (2 * (1 + ratio)) - Math.log1p(ratio) / 2
}

test('the limits of a normal mixture are crossed where its evidence is 1 / α of either side', () => {
  for (const time of [0.1, 1, 30]) {
    const reach = mixtureReach(time, 0.2, 0.05)
    expect(mixtureEvidence(reach, time, 0.2)).toBeCloseTo(Math.log(1 / 0.05), 12)
  }
})

test('a Brownian motion leaves the limits in 5 % of cases at most', () => {
  const random = new Random(5)
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  let left = 0
  for (let path = 0; path < 500; path++) {
    let [at, time, isOut] = [0, 0, false]
    for (let step = 0; step < 400; step++) {
      const pace = 0.002 * 1.02 ** step
      at += normal() * Math.sqrt(pace)
      time += pace
      isOut ||= Math.abs(at) / Math.sqrt(time) > mixtureReach(time, 0.02, 0.05)
    }
    left += Number(isOut)
  }
  expect(left).toBeLessThanOrEqual(25)
  expect(left).toBeGreaterThan(2)
})

test('there are no limits from few clusters, few of the rarer answers, or with few open ones', () => {
  const of = { questions: 100, clusters: 100, squares: 100 }
  const share = (drawn: number, wrong: number): SampledShare => {
    const found = new SampledShare()
    for (let i = 0; i < drawn; i++) {
      const right = Number(i >= wrong)
      found.add({ block: 0, left: 100 - i, known: 80, z: right - 0.8 }, 1, right)
    }
    return found
  }
  expect(share(19, 8).limits(2, of)).toBeNull()
  expect(share(30, 4).limits(2, of)).toBeNull()
  expect(share(91, 40).limits(2, of)).toBeNull()
  expect(share(80, 10).limits(2, of)).toBeNull()
  expect(share(30, 8).limits(2, of)).not.toBeNull()
})
