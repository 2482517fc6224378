/** Copies of a run among compared runs, and tests in which they count once. */

import { expect, test } from 'vitest'
import { compareRuns, minRuns } from '../../../../src/engine/analysis/comparison.ts'
import { copiesAmong, holmOfPairs, standingFor } from '../../../../src/engine/analysis/copies.ts'
import type { Comparable } from '../../../../src/engine/analysis/paired-differences.ts'
import { row } from '../../support/judged-rows.ts'
import { nothingFurther } from '../../support/records.ts'

/** One question on each of `n` images; the right answer is B. Every `wrong`-th answer is A, shifted by `shift`. */
const run = (wrong: number, n = 60, shift = 0): Comparable[] =>
  Array.from({ length: n }, (_, i) => {
    const isWrong = (i + shift) % wrong === 0
    return row({
      id: `${i}`,
      image: `${i}.png`,
      verdict: isWrong ? 'wrong' : 'correct',
      given: isWrong ? 'A\tlung' : 'B\theart',
      right: 'B\theart',
    })
  })

const changed = (rows: readonly Comparable[], at: number, change: Partial<Comparable>) =>
  rows.map((one, i) => (i === at ? { ...one, ...change } : one))

test('runs with equal answers are copies of the first', () => {
  expect(copiesAmong([run(3), run(4), run(3), run(3)])).toEqual([
    { run: 2, of: 0, shared: 60 },
    { run: 3, of: 0, shared: 60 },
  ])
  expect(standingFor(4, copiesAmong([run(3), run(4), run(3), run(3)]))).toEqual([0, 1, 0, 0])
})

test('one other answer makes another run, even if both are wrong', () => {
  expect(copiesAmong([run(3), changed(run(3), 3, { given: 'C\tliver' })])).toEqual([])
  expect(copiesAmong([run(3), changed(run(3), 3, { verdict: 'correct' })])).toEqual([])
  expect(copiesAmong([run(3), changed(run(3), 3, { given: undefined, isUnparsed: true })])).toEqual([])
})

test('the order of the rows, failed questions and unread answers on both sides change nothing', () => {
  expect(copiesAmong([run(3), run(3).toReversed()])).toHaveLength(1)
  expect(copiesAmong([run(3), changed(run(3), 5, { verdict: 'failed', given: undefined })])).toEqual([
    { run: 1, of: 0, shared: 59 },
  ])
  const unread = changed(run(3), 0, { given: undefined, isUnparsed: true })
  expect(copiesAmong([unread, unread])).toHaveLength(1)
})

test('of a part of a run and the whole, the part is the copy, whichever comes first', () => {
  expect(copiesAmong([run(3, 20), run(3)])).toEqual([{ run: 0, of: 1, shared: 20 }])
  // Two of sixty questions in common: nothing follows.
  const others = run(3).map((one, i) => (i < 58 ? { ...one, id: `x${i}` } : one))
  expect(copiesAmong([run(3), others])).toEqual([])
})

test('where the read answers are not known, no run is a copy', () => {
  const without = (given?: string) => run(3).map(one => ({ ...one, given }))
  expect(copiesAmong([without(), without()])).toEqual([])
  // A row keeps neither letter nor text of a long answer.
  expect(copiesAmong([without('\t'), without('\t')])).toEqual([])
  const unread = run(3).map(one => ({ ...one, given: undefined, isUnparsed: true as const }))
  expect(copiesAmong([unread, unread])).toEqual([])
  expect(copiesAmong([[], []])).toEqual([])
})

test('Holm counts pairs of the same two runs once', () => {
  const test = (a: number, b: number, p: number, n = 60) => ({ pair: [a, b] as const, p, n })
  // Run 2 is a copy of run 1: against run 0 there are two different tests, not three.
  const found = holmOfPairs([test(0, 1, 0.02), test(0, 2, 0.02), test(0, 3, 0.04)], [0, 1, 1, 3])
  expect(found).toEqual({ adjusted: [0.04, 0.04, 0.04], distinct: 2 })
  // The direction does not matter, and a run and its copy are no test.
  expect(holmOfPairs([test(0, 1, 0.02), test(2, 0, 0.02), test(1, 2, 1)], [0, 1, 1])).toEqual({
    adjusted: [0.02, 0.02, 1],
    distinct: 1,
  })
})

test('a part of a copied run keeps its own p if that is larger, and cannot gain by the whole', () => {
  const test = (b: number, p: number, n: number) => ({ pair: [0, b] as const, p, n })
  expect(holmOfPairs([test(1, 0.01, 60), test(2, 0.3, 20), test(3, 0.5, 60)], [0, 1, 1, 3]).adjusted).toEqual(
    [0.02, 0.3, 0.5],
  )
  expect(holmOfPairs([test(1, 0.2, 60), test(2, 0.01, 20)], [0, 1, 1]).adjusted).toEqual([0.2, 0.2])
})

test('a copy changes neither the adjusted p of other runs, nor the groups, nor the correlations', () => {
  const runs = [run(3), run(4, 60, 1), run(5, 60, 2), run(7, 60, 3)]
  const alone = compareRuns(runs, {}, nothingFurther)
  const withCopies = compareRuns([...runs, run(4, 60, 1), run(3)], {}, nothingFurther)
  expect(withCopies.copies.map(({ run, of }) => [run, of])).toEqual([
    [4, 1],
    [5, 0],
  ])
  const adjusted = ({ againstBaseline }: typeof alone) =>
    againstBaseline.map(({ overall }) => overall.adjusted)
  expect(adjusted(withCopies)).toEqual([...adjusted(alone), adjusted(alone)[0], 1])
  expect(alone.copies).toEqual([])
  expect(withCopies.ties?.pairs).toBe(alone.ties?.pairs)
  expect(withCopies.ties?.letters).toEqual([
    ...(alone.ties?.letters ?? []),
    alone.ties?.letters[1],
    alone.ties?.letters[0],
  ])
  expect(withCopies.relation).toEqual(alone.relation)
  expect(withCopies.shared).toBe(alone.shared)
})

test('copies do not make enough runs for groups and correlations', () => {
  const few = compareRuns(
    [run(3), run(4), ...Array.from({ length: minRuns }, () => run(3))],
    {},
    nothingFurther,
  )
  expect(few.ties).toBeNull()
  expect(few.shared).toBeNull()
  expect(few.relation).toBeNull()
})
