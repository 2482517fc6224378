import { expect, test } from 'vitest'
import {
  bleuDefaults,
  corpusBleu,
  sentenceBleu,
} from '../../../../../src/engine/protocol/text-metrics/bleu.ts'
import { textMetricsGolden } from '../../../support/text-metrics-golden.ts'

const orders = [1, 2, 3, 4] as const

test.each([
  ['13a', false],
  ['zh', true],
] as const)("BLEU-1 to BLEU-4 of a sentence are sacreBLEU's, tokeniser %s", (tokeniser, lowerCase) => {
  for (const [prediction, reference, { bleu }] of textMetricsGolden.pairs) {
    for (const [index, order] of orders.entries()) {
      const found = sentenceBleu({ prediction, references: [reference] }, { order, tokeniser, lowerCase })
      expect(found, JSON.stringify([prediction, reference])).toBeCloseTo(bleu[tokeniser][index] ?? -1, 12)
    }
  }
})

test("BLEU of a corpus, with several references, is sacreBLEU's", () => {
  for (const [rows, corpusScores, sentenceScores] of textMetricsGolden.corpora) {
    const texts = rows.map(([prediction, references]) => ({ prediction, references }))
    for (const [index, order] of orders.entries()) {
      expect(corpusBleu(texts, { ...bleuDefaults, order })).toBeCloseTo(corpusScores[index] ?? -1, 12)
    }
    for (const [index, text] of texts.entries()) {
      expect(sentenceBleu(text)).toBeCloseTo(sentenceScores[index] ?? -1, 12)
    }
  }
})

test('nothing matches nothing', () => {
  expect(sentenceBleu({ prediction: '', references: [''] })).toBe(0)
  expect(sentenceBleu({ prediction: 'left lung', references: [] })).toBe(0)
  expect(corpusBleu([])).toBe(0)
})
