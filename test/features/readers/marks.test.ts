/** Labels of errors and ratings of reasons: stored as tags, counted per voxel, compared between people, and as CSV. */
import { cohensKappa } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import type { Remarks } from '../../../src/engine/protocol/remarks.ts'
import type { Tags } from '../../../src/engine/protocol/tags.ts'
import { marksCsv, marksInCsv } from '../../../src/features/readers/data/marks-csv.ts'
import { pairKappaSums } from '../../../src/features/readers/engine/agreement-sums.ts'
import { type MarkedRow, markFigures } from '../../../src/features/readers/engine/marks/mark-figures.ts'
import { hasReasons, markQueue } from '../../../src/features/readers/engine/marks/mark-queue.ts'
import { errorKinds, ownKinds, reasonScale } from '../../../src/features/readers/engine/marks/mark-set.ts'
import {
  isMarkTag,
  type Mark,
  markGiven,
  marksIn,
  noMark,
  pressedMark,
  withMark,
} from '../../../src/features/readers/engine/marks/marks.ts'
import { isRating, pressedRating, ratingIn } from '../../../src/features/readers/engine/rated-answer.ts'
import { ratedId } from '../../../src/features/readers/engine/rated-id.ts'
import { labelNamesIn } from '../../../src/features/readers/ui/marks/use-mark-sets.ts'

const sets = [errorKinds, reasonScale]
const nothing = { tags: {}, remarks: [] }
const then = '2026-01-02T03:04:05.678Z'
const now = '2026-02-03T04:05:06.789Z'

const rowAt = (index: number): MarkedRow => ({
  ...{ index, id: `q${index}`, dataset: 'd', image: `i${index}.png`, chance: null },
  ...{ task: index % 2 === 0 ? 'View' : 'Diagnosis', modality: 'CT', parts: 'Chest' },
  ...{ verdict: 'wrong', kind: 'choice', options: 4 },
})
const rows = Array.from({ length: 40 }, (_, index) => rowAt(index))

/** @param points of each sample, from 1; null where none was given */
const rated = (tags: Tags, by: string, points: readonly (number | null)[]): Tags =>
  points.reduce(
    (all: Tags, point, index) =>
      point === null
        ? all
        : withMark(all, reasonScale, by, index, { main: `reasons ${point} of 4`, besides: [] }),
    tags,
  )

test('the first label is the main one, further ones stand beside it, and a second press takes one away', () => {
  const press = (...names: readonly string[]) =>
    names.reduce((mark: Mark, name) => pressedMark(errorKinds, mark, name), noMark)
  expect(press('wrong inference')).toEqual({ main: 'wrong inference', besides: [] })
  expect(press('wrong inference', 'contradiction')).toEqual({
    main: 'wrong inference',
    besides: ['contradiction'],
  })
  expect(press('wrong inference', 'contradiction', 'wrong inference')).toEqual({
    main: 'contradiction',
    besides: [],
  })
  expect(press('wrong inference', 'wrong inference')).toEqual(noMark)
})

test('a point of a scale is replaced, and keeps what stands beside it', () => {
  const press = (...names: readonly string[]) =>
    names.reduce((mark: Mark, name) => pressedMark(reasonScale, mark, name), noMark)
  expect(press('unsupported statement', 'reasons 2 of 4', 'reasons 3 of 4')).toEqual({
    main: 'reasons 3 of 4',
    besides: ['unsupported statement'],
  })
})

test('marks are tags of the run, by person; other tags stay', () => {
  const tags = withMark({ mine: [3] }, errorKinds, 'R1', 3, {
    main: 'wrong inference',
    besides: ['contradiction'],
  })
  expect(tags).toEqual({ mine: [3], 'R1: wrong inference': [3], 'R1: also contradiction': [3] })
  const both = withMark(tags, errorKinds, 'Dr: X', 3, { main: 'finding invented', besides: [] })
  const marks = marksIn(both, errorKinds)
  expect([...marks.keys()]).toEqual(['R1', 'Dr: X'])
  expect(markGiven(marks, 'R1', 3)).toEqual({ main: 'wrong inference', besides: ['contradiction'] })
  expect(markGiven(marks, 'R1', 4)).toEqual(noMark)
  expect(withMark(tags, errorKinds, 'R1', 3, noMark)).toEqual({ mine: [3] })
})

