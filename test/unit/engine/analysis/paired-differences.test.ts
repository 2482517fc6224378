import { holm, signFlip } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import { Clusters } from '../../../../src/engine/analysis/clusters.ts'
import {
  changedVerdicts,
  compareSlices,
  compareVoxels,
  matchRuns,
  PairedAnswers,
  PairedRuns,
} from '../../../../src/engine/analysis/paired-differences.ts'
import { row } from '../../support/judged-rows.ts'

test('samples match by id, question and image, whatever the order', () => {
  const first = [row({ id: 'a' }), row({ id: 'b' }), row({ id: 'c' })]
  const second = [row({ id: 'c' }), row({ id: 'a' }), row({ id: 'a', question: 'Which side?' })]
  expect(matchRuns([first, second])).toEqual([
    [first[0], second[1]],
    [first[2], second[0]],
  ])
  expect(new PairedRuns(first, second)).toMatchObject({ shared: 2, onlyFirst: 1, onlySecond: 1 })
})

test('the same sample twice matches in order of occurrence', () => {
  const first = [row({ verdict: 'correct' }), row({ verdict: 'wrong' })]
  const second = [row({ verdict: 'wrong' }), row({ verdict: 'correct' }), row({})]
  const matched = matchRuns([first, second])
  expect(matched.map(rows => rows.map(({ verdict }) => verdict))).toEqual([
    ['correct', 'wrong'],
    ['wrong', 'correct'],
  ])
  expect(new PairedRuns(first, second)).toMatchObject({ shared: 2, onlyFirst: 0, onlySecond: 1 })
})

test('a folder may have another name in another run; an exact match comes first', () => {
  const first = [row({ image: 'data/x/1.png' }), row({ image: 'data/y/1.png' }), row({ image: null })]
  const second = [row({ image: null }), row({ image: 'elsewhere/x/1.png' }), row({ image: 'data/y/1.png' })]
  const matched = matchRuns([first, second])
  expect(matched.map(([, partner]) => partner?.image)).toEqual(['elsewhere/x/1.png', 'data/y/1.png', null])
})

test('only samples that every run has are compared', () => {
  const run = (...ids: string[]) => ids.map(id => row({ id }))
  const matched = matchRuns([run('a', 'b', 'c'), run('b', 'c', 'd'), run('c', 'b')])
  expect(matched.map(rows => rows.map(({ id }) => id))).toEqual([
    ['b', 'b', 'b'],
    ['c', 'c', 'c'],
  ])
  expect(new PairedRuns(run('b', 'c', 'd'), run('c', 'b'))).toMatchObject({ onlyFirst: 1, onlySecond: 0 })
  expect(matchRuns([run('a')])).toHaveLength(1)
  expect(matchRuns([])).toEqual([])
})

/** Pairs of one run, with clusters of the first rows. */
const pairAnswers = (pairs: readonly (readonly [Row, Row])[]) =>
  new PairedAnswers(pairs, new Clusters(pairs.map(([first]) => first)))
type Row = ReturnType<typeof row>

const right = { verdict: 'correct' } as const
const wrong = { verdict: 'wrong' } as const

test('a comparison has its table, difference, interval and p-value', () => {
  const single = (part: object) => row({ ...part, image: null })
  const pairs = [
    [single(right), row(wrong)],
    [single(right), row(right)],
    [single(wrong), row(right)],
    [single(wrong), row(right)],
    [single(wrong), row(wrong)],
  ] as const
  const table = { bothRight: 1, onlyFirst: 1, onlySecond: 2, bothWrong: 1 }
  const compared = pairAnswers(pairs).overall()
  expect(compared).toMatchObject({ n: 5, clusters: 5, table, first: 0.4, second: 0.6, difference: 0.2 })
  expect(compared.p).toBeCloseTo(1, 12)
  expect(changedVerdicts(pairs).map(({ change }) => change)).toEqual(['lost', 'gained', 'gained'])
  expect(pairAnswers([]).overall()).toMatchObject({ n: 0, first: 0, second: 0, low: -1, high: 1, p: 1 })
})

test('rows are paired if both runs have an answer; failed records are none', () => {
  const first = [row({ id: 'a' }), row({ id: 'b' }), row({ id: 'c' }), row({ id: 'd', verdict: 'failed' })]
  const second = [row({ id: 'd' }), row({ id: 'c' }), row({ id: 'b', verdict: 'failed' }), row({ id: 'e' })]
  const pairs = new PairedRuns(first, second)
  expect([...pairs]).toEqual([[first[2], second[1]]])
  // They can be gone through again.
  expect([...pairs]).toHaveLength(1)
  expect(pairs).toMatchObject({ shared: 3, onlyFirst: 1, onlySecond: 1 })
  expect([...new PairedRuns([], second)]).toEqual([])
})

test('p-values are adjusted for all the slices of an axis, and for all voxels', () => {
  const lost = (n: number, part: Parameters<typeof row>[0]) =>
    Array.from(
      { length: n },
      () => [row({ ...part, ...right, image: null }), row({ ...part, ...wrong })] as const,
    )
  const pairs = [
    ...lost(8, { modality: 'CT' }),
    ...lost(6, { modality: 'MRI' }),
    ...lost(2, { modality: 'MRI', parts: 'Chest' }),
  ]
  const p = (n: number) => signFlip(new Array<number>(n).fill(-1))
  const answers = pairAnswers(pairs)
  const slices = compareSlices(answers, ({ modality }) => modality)
  expect(slices.map(({ label, n, p }) => [label, n, p])).toEqual([
    ['CT', 8, p(8)],
    ['MRI', 8, p(8)],
  ])
  expect(slices.map(({ adjusted }) => adjusted)).toEqual(holm([p(8), p(8)]))
  const voxels = compareVoxels(answers)
  expect(voxels.map(({ modality, parts }) => `${modality} ${parts}`)).toEqual([
    'CT Brain',
    'MRI Brain',
    'MRI Chest',
  ])
  expect(voxels.map(({ adjusted }) => adjusted)).toEqual(holm([p(8), p(6), p(2)]))
})
