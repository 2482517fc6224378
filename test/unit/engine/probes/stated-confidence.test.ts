/** How sure a model says it is. */
import { expect, test } from 'vitest'
import { findClusters } from '../../../../src/engine/analysis/clusters.ts'
import { statedConfidences } from '../../../../src/engine/probes/kinds/stated-confidence.ts'
import type { PassAnswer } from '../../../../src/engine/probes/pass.ts'
import { statedFigures } from '../../../../src/engine/probes/stated-confidence.ts'
import { plainTurn } from '../../../../src/engine/protocol/turns.ts'
import { answered, medrcubeRow } from '../../support/records.ts'

const confidenceIn = (reply: string) => statedConfidences.secondTurn?.read(reply).stated?.percent

test('a reply counts if its only number is whole and from 0 to 100', () => {
  const read = ['90', ' 90%', 'I am 100 % sure.', '0', '**75**'].map(confidenceIn)
  expect(read).toEqual([90, 90, 100, 0, 75])
  for (const reply of ['', 'very', '0.9', '85,5', '9/10', '80 to 90', '101', '1e3', '-5', '-0.5'])
    expect(confidenceIn(reply), reply).toBeNull()
})

test('the second turn follows the answer, and the images stay in the first', () => {
  const turns = statedConfidences.secondTurn?.turns(plainTurn('Which?', 1), 'B')
  expect(turns?.map(({ role, parts }) => [role, parts.length])).toEqual([
    ['user', 2],
    ['assistant', 1],
    ['user', 1],
  ])
})

test('calibration next to the option probabilities, by hand', () => {
  const options = { option_A: 'x', option_B: 'y', gt_answer: 'x' }
  const records = [0, 1, 2, 3].map(index => {
    const record = answered(
      index,
      { id: String(index), ...options },
      { rightAnswer: 'A', parsed: index < 2 ? 'A' : 'B', correct: index < 2 },
    )
    const choices = [
      { letter: 'A', logprob: Math.log(index < 2 ? 0.8 : 0.2) },
      { letter: 'B', logprob: Math.log(index < 2 ? 0.2 : 0.8) },
    ]
    const timings = { encode: 0, prefix: 0, prefill: 0, decode: 0 }
    const tokens = { prompt: 1, image: 0, reused: 0, generated: 0 }
    return { ...record, score: { text: '', tokens, stop: 'choices' as const, choices, timings } }
  })
  const rows = new Map(records.map(record => [record.sample.index, medrcubeRow(record)]))
  const answers = [100, 90, 90, null].map(
    (stated, index): PassAnswer => ({
      ...{ index, parsed: index < 2 ? 'A' : 'B', shownImage: null, stated },
      verdict: index < 2 ? 'correct' : 'wrong',
    }),
  )
  const found = statedFigures('p', records, rows, answers, findClusters([...rows.values()]))
  expect(found).toMatchObject({ n: 3, unread: 1 })
  expect(found?.stated?.mean).toBeCloseTo(2.8 / 3, 12)
  expect(found?.stated?.brier.share).toBeCloseTo((0 + 0.01 + 0.81) / 3, 12)
  // Two in the bin up to 90%, of which one is right, and one in the last.
  expect(found?.stated?.calibrationError).toBeCloseTo((2 / 3) * 0.4, 12)
  expect(found?.options?.accuracy).toBeCloseTo(2 / 3, 12)
  expect(found?.options?.brier.share).toBeCloseTo((0.04 + 0.04 + 0.64) / 3, 12)
  const unread = answers.map(answer => ({ ...answer, stated: null }))
  expect(statedFigures('p', records, rows, unread, findClusters([...rows.values()]))).toMatchObject({
    ...{ n: 0, unread: 4, stated: null, options: null },
  })
})
