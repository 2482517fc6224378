import { expect, test } from 'vitest'
import { countReadings, readingsJson } from '../../../../src/engine/analysis/readings.ts'
import { resultRow } from '../../../../src/engine/analysis/rows.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import { findProtocol } from '../../../../src/engine/protocol/protocols/registry.ts'
import { answersOfEachKind, mappedRun } from '../../support/mapped.ts'
import { answered, failed } from '../../support/records.ts'

const { run, records } = mappedRun(answersOfEachKind)
const protocol = findProtocol(run.settings.protocol)

test('accuracy, chance and unreadable answers, by kind', () => {
  const readings = countReadings([...records, failed(99)], protocol)
  expect(readings).toMatchObject({
    unparsed: 4,
    kinds: [
      { kind: 'choice', n: 3, correct: 1, chance: expect.closeTo(1 / 5), unparsed: 1 },
      { kind: 'yes-no', n: 3, correct: 1, chance: 1 / 2, unparsed: 1 },
      { kind: 'several', n: 3, correct: 1, chance: 1 / 31, unparsed: 1 },
      { kind: 'text', n: 3, correct: 1, chance: 0, unparsed: 1 },
    ],
  })
  expect(readings?.originals.map(([, n]) => n)).toEqual([1, 1, 1, 1])
  expect(Object.fromEntries(readings?.rules ?? [])).toEqual({
    letter: 2,
    'yes or no': 2,
    letters: 2,
    'normalised text': 2,
  })
})

test('figures of answers in words, each by the name of its rule', () => {
  const text = countReadings(records, protocol)?.text
  expect(text?.n).toBe(3)
  const share = new Map(text?.figures.map(figure => [figure.id, figure.share]))
  // "The liver." is it, "spleen and liver" shares one word of two (without the article) and three, none is empty.
  expect(share.get('exact-match')).toBeCloseTo(1 / 3)
  expect(share.get('token-f1')).toBeCloseTo((1 + 2 / 4) / 3)
  expect([...share.keys()]).toEqual([
    ...['exact-match', 'token-f1', 'bleu-1', 'bleu-2', 'bleu-3', 'bleu-4', 'rouge-1', 'rouge-2', 'rouge-l'],
  ])
})

test('in the form of metrics_summary.json', () => {
  const readings = countReadings(records, protocol)
  expect(readings && readingsJson(readings)).toMatchObject({
    unparsed: 4,
    read_by_rule: { letter: 2 },
    by_kind: { 'yes-no': { n: 3, correct: 1, acc: 1 / 3, chance: 0.5, unparsed: 1 } },
    text: { n: 3 },
  })
})

test('MedRCube has no breakdown', () => {
  expect(countReadings([answered(0, {}), failed(1)], medrcube)).toBeNull()
})

test('rows have the kind, its chance, and the unreadable answers', () => {
  const rows = records.map(record => resultRow(record, protocol, text => text))
  expect(rows[5]).toMatchObject({ kind: 'yes-no', options: 0, chance: 1 / 2, isUnparsed: true })
  expect(rows[6]).toMatchObject({ kind: 'several', options: 5, chance: 1 / 31 })
  expect(rows[6]).not.toHaveProperty('isUnparsed')
})