test('kappa of a scale has quadratic weights, and alpha is ordinal', () => {
  const first = rows.map(({ index }) => 1 + (index % 4))
  const second = rows.map(({ index }) => Math.min(4, 1 + (index % 4) + (index % 3 === 0 ? 1 : 0)))
  const tags = rated(rated({}, 'A', first), 'B', second)
  const figures = markFigures(reasonScale, marksIn(tags, reasonScale), rows)
  const [pair] = figures.pairs
  expect(pair?.kappa.value).toBeCloseTo(
    cohensKappa(first, second, [1, 2, 3, 4], 'quadratic') ?? Number.NaN,
    12,
  )
  expect(pair?.kappa.interval?.low).toBeLessThan(pair?.kappa.value ?? 0)
  expect(figures.people.map(({ by, n, mean }) => [by, n, mean])).toEqual([
    ['A', 40, 2.5],
    ['B', 40, second.reduce((sum, one) => sum + one, 0) / 40],
  ])
  expect(figures.alpha).toBeGreaterThan(0.8)
  expect(figures.differing.length).toBe(first.filter((one, at) => one !== second[at]).length)
})

test('sums give the kappa of the answers themselves', () => {
  const first = [0, 1, 2, 3, 0, 1, 2, 3, null, 2]
  const second = [0, 2, 2, 3, 1, 1, 0, 3, 1, null]
  for (const weights of ['none', 'linear', 'quadratic'] as const) {
    const { addends, figure } = pairKappaSums(4, weights)
    const sums = new Float64Array(16)
    for (const [at, one] of first.entries())
      for (const [cell, add] of addends([one, second[at] ?? null]).entries())
        sums[cell] = (sums[cell] ?? 0) + add
    expect(figure(sums)).toBeCloseTo(
      cohensKappa(first.slice(0, 8) as number[], second.slice(0, 8) as number[], [0, 1, 2, 3], weights) ?? 0,
      12,
    )
  }
})

test('labels are counted in all and per voxel; what was decided together no longer differs', () => {
  let tags: Tags = {}
  for (const index of [0, 1, 2])
    tags = withMark(tags, errorKinds, 'A', index, { main: 'finding overlooked', besides: ['contradiction'] })
  tags = withMark(tags, errorKinds, 'B', 0, { main: 'wrong inference', besides: [] })
  tags = withMark(tags, errorKinds, 'B', 1, { main: 'finding overlooked', besides: [] })
  const figures = markFigures(errorKinds, marksIn(tags, errorKinds), rows)
  expect(figures.voxels.map(({ task, by, n, counts }) => [task, by, n, counts])).toEqual([
    ['View', 'A', 2, [{ name: 'finding overlooked', n: 2 }]],
    ['Diagnosis', 'A', 1, [{ name: 'finding overlooked', n: 1 }]],
    ['View', 'B', 1, [{ name: 'wrong inference', n: 1 }]],
    ['Diagnosis', 'B', 1, [{ name: 'finding overlooked', n: 1 }]],
  ])
  const overlooked = figures.names.find(({ by, name }) => by === 'A' && name === 'finding overlooked')
  expect(overlooked?.main).toMatchObject({ n: 3, correct: 3, share: 1 })
  expect(figures.names.find(({ by, name }) => by === 'A' && name === 'contradiction')?.beside.correct).toBe(3)
  expect(figures.differing).toEqual([0])
  const agreed = withMark(tags, errorKinds, 'agreed', 0, { main: 'wrong inference', besides: [] })
  const decided = markFigures(errorKinds, marksIn(agreed, errorKinds), rows)
  expect(decided.differing).toEqual([])
  expect(decided.pairs.map(({ first, second }) => [first, second])).toEqual([['A', 'B']])
})

test('everybody is asked about the same drawn answers, each in another order', () => {
  const answers = rows.map(({ index }) => ({ run: index % 2, index }))
  const of = (by: string) => markQueue(answers, { most: 10, seed: 1, by })
  const key = ({ run, index }: { run: number; index: number }) => `${run} ${index}`
  expect(of('A')).not.toEqual(of('B'))
  expect(of('A').map(key).sort()).toEqual(of('B').map(key).sort())
  expect(of('A')).toEqual(of('A'))
})

test('five words are reasons', () => {
  expect(hasReasons('A')).toBe(false)
  expect(hasReasons('B. The lesion is hyperdense')).toBe(true)
  expect(hasReasons(null)).toBe(false)
})

test('own labels: a name in each line, once; "also" before a name is dropped', () => {
  expect(labelNamesIn(' too vague \n\nalso hedging\ntoo vague')).toEqual(['too vague', 'hedging'])
  expect(ownKinds(['x', 'y']).names.map(({ key }) => key)).toEqual(['A', 'B'])
})

