/** The time of an answer in two conditions of the same readers. */
import { Random } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import { secondsChange } from '../../../src/features/readers/engine/seconds-change.ts'

const clusterBySample = Array.from({ length: 20 }, (_, sample) => sample >> 1)
const random = new Random(5)
const drawTimes = (factor: number) => clusterBySample.map(() => factor * (4 + 8 * random.unit()))
const first = [drawTimes(1), drawTimes(1)]
const second = [drawTimes(0.8), drawTimes(0.8)]

/** Over all signs of the ten clusters. */
function exact(): number {
  const sums = Array.from({ length: 10 }, (_, cluster) =>
    [0, 1]
      .flatMap(reader => [2 * cluster, 2 * cluster + 1].map(sample => [reader, sample] as const))
      .reduce(
        (sum, [reader, sample]) =>
          sum + Math.log((second[reader]?.[sample] ?? 1) / (first[reader]?.[sample] ?? 1)),
        0,
      ),
  )
  const totals = Array.from({ length: 1024 }, (_, signs) =>
    Math.abs(sums.reduce((sum, one, at) => sum + ((signs >> at) & 1 ? -one : one), 0)),
  )
  return totals.filter(total => total >= (totals[0] ?? 0) - 1e-9).length / 1024
}

test('p of sign flips is that of all signs, but for the draws', () => {
  const found = secondsChange(first, second, clusterBySample)
  const p = exact()
  expect(p).toBeGreaterThan(0.001)
  // Four standard errors of 9,999 draws.
  expect(Math.abs((found?.p ?? 0) - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / 9_999) + 1e-4)
  expect(found?.pairs).toBe(40)
  // The other way around it is the same.
  expect(secondsChange(second, first, clusterBySample)?.p).toBe(found?.p)
})

test('equal times are no change; twice the time in every cluster is one', () => {
  expect(secondsChange(first, first, clusterBySample)).toMatchObject({ p: 1 })
  const twice = first.map(row => row.map(one => 2 * one))
  const found = secondsChange(first, twice, clusterBySample)
  expect(found?.second).toBeCloseTo(2 * (found?.first ?? 0), 12)
  // 2 of the 1,024 signs are as large.
  expect(found?.p).toBeLessThan(0.005)
})

test('an answer without a time in both counts nowhere, and none is no figure', () => {
  const gaps = second.map(row => row.map((one, sample) => (sample < 5 ? null : one)))
  expect(secondsChange(first, gaps, clusterBySample)?.pairs).toBe(30)
  expect(
    secondsChange(
      first,
      second.map(row => row.map(() => null)),
      clusterBySample,
    ),
  ).toBeNull()
})
