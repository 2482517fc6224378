/** Claims with a margin: what is stored, and what the runs say. */
import { expect, test } from 'vitest'
import type { RunDifferences } from '../../../src/features/diagnostics/engine/run-differences.ts'
import {
  readMargins,
  type StatedMargin,
  testedMargins,
} from '../../../src/features/diagnostics/engine/stated-margins.ts'

const stated: StatedMargin = {
  ...{ runs: ['a', 'b'], finding: null, figure: 'accuracy', claim: 'non-inferiority', margin: 0.05 },
  stated: '2026-01-02T03:04:05.678Z',
}
const estimate = { difference: -0.01, se: 0.02, low: -0.05, high: 0.03, clusters: 50, degrees: 49, p: 0.62 }
const differences: RunDifferences = {
  unit: 'image',
  accuracy: { n: 100, clusters: 50, first: 0.7, second: 0.69, estimate },
  findings: [],
}

const testOne = (one: StatedMargin, found: RunDifferences) => testedMargins([one], one.runs, found)[0]

test('non-inferiority is shown if the one-sided p is below 5 %, equivalence needs both sides', () => {
  // t = (−0.01 + 0.05)/0.02 = 2
  expect(testOne(stated, differences)).toMatchObject({ isShown: true })
  expect(testOne(stated, differences)?.p).toBeCloseTo(0.0255, 3)
  expect(testOne({ ...stated, margin: 0.03 }, differences)?.isShown).toBe(false)
  expect(testOne({ ...stated, claim: 'equivalence' }, differences)?.p).toBeCloseTo(0.0255, 3)
})

test('a figure that the runs lack, or that nothing is known of, has no test', () => {
  expect(testOne({ ...stated, finding: 'x', figure: 'auroc' }, differences)?.p).toBeNull()
  const unknown = {
    ...differences,
    accuracy: { n: 100, clusters: 50, first: 0.7, second: 0.7, estimate: null },
  }
  expect(testOne(stated, unknown)).toMatchObject({ p: null, isShown: false })
})

test('a claim about a finding is not tested on the figure of another positive answer', () => {
  const { accuracy } = differences
  const figures = { auroc: null, sensitivity: accuracy, specificity: null }
  const found = {
    ...differences,
    findings: [{ finding: 'x', positive: 'Yes', figures, tested: null }],
  }
  const claim = { ...stated, finding: 'x', figure: 'sensitivity' } as const
  expect(testOne({ ...claim, positive: 'Yes' }, found)?.p).toBeCloseTo(0.0255, 3)
  expect(testOne({ ...claim, positive: 'No' }, found)?.p).toBeNull()
  // Claims of older versions have none.
  expect(testOne(claim, found)?.p).toBeCloseTo(0.0255, 3)
})

test('what is damaged in the browser’s storage is left out', () => {
  const damaged = [
    { ...stated, margin: 0 },
    { ...stated, runs: ['a'] },
    { ...stated, claim: 'superiority' },
    { ...stated, stated: 'yesterday' },
    { ...stated, positive: 1 },
    null,
  ]
  expect(readMargins([stated, ...damaged])).toEqual([stated])
  expect(readMargins({})).toEqual([])
})
