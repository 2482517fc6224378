import { expect, test } from 'vitest'
import { exactMatch } from '../../../../../src/engine/protocol/judges/exact-match.ts'
import { tokenF1 } from '../../../../../src/engine/protocol/text-metrics/figures.ts'
import { textMetricsGolden } from '../../../support/text-metrics-golden.ts'

test("token F1 and exact match are SQuAD's, of at least 200 pairs", () => {
  expect(textMetricsGolden.pairs.length).toBeGreaterThanOrEqual(200)
  for (const [prediction, reference, { f1, exact }] of textMetricsGolden.pairs) {
    expect(tokenF1(prediction, reference).f1, prediction).toBeCloseTo(f1, 12)
    expect(exactMatch('squad', prediction, [reference]).correct, prediction).toBe(exact === 1)
  }
})

test('articles, signs and case do not count, repetition does', () => {
  expect(tokenF1('The left lung.', 'left LUNG').f1).toBe(1)
  expect(tokenF1('left left', 'left')).toEqual({ precision: 0.5, recall: 1, f1: 2 / 3 })
  expect(tokenF1('the', 'a').f1).toBe(1)
})
