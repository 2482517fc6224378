import { expect, test } from 'vitest'
import { type Judged, metricsSummary, Tally } from '../../../../src/engine/protocol/metrics.ts'
import { Random } from '../../support/random.ts'

const judged = (fields: Judged['fields'], correct: boolean): Judged => ({ fields, correct })

test('groups are keyed as Python writes the labels', () => {
  const summary = metricsSummary([
    judged({ task: 'a', modality: null, parts: 1, dataset: 'x' }, true),
    judged({ task: 'a', modality: 'None', parts: { $number: '1.0' } }, false),
  ])
  expect(summary.global).toEqual({ n: 2, correct: 1, acc: 0.5 })
  expect(summary.slice_results.by_modality).toEqual({ 'modality=None': { n: 2, correct: 1, acc: 0.5 } })
  expect(Object.keys(summary.slice_results.by_dataset)).toEqual(['dataset=x', 'dataset=None'])
  expect(Object.keys(summary.voxel_results.by_task_modality_parts)).toEqual([
    'task=a|modality=None|parts=1',
    'task=a|modality=None|parts=1.0',
  ])
})

test('labels that make one key fall together in the official figures, not in the voxels', () => {
  const tally = Tally.of([
    judged({ task: 'a|modality=b', modality: 'c', parts: 'd' }, true),
    judged({ task: 'a', modality: 'b|modality=c', parts: 'd' }, false),
  ])
  expect(tally.voxels()).toHaveLength(2)
  expect(tally.summary().voxel_results.by_task_modality_parts).toEqual({
    'task=a|modality=b|modality=c|parts=d': { n: 2, correct: 1, acc: 0.5 },
  })
})

test('nothing asked is 0', () => {
  expect(metricsSummary([]).global).toEqual({ n: 0, correct: 0, acc: 0 })
})

test('every slice of 100,000 answers adds up to the whole', () => {
  const random = new Random(3)
  const label = (name: string, count: number) => `${name} ${random.below(count)}`
  const items = Array.from({ length: 100_000 }, () =>
    judged(
      {
        task: label('task', 9),
        modality: label('modality', 5),
        parts: label('parts', 30),
        dataset: label('set', 36),
      },
      random.below(2) === 0,
    ),
  )
  const summary = metricsSummary(items)
  const groups = [...Object.values(summary.slice_results), ...Object.values(summary.voxel_results)]
  for (const group of groups) {
    const sum = Object.values(group).reduce((total, { correct }) => total + correct, 0)
    expect(sum).toBe(summary.global.correct)
  }
})
