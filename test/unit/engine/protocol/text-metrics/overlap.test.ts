import { expect, test } from 'vitest'
import { corpusBleu } from '../../../../../src/engine/protocol/text-metrics/bleu.ts'
import { tokenF1 } from '../../../../../src/engine/protocol/text-metrics/figures.ts'
import { rougeL, rougeN } from '../../../../../src/engine/protocol/text-metrics/rouge.ts'
import { Random } from '../../../support/random.ts'
import { rounds } from '../../../support/rounds.ts'

test('every figure is between 0 and 1, and reaches an end for a text with itself', () => {
  const random = new Random(31)
  const pieces = [...'ab12.,- \n肺右', 'left ', 'lung ', 'the ', '\ud83e', '&amp;']
  for (let round = 0; round < rounds(4000); round++) {
    const [prediction, reference] = [random.text(pieces, 12), random.text(pieces, 12)]
    const figures = (other: string) => [
      tokenF1(prediction, other).f1,
      rougeN(prediction, other, 1).f1,
      rougeL(prediction, other).f1,
      corpusBleu([{ prediction, references: [other] }], 1),
    ]
    for (const figure of figures(reference)) {
      expect(figure).toBeGreaterThanOrEqual(0)
      expect(figure).toBeLessThanOrEqual(1 + 1e-12)
    }
    for (const figure of figures(prediction)) expect([0, 1]).toContainEqual(expect.closeTo(figure, 12))
  }
})
