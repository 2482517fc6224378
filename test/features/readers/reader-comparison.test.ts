/** People and a model on the same samples. */
import { Random } from '@voxelwise/statistics'
import { expect, test } from 'vitest'
import { pairKappa } from '../../../src/features/readers/engine/agreement.ts'
import type { Answerer } from '../../../src/features/readers/engine/condition-comparison.ts'
import {
  conditionDifference,
  modelAgainstReaders,
} from '../../../src/features/readers/engine/multi-reader.ts'
import { type ComparedRow, compareReaders } from '../../../src/features/readers/engine/reader-comparison.ts'
import { marginWords, nonInferiorWords } from '../../../src/features/readers/text/reader-words.ts'

const random = new Random(3)
/** Right answers of two questions on each of 40 images, for four readers and a model. */
const verdicts = [0.9, 0.8, 0.7, 0.85, 0.75].map(share =>
  Array.from({ length: 80 }, () => Number(random.unit() < share)),
)

const makeRows = (right: readonly (number | null)[]): ComparedRow[] =>
  right.map((one, i) => ({
    ...{ id: `q${i}`, index: i, question: 'What?', dataset: 'd', image: `d/${i >> 1}.png` },
    ...{
      task: i % 2 ? 'Diagnosis' : 'Detection',
      modality: 'CT',
      parts: 'Chest',
      kind: 'choice',
      options: 4,
    },
    ...{ chance: 0.25, right: 'A\tyes', given: one === null ? undefined : one ? 'A\tyes' : `B\tno` },
    verdict: one === null ? 'failed' : one ? 'correct' : 'wrong',
  }))

const compared = (
  runs: readonly (readonly ComparedRow[])[],
  answerers: readonly Answerer[],
  secondsByQuestion: (run: number) => ReadonlyMap<number, number> = () => new Map(),
) =>
  compareReaders(
    runs,
    answerers,
    runs.map((_, run) => secondsByQuestion(run)),
  )

const person = (code: string, sitting = 1): Answerer => ({ code, sitting })
const four = [person('R1'), person('R2'), person('R3'), person('R4'), null]

test('agreement on being right equals that of the verdicts, the model is compared over readers and cases', () => {
  const found = compared(verdicts.map(makeRows), four)
  if (!found) throw new Error('not compared')
  expect(found).toMatchObject({ samples: 80, clusters: 40, readers: [0, 1, 2, 3] })
  expect(found.pairs).toHaveLength(10)
  for (const { pair, kappa, samples } of found.pairs) {
    expect(samples).toBe(80)
    expect(kappa).toBe(pairKappa(verdicts[pair[0]] ?? [], verdicts[pair[1]] ?? [], 2))
  }
  const [model] = found.models
  const byImage = (right: readonly number[]) =>
    Array.from({ length: 40 }, (_, g) => (right[2 * g] ?? 0) + (right[2 * g + 1] ?? 0))
  const [own, ...people] = [verdicts[4] ?? [], ...verdicts.slice(0, 4)].map(byImage)
  const total = Array.from({ length: 40 }, () => 2)
  expect(model?.against).toEqual(modelAgainstReaders(total, own ?? [], people))
  expect(found.whole.fleiss.interval).not.toBeNull()
  expect(found.voxels.map(({ task, samples }) => [task, samples])).toEqual([
    ['Detection', 40],
    ['Diagnosis', 40],
  ])
  // Every task has one modality and one region here, so that its agreement is that of its voxel.
  expect(found.tasks).toEqual(found.voxels.map(({ modality: _, parts: __, ...task }) => task))
  const right = (run: number) => (verdicts[run] ?? []).reduce((sum, one) => sum + one, 0)
  expect(model?.place.below).toBe([0, 1, 2, 3].filter(run => right(run) < right(4)).length)
})

test('a second sitting is no other reader: it is compared with the first', () => {
  const answerers = [person('R1', 2), person('R2'), person('R1'), null]
  const found = compared(verdicts.slice(0, 4).map(makeRows), answerers)
  expect(found?.readers).toEqual([1, 2])
  expect(found?.pairs.filter(({ isSameReader }) => isSameReader).map(({ pair }) => pair)).toEqual([[0, 2]])
})

test('a sample that somebody did not answer counts in no pair of his, and in no crossed comparison', () => {
  const gaps = verdicts.map((right, run) => right.map((one, i) => (run === 0 && i < 10 ? null : one)))
  const found = compared(gaps.map(makeRows), four)
  expect(found?.pairs.find(({ pair: [a, b] }) => a === 0 && b === 1)?.samples).toBe(70)
  expect(found?.pairs.find(({ pair: [a, b] }) => a === 1 && b === 2)?.samples).toBe(80)
  expect(found?.models[0]?.shared.samples).toBe(70)
})

