import { describe, expect, test } from 'vitest'
import { restDifference, sliceDifference } from '../src/clustered-difference.ts'
import { ClusterTally } from '../src/clustered-share.ts'
import { fisherExact } from '../src/p-values.ts'
import { golden } from './golden.ts'

/** By cluster: its number, right answers and questions. */
type Slice = readonly (readonly [cluster: number, right: number, total: number])[]

interface Case {
  readonly first: Slice
  readonly second: Slice
  readonly icc: number
  readonly expected: Readonly<Record<'difference' | 'low' | 'high', number>> & { readonly p: number | null }
}

const cases = golden<Case[]>('slice-differences.json')

function tallySlices(...slices: readonly Slice[]): ClusterTally {
  const tally = new ClusterTally()
  for (const slice of slices)
    for (const [cluster, right, total] of slice)
      for (let i = 0; i < total; i++) tally.add(cluster, Number(i < right))
  return tally
}

describe('a difference of two slices', () => {
  test('is that of SciPy', () => {
    expect(cases).toHaveLength(13)
    for (const { first, second, icc, expected } of cases) {
      const found = sliceDifference(tallySlices(first), tallySlices(second), icc)
      for (const name of ['difference', 'low', 'high'] as const)
        expect(found[name], name).toBeCloseTo(expected[name], 9)
      if (expected.p !== null) expect(found.p / expected.p).toBeCloseTo(1, 6)
    }
  })

  test('from the rest of a run equals that from the other slice', () => {
    for (const { first, second, icc } of cases) {
      const whole = tallySlices(first, second)
      const found = restDifference(whole, whole.sums(), tallySlices(second), icc)
      const expected = sliceDifference(tallySlices(first), tallySlices(second), icc)
      for (const [name, value] of Object.entries(expected))
        expect(Reflect.get(found, name)).toBeCloseTo(value, 9)
    }
  })

  test('one wrong answer proves nothing: Fisher’s p of 0 of 1 against 570 of 599 is 5 %', () => {
    const [{ first, second, icc } = { first: [], second: [], icc: 0 }] = cases
    const found = sliceDifference(tallySlices(first), tallySlices(second), icc)
    expect(found.p).toBeCloseTo(0.05, 12)
    expect(found.high).toBeGreaterThan(0)
    // As good as one answer: two answers of one image.
    const pair = sliceDifference(tallySlices(first), tallySlices([[1000, 0, 2]]), icc)
    expect(pair.p).toBeGreaterThan(0.01)
  })

  test('an empty slice shows nothing', () => {
    const { first, icc } = cases[0] ?? { first: [], icc: 0 }
    const nothing = { difference: 0, low: -1, high: 1, p: 1 }
    expect(sliceDifference(tallySlices(first), tallySlices([]), icc)).toEqual(nothing)
    expect(sliceDifference(tallySlices([]), tallySlices([]), icc)).toEqual(nothing)
  })
})

describe('Fisher’s exact test', () => {
  test('does not depend on the order, and 1 is its most', () => {
    const [a, b] = [
      { right: 3.4, n: 7.1 },
      { right: 50.2, n: 60.9 },
    ]
    expect(fisherExact(a, b)).toBeCloseTo(fisherExact(b, a), 12)
    expect(fisherExact({ right: 5, n: 5 }, { right: 7, n: 7 })).toBe(1)
    expect(fisherExact({ right: 0, n: 1 }, { right: 1, n: 2 })).toBe(1)
  })

  test('of fractions lies between its neighbours', () => {
    const of = (n: number) => fisherExact({ right: 0, n }, { right: 90, n: 100 })
    expect(of(3.5)).toBeLessThan(of(3))
    expect(of(3.5)).toBeGreaterThan(of(4))
  })

  test('of far too different shares is 0, not an error', () => {
    expect(fisherExact({ right: 0, n: 5000 }, { right: 5000, n: 5000 })).toBeLessThan(1e-300)
  })
})
