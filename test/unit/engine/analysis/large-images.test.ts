/** Benchmarks in which one image has many of the questions: what is inferred before it is asked must not depend on it. */
import { expect, test } from 'vitest'
import { BenchmarkEstimates } from '../../../../src/engine/analysis/benchmark-estimate.ts'
import { largeImages } from '../../../../src/engine/analysis/large-images.ts'
import { groupMembers } from '../../../../src/engine/protocol/frame.ts'
import { balancedOrder } from '../../../../src/engine/protocol/order.ts'
import { shareRight, sizedPopulation } from '../../support/populations.ts'
import { rounds } from '../../support/rounds.ts'

const sizes = (images: number, size: number, ...large: readonly number[]): readonly number[] =>
  Array.from({ length: images }, (_, image) =>
    large[Math.floor(image / 9)] && image % 9 === 7 ? (large[Math.floor(image / 9)] ?? size) : size,
  )

const found = (counts: readonly number[]): number[] => [
  ...largeImages({ groups: [...counts.keys()], counts }),
]

test('an image is large if it has a notable part of the squared sizes and many times the usual questions', () => {
  expect(found(sizes(500, 2, 110))).toEqual([7])
  expect(found(sizes(500, 2, 30, 110))).toEqual([16, 7])
  expect(found(sizes(500, 2, 10))).toEqual([7])
  expect(found(sizes(500, 2, 5))).toEqual([])
  expect(found(sizes(40, 3))).toEqual([])
  expect(found(Array.from({ length: 60 }, (_, image) => 1 + (image % 4)))).toEqual([])
  // With so few images nothing is inferred from a normal distribution.
  expect(found(sizes(20, 2, 50))).toEqual([])
})

const runs = rounds(200)
/** The large image is as hard as the others are easy. */
const population = sizedPopulation(sizes(240, 2, 53), { seed: 1, chance: size => (size > 2 ? 0.02 : 0.7) })

test('the interval at any time holds although a tenth of the questions are on one image', () => {
  const { frame, right } = population
  const truth = shareRight(right)
  const members = groupMembers(frame)
  let [ever, ends] = [0, 0]
  const isWrong = (estimates: BenchmarkEstimates): boolean => {
    const { low, high } = estimates.overall()
    return low > truth + 1e-9 || high < truth - 1e-9
  }
  for (let seed = 1; seed <= runs; seed++) {
    const order = balancedOrder(frame, seed).rounds.flat()
    const asked = order.slice(0, 120)
    const limit = asked.reduce((sum, group) => sum + (members[group] ?? []).length, 0)
    const [looks, planned] = [null, limit].map(
      limit => new BenchmarkEstimates(frame, { order: 'balanced', seed, limit }),
    )
    let isEverWrong = false
    for (const [at, group] of order.entries())
      for (const index of members[group] ?? []) {
        const verdict = right[index] ? 'correct' : 'wrong'
        looks?.add(index, verdict)
        if (at < asked.length) planned?.add(index, verdict)
        if (looks) isEverWrong ||= isWrong(looks)
      }
    ever += Number(isEverWrong)
    if (planned) ends += Number(isWrong(planned))
  }
  expect(ever).toBeLessThanOrEqual(0.075 * runs)
  expect(ends).toBeLessThanOrEqual(0.1 * runs)
})

test('while a large image is open, all of its answers may be right or wrong; once it is asked, they are known', () => {
  const { frame, right } = population
  const estimates = new BenchmarkEstimates(frame, { order: 'balanced', seed: 3 })
  const members = groupMembers(frame)
  const large = members.findIndex(({ length }) => length === 53)
  const others = balancedOrder(frame, 3)
    .rounds.flat()
    .filter(group => group !== large)
  const add = (group: number) => {
    for (const index of members[group] ?? []) estimates.add(index, right[index] ? 'correct' : 'wrong')
  }
  for (const group of others) add(group)
  const { low, high } = estimates.overall()
  const part = 53 / right.length
  expect(high - low).toBeGreaterThanOrEqual(part - 1e-12)
  add(large)
  expect(estimates.overall()).toMatchObject({ low: shareRight(right), high: shareRight(right) })
})
