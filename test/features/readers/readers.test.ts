import { normal975, studentQuantile } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import { clusteredPercentiles } from '../../../src/features/readers/engine/agreement-interval.ts'
import { percentSums } from '../../../src/features/readers/engine/agreement-sums.ts'
import { krippendorffsAlpha } from '../../../src/features/readers/engine/krippendorff.ts'
import {
  conditionDifference,
  modelAgainstReaders,
} from '../../../src/features/readers/engine/multi-reader.ts'
import { isNonInferior } from '../../../src/features/readers/engine/random-readers.ts'
import { recomputedCases } from '../../../src/features/readers/engine/recomputed-cases.ts'
import {
  consensus,
  kappaBesideReaders,
  leaveOneOut,
  placeAmong,
  sharedRight,
  spreadVerdict,
} from '../../../src/features/readers/engine/spread.ts'

test('alpha of the worked example with gaps in Krippendorff (2011)', () => {
  const gap = null
  const ratings = [
    [gap, gap, gap, gap, gap, 3, 4, 1, 2, 1, 1, 3, 3, gap, 3],
    [1, gap, 2, 1, 3, 3, 4, 3, gap, gap, gap, gap, gap, gap, gap],
    [gap, gap, 2, 1, 3, 4, 4, gap, 2, 1, 1, 3, 3, gap, 4],
  ]
  expect(krippendorffsAlpha(ratings, 'nominal')).toBeCloseTo(0.691358, 6)
  expect(krippendorffsAlpha(ratings, 'interval')).toBeCloseTo(0.810845, 6)
})

const total = [2, 3, 1, 4, 2]
const model = [1, 3, 0, 2, 2]
const readers = [
  [2, 2, 0, 3, 1],
  [1, 3, 1, 1, 0],
  [1, 1, 0, 2, 2],
]

test('two readers are no sample of readers: an effect is given, and no inference', () => {
  const found = modelAgainstReaders(total, model, readers.slice(0, 2))
  expect(found).toMatchObject({ refused: 'few-readers', se: null, p: null, low: null })
  expect(found.effect).toBeCloseTo(1 / 12, 12)
  expect(conditionDifference(total, readers.slice(0, 2), readers.slice(1))).toMatchObject({
    p: null,
    df: null,
  })
  expect(modelAgainstReaders(total, model, readers).refused).toBeNull()
})

test('one cluster tells nothing of other cases', () => {
  const one = modelAgainstReaders([12], [8], [[7], [6], [9]])
  expect(one).toMatchObject({ refused: 'one-cluster', cov2: null, p: null })
  expect(one.effect).toBeCloseTo(2 / 36, 12)
})

test('the order of readers and of clusters changes nothing', () => {
  const there = modelAgainstReaders(total, model, readers)
  const back = (row: readonly number[]) => row.toReversed()
  const again = modelAgainstReaders(back(total), back(model), readers.toReversed().map(back))
  for (const field of ['effect', 'se', 'df', 'p', 'low'] as const)
    expect(again[field]).toBeCloseTo(there[field] as number, 12)
})

test('non-inferiority goes by the lower limit and the stated margin', () => {
  const effect = modelAgainstReaders(total, model, readers)
  const low = effect.low as number
  expect([isNonInferior(effect, -low + 0.001), isNonInferior(effect, -low - 0.001)]).toEqual([true, false])
  expect(isNonInferior(modelAgainstReaders(total, model, []), 0.05)).toBeNull()
})

test("Student's t of very many degrees of freedom is the normal quantile, without a step", () => {
  expect(studentQuantile(Number.POSITIVE_INFINITY)).toBe(normal975)
  expect(studentQuantile(1e5)).toBeCloseTo(studentQuantile(1e5 + 1), 9)
  expect(studentQuantile(1e12)).toBeCloseTo(normal975, 11)
})

const clusterBySample = Array.from({ length: 60 }, (_, sample) => Math.floor(sample / 3))
/** Equal but for each tenth answer, which readers miss at different places. */
const answers = (off: number) => clusterBySample.map((_, sample) => (sample % 10 === off ? 1 : sample % 2))

