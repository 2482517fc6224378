import { expect, test } from 'vitest'
import { Clusters } from '../../../../src/engine/analysis/clusters.ts'
import { probeKey } from '../../../../src/engine/probes/kind-of.ts'
import {
  type OrderAnswers,
  orderConsistency,
  positionBias,
  unrotated,
} from '../../../../src/engine/probes/option-order.ts'
import { rotated } from '../../../../src/engine/protocol/protocol.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import type { LetterOrNone } from '../../../../src/engine/protocol/sample.ts'
import { row } from '../../support/judged-rows.ts'

const abcd = ['A', 'B', 'C', 'D'] as const

test('options move on cyclically, and everything else stays', () => {
  const fields = { option_A: 'ja', option_C: 'nein', option_D: 'wohl', gt_answer: 'nein', id: 7 }
  const moved = rotated(medrcube, fields, 1)
  expect(moved).toEqual({ option_A: 'nein', option_C: 'wohl', option_D: 'ja', gt_answer: 'nein', id: 7 })
  expect(medrcube.rightAnswer(moved)).toBe('A')
  expect(unrotated(['A', 'C', 'D'], 1, 'A')).toBe('C')
  expect(rotated(medrcube, fields, 0)).toEqual(fields)
  expect(rotated(medrcube, fields, 3)).toEqual(fields)
  expect(rotated(medrcube, { id: 1 }, 2)).toEqual({ id: 1 })
})

test('an answer that is no option stays none', () => {
  expect(unrotated(abcd, 2, '')).toBe('')
  expect(unrotated(['A', 'B'], 1, 'D')).toBe('')
})

type Answers = OrderAnswers
const single = () => row({ image: null })
const makeClusters = (samples: readonly Answers[]) => new Clusters(samples.map(({ row }) => row))
const measureBias = (samples: readonly Answers[]) => positionBias(samples, makeClusters(samples))
const measureConsistency = (samples: readonly Answers[]) => orderConsistency(samples, makeClusters(samples))

/** A model that answers with the same option whatever its place. */
const reader = (says: LetterOrNone, right: LetterOrNone): Answers => ({
  row: single(),
  letters: abcd,
  right,
  answers: abcd.map((_, shift) => abcd.find(letter => unrotated(abcd, shift, letter) === says) ?? ''),
})
/** A model that always answers with the same letter. */
const stubborn = (letter: LetterOrNone, right: LetterOrNone): Answers => ({
  row: single(),
  letters: abcd,
  right,
  answers: abcd.map(() => letter),
})

test('a model that reads the options shows no bias', () => {
  const samples = [reader('B', 'B'), reader('C', 'C')]
  const [bias] = measureBias(samples)
  expect(bias).toMatchObject({ options: 4, samples: 2, recallSpread: 0 })
  expect(bias?.places.map(({ chosen }) => [chosen.share, chosen.chance])).toEqual(
    abcd.map(() => [0.25, 0.25]),
  )
  expect(bias?.places.map(({ recall }) => recall.share)).toEqual([1, 1, 1, 1])
  const { consistent, given, every, any } = measureConsistency([...samples, reader('A', 'B')])
  expect([consistent, given, every, any].map(({ correct, n }) => [correct, n])).toEqual([
    [3, 3],
    [2, 3],
    [2, 3],
    [2, 3],
  ])
})

test('a model that likes a letter shows it', () => {
  const [bias] = measureBias([stubborn('A', 'A'), stubborn('A', 'D')])
  expect(bias?.places.map(({ chosen }) => chosen.share)).toEqual([1, 0, 0, 0])
  expect(bias?.places.map(({ recall }) => [recall.n, recall.correct])).toEqual([
    [2, 2],
    [2, 0],
    [2, 0],
    [2, 0],
  ])
  // numpy.std([1, 0, 0, 0])
  expect(bias?.recallSpread).toBeCloseTo(0.4330127018922193, 14)
  const { consistent, given, every, any } = measureConsistency([stubborn('A', 'A'), stubborn('A', 'D')])
  expect([consistent, given, every, any].map(({ correct }) => correct)).toEqual([0, 1, 0, 2])
  expect(consistent.chance).toBeCloseTo(1 / 64, 14)
  expect(every.chance).toBeCloseTo(1 / 256, 14)
  expect(any.chance).toBeCloseTo(1 - 0.75 ** 4, 14)
})

test('samples are grouped by their number of options; unanswered ones count as no option', () => {
  const two: Answers = { row: single(), letters: ['A', 'B'], right: 'A', answers: ['', 'B'] }
  const bias = measureBias([stubborn('B', 'B'), two])
  expect(bias.map(({ options, samples }) => [options, samples])).toEqual([
    [2, 1],
    [4, 1],
  ])
  expect(bias[0]?.places.map(({ chosen }) => chosen.n)).toEqual([1, 1])
  expect(measureConsistency([two]).consistent.correct).toBe(0)
  expect(measureConsistency([])).toMatchObject({ consistent: { n: 0, chance: null } })
  expect(measureBias([])).toEqual([])
})

test('probes have names of their own', () => {
  const keys = [
    probeKey({ kind: 'option-order', shift: 1 }),
    probeKey({ kind: 'option-order', shift: 2 }),
    probeKey({ kind: 'blank-image' }),
    probeKey({ kind: 'swapped-image', seed: 1 }),
    probeKey({ kind: 'corruption', corruption: 'blur', strength: 2, seed: 1 }),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})

test('several right options move together; an answer is one of the sets that are not empty', () => {
  const letters = ['A', 'B', 'C']
  expect(unrotated(letters, 1, 'AC')).toBe('AB')
  expect(unrotated(letters, 1, 'AX')).toBe('')
  // The same two options in every order, and always the first two places.
  const steady = { row: single(), letters, right: 'AB', answers: ['AB', 'AC', 'BC'], several: true } as const
  const placed = { row: single(), letters, right: 'AB', answers: ['AB', 'AB', 'AB'], several: true } as const
  const { consistent, every, any } = measureConsistency([steady, placed])
  expect([consistent.correct, every.correct, any.correct]).toEqual([1, 1, 2])
  expect(every.chance).toBeCloseTo((1 / 7) ** 3)
  expect(measureBias([steady])).toEqual([])
})
