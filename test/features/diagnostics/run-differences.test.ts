import { expect, test } from 'vitest'
import { byTheRule } from '../../../src/features/diagnostics/engine/findings.ts'
import { diagnosticDifferences } from '../../../src/features/diagnostics/engine/run-differences.ts'
import { changedAnswers } from './chest-answers.ts'

const first = changedAnswers()
/** Every fifth answer turned round. */
const second = changedAnswers((yes, at) => (at % 5 === 0 ? 1 - yes : yes))

test('equal runs differ by nothing, and no interval is made of nothing', () => {
  const { accuracy, findings } = diagnosticDifferences(first, changedAnswers(), 1, byTheRule)
  expect(accuracy).toMatchObject({ n: 120, estimate: null })
  expect(findings).toHaveLength(2)
  expect(findings[0]?.figures.auroc?.estimate).toBeNull()
})

test('differences are the second run less the first, of areas, sensitivity, specificity and accuracy', () => {
  const { accuracy, findings } = diagnosticDifferences(first, second, 1, byTheRule)
  expect(accuracy?.estimate?.difference).toBeCloseTo((accuracy?.second ?? 0) - (accuracy?.first ?? 0), 12)
  expect(accuracy?.estimate?.high).toBeLessThan(0)
  for (const { figures } of findings) {
    const { auroc: area, sensitivity, specificity } = figures
    expect(area?.estimate?.difference).toBeCloseTo((area?.second ?? 0) - (area?.first ?? 0), 12)
    expect((sensitivity?.n ?? 0) + (specificity?.n ?? 0)).toBe(60)
  }
})

test('each run has a threshold of its own, from the same half of the clusters', () => {
  const { findings } = diagnosticDifferences(first, second, 1, byTheRule)
  const [{ tested } = { tested: null }] = findings
  expect(tested?.thresholds[0]).not.toBe(tested?.thresholds[1])
  expect((tested?.sensitivity?.n ?? 0) + (tested?.specificity?.n ?? 0)).toBe(30)
})

test('the order of rows changes nothing: answers are paired by id, question and image', () => {
  const turned = diagnosticDifferences(first, second.toReversed(), 1, byTheRule)
  expect(turned).toEqual(diagnosticDifferences(first, second, 1, byTheRule))
})
