import { describe, expect, test } from 'vitest'
import { averageRanks, spearman } from '../src/correlation.ts'
import { cohensKappa } from '../src/kappa.ts'
import { golden } from './golden.ts'
import { expectRelative } from './lab-golden.ts'

/** What tools/golden/agreement.py writes. */
const agreement = golden<{
  kappa: [
    categories: number,
    first: number[],
    second: number[],
    plain: number | null,
    quadratic: number | null,
  ][]
  spearman: [x: number[], y: number[], ranks: number[], rho: number | null, p: number | null][]
}>('agreement.json')

/** Equal to 12 digits, or both undefined. */
function expectSame(found: number | null | undefined, expected: number | null) {
  if (expected === null) expect(found ?? null).toBeNull()
  else expect(found).toBeCloseTo(expected, 12)
}

describe("Cohen's kappa", () => {
  test("plain and quadratic are scikit-learn's", () => {
    for (const [count, first, second, plain, quadratic] of agreement.kappa) {
      const categories = Array.from({ length: count }, (_, category) => category)
      expectSame(cohensKappa(first, second, categories), plain)
      expectSame(cohensKappa(first, second, categories, 'quadratic'), quadratic)
    }
  })

  test('a distant disagreement counts more when weighted', () => {
    const near = cohensKappa([0, 1, 2, 2], [0, 1, 2, 1], [0, 1, 2], 'quadratic') ?? 0
    const far = cohensKappa([0, 1, 2, 2], [0, 1, 2, 0], [0, 1, 2], 'quadratic') ?? 0
    expect(near).toBeGreaterThan(far)
  })

  test('unpaired ratings and unknown categories are refused', () => {
    expect(() => cohensKappa(['a'], [], ['a'])).toThrow('1 and 0 ratings are no pairs')
    expect(() => cohensKappa(['a'], ['c'], ['a', 'b'])).toThrow('c is none of the categories')
  })

  test('nothing rated, nothing known', () => {
    expect(cohensKappa([], [], ['a', 'b'])).toBeNull()
  })
})

test("Spearman's rho with its p-value, and the ranks, are SciPy's", () => {
  for (const [x, y, ranks, rho, p] of agreement.spearman) {
    expect(averageRanks(x)).toEqual(ranks)
    const found = spearman(x, y)
    expectSame(found?.rho, rho)
    // SciPy has no p-value of two pairs.
    if (found !== null && p !== null) expectRelative(found.p, p, 1e-9)
  }
})
