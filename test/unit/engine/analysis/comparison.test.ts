import { pearson, signFlip } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import { compareRuns, levelsOfRuns, minRuns } from '../../../../src/engine/analysis/comparison.ts'
import type { Comparable } from '../../../../src/engine/analysis/paired-differences.ts'
import { row } from '../../support/judged-rows.ts'
import { nothingFurther } from '../../support/records.ts'

const verdict = (right: boolean) => ({ verdict: right ? 'correct' : 'wrong' }) as const

/** Ten images with a perception and a diagnosis each: how many of either are right, from the first on. */
const run = (perceptions: number, diagnoses: number, images = 10): Comparable[] =>
  Array.from({ length: images }, (_, i) => [
    row({ id: `p${i}`, image: `${i}.png`, ...verdict(i < perceptions) }),
    row({
      id: `d${i}`,
      image: `${i}.png`,
      task: 'Disease Diagnosis',
      modality: 'MRI',
      ...verdict(i >= images - diagnoses),
    }),
  ]).flat()

test('every run is compared with the first, and unpaired samples are counted', () => {
  const [first, second] = [run(10, 10), run(4, 10, 8)]
  const third = [...run(0, 10).slice(0, -1), row({ id: 'new' }), row({ id: 'p0', verdict: 'failed' })]
  const { againstBaseline } = compareRuns([first, second, third], {}, nothingFurther)
  const [a, b] = againstBaseline
  expect(a).toMatchObject({ onlyBaseline: 4, onlyThis: 0, unanswered: 0 })
  expect(a?.overall).toMatchObject({ n: 16, first: 1, second: 0.75, difference: -0.25 })
  expect(a?.slices.task.map(({ label, n, difference }) => [label, n, difference])).toEqual([
    ['Organ Recognition', 8, -0.5],
    ['Disease Diagnosis', 8, 0],
  ])
  expect(a?.voxels).toHaveLength(2)
  expect(b).toMatchObject({ onlyBaseline: 1, onlyThis: 2, unanswered: 0 })
  const [p, q] = [4, 10].map(n => signFlip(new Array<number>(n).fill(-1)))
  expect(a?.overall.p).toBe(p)
  expect(a?.overall.adjusted).toBe(p)
  expect(b?.overall.adjusted).toBe(2 * (q ?? 0))
})

test('beside the accuracies of a slice stands what needs no image, on the shared questions', () => {
  const answers = (right: readonly string[]) =>
    right.map((text, i) =>
      row({
        id: `${i}`,
        image: `${i}.png`,
        chance: 1 / 2,
        right: text === 'no' ? 'A\tno' : 'B\tyes',
        given: 'A\tno',
      }),
    )
  const baseline = answers(['no', 'no', 'no', 'yes'])
  const [against] = compareRuns(
    [[...baseline, row({ id: 'alone', right: 'A\tmaybe' })], baseline],
    {},
    nothingFurther,
  ).againstBaseline
  const guessed = { n: 4, chance: 1 / 2, majority: 3 / 4 }
  expect(against?.overall).toMatchObject(guessed)
  expect(against?.slices.task).toMatchObject([guessed])
  expect(against?.voxels).toMatchObject([guessed])
  // Rows without right answers have guessing only.
  const [plain] = compareRuns([run(5, 5), run(4, 6)], {}, nothingFurther).againstBaseline
  expect(plain?.slices.task[0]).toMatchObject({ chance: 1 / 4, majority: null })
})

test('a sample that one of two could not answer makes no pair', () => {
  const [against] = compareRuns(
    [
      [row({ id: 'a' }), row({ id: 'b' })],
      [row({ id: 'a', verdict: 'failed' }), row({ id: 'b' })],
    ],
    {},
    nothingFurther,
  ).againstBaseline
  expect(against).toMatchObject({ unanswered: 1, onlyBaseline: 0, overall: { n: 1 } })
})

test('samples of other image files are counted, if both runs have digests', () => {
  const runs = [run(5, 5), run(4, 6)]
  const [first = [], second = []] = runs
  const digests = new Map([
    ...first.map((row, i) => [row, `${i}`] as const),
    // The last two tell nothing, and three of the others differ.
    ...second.slice(0, -2).map((row, i) => [row, i < 3 ? 'other' : `${i}`] as const),
  ])
  expect(
    compareRuns(runs, {}, { ...nothingFurther, imageDigest: row => digests.get(row) }).againstBaseline[0]
      ?.otherImages,
  ).toBe(3)
  expect(compareRuns(runs, {}, nothingFurther).againstBaseline[0]?.otherImages).toBe(0)
})

test('a run as a model: diagnosis, perception and their correlation', () => {
  const [figures] = compareRuns([run(6, 8)], {}, nothingFurther).runs
  expect(figures?.diagnosis).toMatchObject({ n: 10, correct: 8 })
  expect(figures?.perception).toMatchObject({ n: 10, correct: 6 })
  expect(figures?.rates.counts).toEqual({ A: 4, B: 2, C: 0, D: 4 })
  const swapped = compareRuns([run(6, 8)], { highLevelTasks: new Set(['Organ Recognition']) }, nothingFurther)
    .runs[0]
  expect(swapped?.diagnosis).toMatchObject({ correct: 6 })
  const without = compareRuns([run(6, 8)], { ignoredTasks: new Set(['Organ Recognition']) }, nothingFurther)
    .runs[0]
  expect(without?.perception.n).toBe(0)
  expect(without?.levels).toContainEqual({ task: 'Organ Recognition', level: 'ignored', records: 10 })
})

test('a correlation over runs needs enough of them', () => {
  const runs = [run(2, 8), run(4, 5), run(6, 9), run(5, 3)]
  const few = compareRuns(runs.slice(0, minRuns - 1), {}, nothingFurther)
  expect(few.relation).toBeNull()
  expect([few.shared, few.added.size]).toEqual([null, 0])
  const { relation, runs: figures, shared } = compareRuns(runs, {}, nothingFurther)
  expect(relation).toEqual(
    pearson(
      [0.8, 0.5, 0.9, 0.3],
      figures.map(({ rates }) => rates.shortcut.share),
    ),
  )
  expect(shared).toBe(20)
})

test('a run without links is no point of the relation', () => {
  const bare = run(5, 5).filter(({ task }) => task === 'Organ Recognition')
  expect(compareRuns([run(2, 8), run(4, 5), run(6, 9), bare], {}, nothingFurther).relation).toBeNull()
})

test('nothing at all can be compared too', () => {
  expect(compareRuns([], {}, nothingFurther)).toMatchObject({ runs: [], againstBaseline: [], shared: null })
  expect(compareRuns([[], []], {}, nothingFurther).againstBaseline[0]?.overall.n).toBe(0)
})

test('the levels of several runs are those of all their tasks', () => {
  const { runs } = compareRuns([run(1, 1, 3), run(1, 1, 5)], {}, nothingFurther)
  expect(levelsOfRuns(runs)).toEqual([
    { task: 'Organ Recognition', level: 'low', records: 5 },
    { task: 'Disease Diagnosis', level: 'high', records: 5 },
  ])
})
