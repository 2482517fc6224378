import { expect, test } from 'vitest'
import { corpusBleu } from '../../../../../src/engine/protocol/text-metrics/bleu.ts'
import { textMetricsGolden } from '../../../support/text-metrics-golden.ts'

const orders = [1, 2, 3, 4] as const

test("BLEU-1 to BLEU-4 of a sentence are sacreBLEU's", () => {
  let compared = 0
  for (const [prediction, reference, { bleu }] of textMetricsGolden.pairs)
    for (const [index, order] of orders.entries()) {
      const found = corpusBleu([{ prediction, references: [reference] }], order)
      // sacreBLEU leaves orders longer than a sentence out of its score, but not of that of a corpus.
      if (found === 0) continue
      expect(found, JSON.stringify([prediction, reference])).toBeCloseTo(bleu['13a'][index] ?? -1, 12)
      compared++
    }
  expect(compared).toBeGreaterThan(textMetricsGolden.pairs.length)
})

test("BLEU of a corpus, with several references, is sacreBLEU's", () => {
  for (const [rows, corpusScores] of textMetricsGolden.corpora) {
    const texts = rows.map(([prediction, references]) => ({ prediction, references }))
    for (const [index, order] of orders.entries())
      expect(corpusBleu(texts, order)).toBeCloseTo(corpusScores[index] ?? -1, 12)
  }
})

test('nothing matches nothing', () => {
  expect(corpusBleu([{ prediction: '', references: [''] }], 4)).toBe(0)
  expect(corpusBleu([{ prediction: 'left lung', references: [] }], 1)).toBe(0)
  expect(corpusBleu([], 4)).toBe(0)
})