test('a task of several modalities has one agreement, and fewer than ten questions have none', () => {
  const runs = verdicts.map(right =>
    makeRows(right).map((row, i) => ({
      ...row,
      modality: i % 4 < 2 ? 'CT' : 'MRI',
      task: i < 9 ? 'Rare' : row.task,
    })),
  )
  const found = compared(runs, four)
  expect(found?.tasks.map(({ task, samples }) => [task, samples])).toEqual([
    ['Diagnosis', 36],
    ['Detection', 35],
  ])
  const detection = verdicts.slice(0, 2).map(right => right.filter((_, i) => i >= 9 && i % 2 === 0))
  const two = compared(runs.slice(0, 2), four.slice(0, 2))?.tasks
  expect(two?.find(({ task }) => task === 'Detection')?.cohen.value).toBe(
    pairKappa(detection[0] ?? [], detection[1] ?? [], 2),
  )
})

test('a margin is that which the studies of all readers state', () => {
  const stated = (...margins: readonly (number | undefined)[]) =>
    compared(verdicts.map(makeRows), [
      ...margins.map(
        (marginPoints, i): Answerer => ({
          ...{ code: `R${i}`, sitting: 1 },
          ...(marginPoints !== undefined && { marginPoints }),
        }),
      ),
      null,
    ])
  const none = stated(undefined, undefined, undefined, undefined)
  expect([none?.marginPoints, none?.models[0]?.isNonInferior]).toEqual([null, null])
  expect(stated(5, 5, 5, 3)?.marginPoints).toBeNull()
  expect(stated(5, 5, 5, undefined)?.marginPoints).toBeNull()
  const low = 100 * (none?.models[0]?.against.low ?? 0)
  expect(low).toBeLessThan(-1)
  const [wide, narrow] = [Math.ceil(-low), Math.floor(-low)].map(points =>
    stated(points, points, points, points),
  )
  expect([wide?.models[0]?.isNonInferior, narrow?.models[0]?.isNonInferior]).toEqual([true, false])
  // Interchangeability goes by the same margin.
  const interval = none?.models[0]?.spread.interval
  const above = Math.ceil(100 * (interval?.high ?? 0)) + 1
  expect(stated(above, above, above, above)?.models[0]?.spread.verdict).toBe('within')
  expect(none?.models[0]?.spread.verdict).toBe('worse')
  expect(marginWords(null)).toBe('The studies state no common margin: it is 5 points here.')
  expect(marginWords(1)).toBe('The stated margin is 1 point.')
  expect(nonInferiorWords(true, 3)).toBe(
    'Not inferior: the lower limit is above the stated margin of −3 points.',
  )
  expect(nonInferiorWords(false, 3)).toMatch(/^Not shown to be non-inferior: /)
})

test('one reader is no comparison; without a model there is agreement only', () => {
  expect(compared([verdicts[0] ?? [], verdicts[4] ?? []].map(makeRows), [person('R1'), null])).toBeNull()
  const found = compared(verdicts.slice(0, 2).map(makeRows), [person('R1'), person('R2')])
  expect(found?.models).toEqual([])
  expect(found?.whole.percent.value).not.toBeNull()
})

test('where all are always right, kappas are not defined, and never 0 or 1', () => {
  const all = Array.from({ length: 80 }, () => 1)
  const found = compared([all, all].map(makeRows), [person('R1'), person('R2')])
  expect(found?.whole).toMatchObject({
    percent: { value: 1 },
    ...{ cohen: { value: null, interval: null }, fleiss: { value: null }, alpha: { value: null } },
  })
})

test('two conditions of the same readers are compared over readers and cases; without two there is nothing', () => {
  const aided = (code: string): Answerer => ({ code, sitting: 1, conditions: 'with help' })
  const [a, b, c, d, e] = verdicts
  const runs = [a, b, c, d, e, a].map(right => makeRows(right ?? []))
  const answerers = [person('R1'), person('R2'), person('R3'), aided('R1'), aided('R2'), aided('R3')]
  const found = compared(runs, answerers)?.conditions
  const byImage = (right: readonly number[] = []) =>
    Array.from({ length: 40 }, (_, g) => (right[2 * g] ?? 0) + (right[2 * g + 1] ?? 0))
  expect(found).toEqual({
    ...{ first: '', second: 'with help', readers: 3, samples: 80 },
    difference: conditionDifference(
      Array.from({ length: 40 }, () => 2),
      [a, b, c].map(byImage),
      [d, e, a].map(byImage),
    ),
    time: null,
  })
  // Each answer takes one second more with help.
  const timed = compared(
    runs,
    answerers,
    run => new Map(runs[run]?.map(({ index }) => [index, 2 + index / 100 + (run < 3 ? 0 : 1)])),
  )
  const time = timed?.conditions?.time
  expect(time).toMatchObject({ pairs: 240, p: 1 / 10_000 })
  expect([time?.first, time?.second]).toEqual([expect.closeTo(2.395, 9), expect.closeTo(3.395, 9)])
  // The readers of the comparison are those without help.
  expect(compared(runs, answerers)?.readers).toEqual([0, 1, 2])
  expect(compared(verdicts.map(makeRows), four)?.conditions).toBeNull()
  const sittings = [person('R1'), person('R2'), person('R1', 2), person('R2', 2)]
  expect(compared(runs.slice(0, 4), sittings)?.conditions).toMatchObject({
    ...{ first: 'sitting 1', second: 'sitting 2', readers: 2 },
    difference: { refused: 'few-readers' },
  })
})