test('a file of labels comes back as it was saved', async () => {
  const tags = withMark(rated({}, 'A', [1, null, 3]), errorKinds, '=B', 2, {
    main: 'wrong inference',
    besides: ['contradiction'],
  })
  const remarks: Remarks = [
    { index: 0, by: 'A', set: 'reasons-1', at: then },
    { index: 2, by: '=B', set: 'errors-1', at: then, note: 'left and right, "swapped"' },
    { index: 2, by: 'A', set: 'reasons-1', at: then },
  ]
  const text = marksCsv('run-1', { tags, remarks }, sets, rows)
  const read = await marksInCsv(new File([text], 'labels.csv'), { run: 'run-1', sets, rows })
  const added = read.addedTo(nothing, now)
  expect({
    ...added,
    remarks: [...added.remarks].sort((a, b) => a.index - b.index || (a.by < b.by ? -1 : 1)),
  }).toEqual({ tags, added: 3, remarks })
  expect(read.addedTo({ tags, remarks }, now)).toEqual({ tags, added: 0, remarks })
})

test('ratings made elsewhere: a point as its number', async () => {
  const read = await marksInCsv(
    new File(['id,by,set,label\nq0,R9,reasons-1,3\nq1,R9,reasons-1,U\n'], 'r.csv'),
    {
      ...{ run: 'run-1', sets, rows },
    },
  )
  const found = read.addedTo(nothing, now)
  expect(found.remarks.map(({ index, at }) => [index, at])).toEqual([
    [0, now],
    [1, now],
  ])
  expect(found.tags).toEqual({ 'R9: reasons 3 of 4': [0], 'R9: also unsupported statement': [1] })
})

test.each([
  ['id,by,label\nq99,A,contradiction\n', 'the run has no question "q99"'],
  ['id,by,label\nq1,A,nonsense\n', 'no set of labels has "nonsense"'],
  ['id,by,label\nq1,A,contradiction\nq1,A,wrong inference\n', 'two main labels'],
  ['run,id,by,label\nother,q1,A,contradiction\n', 'of the run "other"'],
  ['id,label\nq1,contradiction\n', 'no column "by"'],
  ['id,by,label,at\nq1,A,contradiction,yesterday\n', '"at" is a time'],
])('a file that cannot be right is refused by its row: %j', async (text, why) => {
  const reading = marksInCsv(new File([text], 'labels.csv'), { run: 'run-1', sets, rows })
  await expect(reading).rejects.toThrow(why)
})

test('a file that says other than what is stored is refused', async () => {
  const stored = withMark({}, errorKinds, 'A', 1, { main: 'wrong inference', besides: [] })
  const read = await marksInCsv(new File(['id,by,label\nq1,A,contradiction\n'], 'labels.csv'), {
    ...{ run: 'run-1', sets, rows },
  })
  expect(() => read.addedTo({ tags: stored, remarks: [] }, now)).toThrow(
    '"A" has already labelled this answer: wrong inference',
  )
})

test('a tag of a set is one by a person; other tags are no labels', () => {
  expect(isMarkTag('R1: wrong inference', errorKinds)).toBe(true)
  expect(isMarkTag('R1: also contradiction', errorKinds)).toBe(true)
  expect(isMarkTag('wrong inference', errorKinds)).toBe(false)
  expect(isMarkTag('R1: reasons 3 of 4', errorKinds)).toBe(false)
})

test('a rating is a point with what stands beside it, by keys', () => {
  expect(['3', '3U', 'U', '5', '3X', ''].map(isRating)).toEqual([true, true, false, false, false, false])
  const pressed = (...names: readonly string[]) => names.reduce(pressedRating, '')
  expect(pressed('unsupported statement')).toBe('U')
  expect(pressed('unsupported statement', 'reasons 2 of 4', 'reasons 3 of 4')).toBe('3U')
  expect(pressed('reasons 3 of 4', 'reasons 3 of 4')).toBe('')
  expect(ratingIn('4U')).toEqual({ main: 'reasons 4 of 4', besides: ['unsupported statement'] })
})

test('a reply in a study is found by who has its run, and by nobody else', async () => {
  expect(await ratedId('run-1', 7)).toBe(await ratedId('run-1', 7))
  const ids = [await ratedId('run-1', 7), await ratedId('run-1', 8), await ratedId('run-2', 7)]
  expect(new Set(ids).size).toBe(3)
})
