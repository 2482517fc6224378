import { expect, test } from 'vitest'
import { fitBetaBinomial, pooledShare } from '../src/beta-binomial.ts'
import { golden } from './golden.ts'

interface Fit {
  readonly right: readonly number[]
  readonly total: readonly number[]
  readonly mean: number
  readonly strength: number
  readonly pooled: readonly number[]
}

/** Made with SciPy (tools/golden/beta_binomial.py). */
const fits = golden<readonly Fit[]>('beta-binomial.json')

test.each(fits)('a fit is that of SciPy: $right of $total', ({ right, total, mean, strength, pooled }) => {
  const found = fitBetaBinomial({ right, total })
  if (!found) throw new Error('no fit')
  expect(found.mean).toBeCloseTo(mean, 4)
  expect(found.strength / strength).toBeCloseTo(1, 2)
  const shares = right.map((y, i) => pooledShare(found, y, total[i] ?? 0))
  for (const [i, share] of shares.entries()) expect(share).toBeCloseTo(pooled[i] ?? Number.NaN, 4)
})

test('without a wrong or a right answer, and without any, there is nothing to fit', () => {
  expect(fitBetaBinomial({ right: [3, 4], total: [3, 4] })).toMatchObject({ mean: 1 })
  expect(fitBetaBinomial({ right: [0, 0], total: [3, 4] })).toMatchObject({ mean: 0 })
  expect(fitBetaBinomial({ right: [], total: [] })).toBeNull()
})
