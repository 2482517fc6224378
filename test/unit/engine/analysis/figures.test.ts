/** figures.json, line by line as `clustered-statistics.md` gives its form. */
import { expect, test } from 'vitest'
import { golden } from '../../../../packages/statistics/test/golden.ts'
import { accuracyFigures } from '../../../../src/engine/analysis/accuracy-figures.ts'
import {
  accuracyBy,
  accuracyList,
  type Figure,
  figuresJson,
} from '../../../../src/engine/analysis/figures.ts'
import { accuracyShares } from '../../../../src/engine/analysis/report.ts'
import { row } from '../../support/judged-rows.ts'

interface RunCase {
  readonly records: readonly (readonly [cluster: string, task: string, correct: number])[]
  readonly voxels: readonly string[]
  readonly pooledIcc: number
  readonly figures: readonly { readonly slice: { readonly task?: string } }[]
  readonly macro: Readonly<Record<'mean' | 'effectiveN' | 'low' | 'high', number>>
}

const read = (figures: readonly Figure[]): Figure[] => JSON.parse(figuresJson(figures))

const makeRows = ({ records, voxels }: RunCase) =>
  records.map(([image, task, correct], i) =>
    row({
      ...{ id: String(i), image, task, modality: voxels[i]?.split('|')[1] ?? '', parts: '' },
      verdict: correct ? 'correct' : 'wrong',
    }),
  )

const near = (value: number) => expect.closeTo(value, 9)

test('has the figures of six whole runs, and their means over voxels', () => {
  for (const run of golden<RunCase[]>('clustered/runs.json')) {
    const figures = read(accuracyList(accuracyFigures(makeRows(run))))
    const of = (slice: object) =>
      figures.find(one => one.figure === 'accuracy' && JSON.stringify(one.slice) === JSON.stringify(slice))
    for (const { slice, ...numbers } of run.figures)
      expect(of(slice)).toMatchObject({
        ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, near(Number(value))])),
        ...{ unit: 'image', method: 'korn-graubard', icc: near(run.pooledIcc) },
      })
    const { mean, effectiveN, low, high } = run.macro
    expect(figures.find(({ figure }) => figure === 'mean-of-voxels')).toMatchObject({
      ...{ slice: {}, n: run.records.length, share: near(mean), effectiveN: near(effectiveN) },
      ...{ low: near(low), high: near(high), method: 'satterthwaite' },
    })
  }
})

const some = [
  row({ id: '1', verdict: 'correct' }),
  row({ id: '2', verdict: 'wrong', task: 'View Recognition', parts: 'None' }),
  row({ id: '3', verdict: 'failed', modality: 'MRI' }),
]

test('an entry has the fields of the form, in its order, and counts answered questions only', () => {
  const figures = read(accuracyList(accuracyFigures(some)))
  for (const figure of figures)
    expect(Object.keys(figure)).toEqual([
      ...['figure', 'slice', 'n', 'correct', 'clusters', 'unit', 'share', 'low', 'high'],
      ...['designEffect', 'effectiveN', 'method', 'icc'],
      // A mean over slices has no questions of its own to guess.
      ...(figure.figure.startsWith('mean-of')
        ? []
        : ['guessing', 'majority', 'mostFrequent', 'constantLetter', 'constantLetterShare', 'oneAnswer']),
    ])
  expect(figures[0]).toMatchObject({ n: 2, correct: 1, clusters: 1, unit: 'image', share: 0.5 })
  // Raw labels; a missing one as the official summary names it.
  expect(figures.map(({ figure, slice, n }) => [figure, slice, n])).toEqual([
    ['accuracy', {}, 2],
    ['accuracy', { task: 'View Recognition' }, 1],
    ['accuracy', { task: 'Organ Recognition' }, 1],
    ['accuracy', { modality: 'CT' }, 2],
    ['accuracy', { region: 'Brain' }, 1],
    ['accuracy', { region: 'None' }, 1],
    ['accuracy', { dataset: 'Set' }, 2],
    ['accuracy', { task: 'Organ Recognition', modality: 'CT', region: 'Brain' }, 1],
    ['accuracy', { task: 'View Recognition', modality: 'CT', region: 'None' }, 1],
    ['mean-of-tasks', {}, 2],
    ['mean-of-voxels', {}, 2],
  ])
})

test('a slice that is listed twice is written once; a missing value of a field is null', () => {
  const shares = accuracyShares(some)
  const by = (fields: readonly string[]) =>
    accuracyBy(shares, fields, ({ id }, field) => (field === 'sex' ? { 1: 'F', 2: '' }[id] : 'Set'))
  expect(read([...by(['sex']), ...by(['sex']), ...by(['dataset', 'sex'])]).map(({ slice }) => slice)).toEqual(
    [{ sex: 'F' }, { sex: null }, { dataset: 'Set', sex: 'F' }, { dataset: 'Set', sex: null }],
  )
})

test('a part of a run has no means over its tasks or voxels', () => {
  const figures = accuracyList({ ...accuracyFigures(some), macro: null })
  expect(figures.filter(({ figure }) => figure !== 'accuracy')).toEqual([])
})
