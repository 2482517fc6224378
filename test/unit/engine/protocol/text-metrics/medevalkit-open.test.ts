import { expect, test } from 'vitest'
import { medevalkitOpen } from '../../../../../src/engine/protocol/text-metrics/medevalkit-open.ts'
import { judgesGolden } from '../../../support/judges-golden.ts'
import { expectRelative } from '../../../support/lab-golden.ts'

test("the figures of an open answer are those of MedEvalKit's own code", () => {
  for (const [reply, answer, expected] of judgesGolden.openTexts) {
    const { exactMatch, bleu, rouge1, rouge2, rougeL, tokens } = medevalkitOpen(reply, answer)
    expect(exactMatch, reply).toBe(expected.em)
    // Each under its own name, as the original's are not.
    const figures = [...bleu, rouge1, rouge2, rougeL, tokens.f1, tokens.precision, tokens.recall]
    const { bleu1, bleu2, bleu3, bleu4, rouge1: r1, rouge2: r2, rougel, precision, recall, f1 } = expected
    for (const [index, value] of [
      bleu1,
      bleu2,
      bleu3,
      bleu4,
      r1,
      r2,
      rougel,
      precision,
      recall,
      f1,
    ].entries()) {
      expectRelative(figures[index] ?? -1, value, 1e-11)
    }
  }
})

test('a reply without words scores 0, although the original stops with an error', () => {
  expect(medevalkitOpen('', 'left lung')).toEqual({
    exactMatch: false,
    bleu: [0, 0, 0, 0],
    rouge1: 0,
    rouge2: 0,
    rougeL: 0,
    tokens: { precision: 0, recall: 0, f1: 0 },
  })
})
