import { expect, test } from 'vitest'
import { rougeL, rougeN } from '../../../../../src/engine/protocol/text-metrics/rouge.ts'
import { textMetricsGolden } from '../../../support/text-metrics-golden.ts'

test("ROUGE-1, ROUGE-2 and ROUGE-L are rouge-score's", () => {
  for (const [prediction, reference, { rouge }] of textMetricsGolden.pairs) {
    const scores = [
      rougeN(prediction, reference, 1),
      rougeN(prediction, reference, 2),
      rougeL(prediction, reference),
    ]
    const found = scores.map(({ precision, recall, f1 }) => [precision, recall, f1])
    expect(found, prediction).toEqual(rouge.map(figures => figures.map(value => expect.closeTo(value, 12))))
  }
})

test('words are not stemmed, and Chinese has none', () => {
  expect(rougeN('lesions', 'lesion', 1).f1).toBe(0)
  expect(rougeL('右肺', '右肺').f1).toBe(0)
})
