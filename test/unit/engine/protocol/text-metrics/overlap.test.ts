import { expect, test } from 'vitest'
import { exactMatch } from '../../../../../src/engine/protocol/judges/exact-match.ts'
import { sentenceBleu } from '../../../../../src/engine/protocol/text-metrics/bleu.ts'
import { rougeL, rougeN } from '../../../../../src/engine/protocol/text-metrics/rouge.ts'
import { tokenF1 } from '../../../../../src/engine/protocol/text-metrics/token-f1.ts'
import { Random } from '../../../support/random.ts'
import { textMetricsGolden } from '../../../support/text-metrics-golden.ts'

const { pairs } = textMetricsGolden

test('there are pairs enough', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(200)
})

test("token F1 and exact match are SQuAD's", () => {
  for (const [prediction, reference, { f1, exact }] of pairs) {
    expect(tokenF1(prediction, reference).f1, prediction).toBeCloseTo(f1, 12)
    expect(exactMatch('squad', prediction, [reference]).correct, prediction).toBe(exact === 1)
  }
})

test("ROUGE-1, ROUGE-2 and ROUGE-L are rouge-score's", () => {
  for (const [prediction, reference, { rouge }] of pairs) {
    const scores = [
      rougeN(prediction, reference, 1),
      rougeN(prediction, reference, 2),
      rougeL(prediction, reference),
    ]
    const found = scores.map(({ precision, recall, f1 }) => [precision, recall, f1])
    expect(found, prediction).toEqual(rouge.map(figures => figures.map(value => expect.closeTo(value, 12))))
  }
})

test('every figure lies between 0 and 1, and is 1 of a text with itself', () => {
  const random = new Random(31)
  const pieces = [...'ab12.,- \n肺右', 'left ', 'lung ', 'the ', '\ud83e', '&amp;']
  for (let round = 0; round < 1_000; round++) {
    const [prediction, reference] = [random.text(pieces, 12), random.text(pieces, 12)]
    const figures = (other: string) => [
      tokenF1(prediction, other).f1,
      rougeN(prediction, other, 1).f1,
      rougeL(prediction, other).f1,
      sentenceBleu({ prediction, references: [other] }),
    ]
    for (const figure of figures(reference)) {
      expect(figure).toBeGreaterThanOrEqual(0)
      expect(figure).toBeLessThanOrEqual(1 + 1e-12)
    }
    for (const figure of figures(prediction)) expect([0, 1]).toContainEqual(expect.closeTo(figure, 12))
  }
})
