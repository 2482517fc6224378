import { expect, test } from 'vitest'
import { rubricAgreement, rubricFigures } from '../../../../src/engine/analysis/rubric-figures.ts'
import { readRatings } from '../../../../src/engine/protocol/rubrics/read-ratings.ts'
import { rubricNamed } from '../../../../src/engine/protocol/rubrics/rubric.ts'

const medqRubric = rubricNamed('medq-bench')

const makeRatings = (rating: number) =>
  Object.fromEntries(medqRubric.dimensions.map(({ id }) => [id, rating] as const))

const judged = (id: string, rating: number | null) => {
  const reply = rating === null ? 'I cannot say.' : JSON.stringify(makeRatings(rating))
  return { id, reply, read: readRatings(medqRubric, reply) }
}

test('means over items, unreadable replies, the judge’s own spread, and the source of the figure', () => {
  const replies = [judged('a', 2), judged('a', 1), judged('b', 0), judged('c', null)]
  expect(rubricFigures(medqRubric, 'tiny', replies)).toEqual({
    name: 'MedQ-Bench’s rubric, judged by tiny',
    items: 3,
    replies: 4,
    unparsed: 1,
    // 75 of the repeated item, 0 of the other.
    overall: 37.5,
    dimensions: makeRatings(0.75),
    spread: Math.sqrt(2 * 25 ** 2),
  })
})

test('a judge with unreadable replies has no figure', () => {
  expect(rubricFigures(medqRubric, 'tiny', [judged('a', null)])).toMatchObject({
    overall: null,
    spread: null,
    unparsed: 1,
  })
})

test('agreement with people, by dimension, over the items that both rated', () => {
  const replies = ['a', 'b', 'c', 'd'].map((id, i) => judged(id, [0, 1, 2, 2][i] ?? 0))
  const people = new Map([
    ['a', makeRatings(0)],
    ['b', makeRatings(1)],
    ['c', makeRatings(2)],
    ['d', makeRatings(1)],
    ['z', makeRatings(2)],
  ])
  const [first] = rubricAgreement(medqRubric, replies, people)
  // sklearn.metrics.cohen_kappa_score([0,1,2,2], [0,1,2,1]), quadratic: 0.8; scipy.stats.spearmanr: 0.8333
  expect(first).toMatchObject({ dimension: 'completeness', n: 4 })
  expect(first?.kappa).toBeCloseTo(0.6363636)
  expect(first?.quadraticKappa).toBeCloseTo(0.8)
  expect(first?.spearman).toBeCloseTo(0.8333333)
})