test('an interval of agreement draws clusters, needs 20 of them and repeats', () => {
  const ratings = [answers(2), answers(4)]
  const percent = percentSums(2)
  const interval = clusteredPercentiles(ratings, clusterBySample, percent)
  expect(interval).toEqual(clusteredPercentiles(ratings, clusterBySample, percent))
  expect(interval?.low).toBeLessThan(0.8)
  expect(interval?.high).toBeGreaterThanOrEqual(0.8)
  expect(
    clusteredPercentiles(
      ratings,
      clusterBySample.map(g => g % 19),
      percent,
    ),
  ).toBeNull()
})

test('a model that answers like the readers is within their spread; one that never does is not', () => {
  const people = [answers(2), answers(4), answers(6)]
  expect(spreadVerdict(people, answers(8), clusterBySample, 0.25).verdict).toBe('within')
  expect(spreadVerdict(people, people[0]?.map(x => 1 - x) ?? [], clusterBySample, 0.05).verdict).toBe('worse')
  expect(
    spreadVerdict(
      people,
      answers(8),
      clusterBySample.map(() => 0),
      0.05,
    ).verdict,
  ).toBe('open')
})

test('a consensus is the answer of more than half of those who answered', () => {
  expect(
    consensus([
      ['A', 'A', null, null],
      ['A', 'B', 'C', null],
      ['B', null, null, null],
    ]),
  ).toEqual(['A', null, 'C', null])
})

test('a place counts the samples that both answered', () => {
  const right = [1, 1, 1, null]
  expect(
    placeAmong(
      [
        [1, 1, 0, 1],
        [1, null, null, 0],
        [1, 1, 1, 1],
      ],
      [1, 0, 1, 1],
      right,
    ),
  ).toEqual({
    ...{ below: 0, equal: 2, above: 1 },
  })
})

test('who had a sample right, of those that everybody answered', () => {
  const key = ['A', 'A', 'A', 'A', 'A']
  const people = [
    ['A', 'B', 'A', 'B', null],
    ['A', 'B', 'A', 'C', 'A'],
  ]
  expect(sharedRight(people, ['A', 'A', 'B', 'B', 'A'], key)).toEqual({
    ...{ samples: 4, noReader: 2, allReaders: 2, modelAlone: 1, readersAlone: 1, agreedAgainstKey: 1 },
  })
})

test('nobody is compared with a consensus that includes himself', () => {
  const people = [
    [0, 1, 0, 1],
    [0, 1, 1, 1],
    [0, 1, 0, 0],
  ]
  const { readers: own, model } = leaveOneOut(people, [0, 1, 0, 1], 2)
  expect(own.map(kappa => kappa?.toFixed(12))).toEqual(['1.000000000000', '0.400000000000', '0.400000000000'])
  expect(model).toBe(1)
  expect(kappaBesideReaders(people, [0, 1, 0, 1], 2).model).toBeCloseTo((1 + 0.5 + 0.5) / 3, 12)
})

test('a case with missing answers, two readers and no figures yet gets every figure of its form', () => {
  const [spread, agreement, few] = recomputedCases([
    {
      readers: [
        [1, null, 2],
        [1, 2, 2],
      ],
      model: [1, 2, null],
      right: [1, 2, 3],
    },
    {
      name: 'x',
      ratings: [
        [0, null],
        [0, 1],
      ],
    },
    {
      total: [1, 1],
      model: [1, 0],
      readers: [
        [1, 1],
        [0, 0],
      ],
    },
  ])
  expect(spread).toMatchObject({
    readerReader: 0,
    readerModel: 0,
    consensus: [1, 2, 2],
    consensusCorrect: 2,
    below: 0,
    equal: 2,
  })
  expect(agreement).toMatchObject({
    name: 'x',
    pairs: [[0, 1]],
    percent: [1],
    cohen: [null],
    fleiss: null,
    fleissItems: 1,
  })
  expect(few?.modelAgainstReaders).toMatchObject({
    effect: 0,
    se: null,
    df: null,
    p: null,
    low: null,
    high: null,
  })
  expect(few?.aidedAgainstUnaided).toBeNull()
})

test.each([
  [{}, '[0] should be a case with "ratings", "total", "right".'],
  [{ ratings: [[0], [0, 1]] }, '[0].ratings[1] should be a list of 1, like the first.'],
  [
    { ratings: [[3]], categories: 2 },
    '[0].categories should be a number of categories above the highest rating (3).',
  ],
  [
    { total: [1], model: [2], readers: [] },
    '[0].model should be right answers of 1 clusters, none above its total.',
  ],
])('a case of no form is refused, naming the field: %j', (given, message) => {
  expect(() => recomputedCases([given])).toThrow(message)
})
