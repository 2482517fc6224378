/** The categories of arXiv 2606.17710, beside our verdict. */
import { expect, test } from 'vitest'
import type { Metric } from '../../../src/features/audit/engine/metrics.ts'
import { publishedCategories } from '../../../src/features/audit/engine/published.ts'
import type { AuditFigure } from '../../../src/features/audit/engine/slice-figures.ts'
import { categorySentence } from '../../../src/features/audit/text/audit-words.ts'

const figure = (metric: Metric, value: number, low: number): AuditFigure => ({
  ...{ metric, value, low, high: 1, unit: 'share', numerator: 100 * value, denominator: 100 },
  ...{ clusters: 50, method: 'korn-graubard', unread: 0 },
})

const submitted = (cgr: number, uar: number, ims: number, low = cgr / 2) =>
  publishedCategories([figure('cgr', cgr, low), figure('uar', uar, 0.9), figure('ims', ims, 0.5)]).asSubmitted

test('as submitted: ignores, unstable, uses, in this order', () => {
  expect(submitted(0, 1, 1)).toBe('ignores')
  expect(submitted(0, 0.99, 1)).toBe('none')
  expect(submitted(0, 1, 0.69)).toBe('unstable')
  expect(submitted(0.9, 1, 0.69)).toBe('unstable')
  expect(submitted(0.4, 1, 0.9)).toBe('uses')
  expect(submitted(0.4, 1, 0.89)).toBe('none')
  expect(submitted(0.4, 1, 0.95, 0)).toBe('none')
})

test('revised: uses by the swap premium, else left open, since the limits of "ignores" are unknown', () => {
  expect(publishedCategories([figure('ssp', 0.2, 0.01)])).toEqual({ revised: 'uses' })
  expect(publishedCategories([figure('ssp', 0.2, -0.01)])).toEqual({ revised: 'open' })
})

test('a category needs its figures', () => {
  expect(publishedCategories([figure('cgr', 0, 0), figure('ims', 1, 1)])).toEqual({})
  expect(categorySentence({})).toBeNull()
  expect(categorySentence({ asSubmitted: 'none', revised: 'open' })).toBe(
    'Categories of arXiv 2606.17710: as submitted, no category; revised, unstable, or ignores (limits unknown).',
  )
})
