import { expect, test } from 'vitest'
import { compareRuns } from '../../../src/engine/analysis/comparison.ts'
import { correlatedLabels } from '../../../src/engine/analysis/correlated-labels.ts'
import { islandsBy, publishedIsland } from '../../../src/features/islands/engine/island.ts'
import { islandsPart } from '../../../src/features/islands/worker/islands-part.ts'
import { row } from '../../unit/support/judged-rows.ts'
import { nothingFurther, someRun } from '../../unit/support/records.ts'
import { comparisonHtml } from '../../unit/support/reports.ts'

test('labels and matrix are put in the order of the clusters together', () => {
  const island = correlatedLabels(
    ['up', 'down', 'up too', 'flat'],
    [
      [0.1, 0.2, 0.3, 0.5],
      [0.9, 0.7, 0.6, 0.5],
      [0.2, 0.3, 0.4, 0.6],
      [0.5, 0.5, 0.5, 0.5],
    ],
  )
  expect(island.models).toBe(4)
  expect(Math.abs(island.labels.indexOf('up') - island.labels.indexOf('up too'))).toBe(1)
  const at = (a: string, b: string) => island.matrix[island.labels.indexOf(a)]?.[island.labels.indexOf(b)]
  expect(at('up', 'up too')).toBeCloseTo(1, 12)
  expect(at('up', 'up')).toBe(1)
  expect(at('down', 'up')).toBeLessThan(-0.9)
  expect(at('flat', 'up')).toBeNull()
})

test('runs are the models, and a run without a label is left out for it', () => {
  const run = (ct: number, mri: number) =>
    Array.from({ length: 10 }, (_, i) => [
      row({ modality: 'CT', verdict: i < ct ? 'correct' : 'wrong' }),
      ...(mri < 0 ? [] : [row({ modality: 'MRI', verdict: i < mri ? 'correct' : 'wrong' })]),
    ]).flat()
  const { modality, voxel } = islandsBy([run(1, 2), run(3, 4), run(5, 6), run(9, -1)])
  expect(modality).toMatchObject({ labels: ['CT', 'MRI'], models: 4 })
  expect(modality.matrix[0]?.[1]).toBeCloseTo(1, 12)
  expect(voxel.labels).toEqual(['Organ Recognition · CT · Brain', 'Organ Recognition · MRI · Brain'])
})

test('the published slices make one matrix over the 33 models', () => {
  const { labels, matrix, models } = publishedIsland()
  expect([labels.length, matrix.length, models]).toEqual([17, 17, 33])
  const [brain, mri] = [labels.indexOf('Brain'), labels.indexOf('MRI')]
  expect(matrix[brain]?.[mri]).toBe(matrix[mri]?.[brain])
  expect(matrix[brain]?.[mri]).toBeGreaterThan(0.5)
})

/** Two tasks of ten questions; the first of each are right. */
const run = (recognised: number, diagnosed: number) =>
  Array.from({ length: 10 }, (_, i) => [
    row({ id: `r${i}`, verdict: i < recognised ? 'correct' : 'wrong' }),
    row({ id: `d${i}`, task: 'Disease Diagnosis', verdict: i < diagnosed ? 'correct' : 'wrong' }),
  ]).flat()

function writeReport(rows: readonly ReturnType<typeof run>[]): string {
  const runs = rows.map((_, at) => ({ ...someRun, id: `r${at}` }))
  const comparison = compareRuns(rows, {}, { ...nothingFurther, parts: [islandsPart] })
  return comparisonHtml(
    {
      compared: { runs, comparison, windows: [], seconds: [] },
      levels: { high: null, ignore: null, low: null },
      added: new Map(),
    },
    '',
  )
}

test('the report of a comparison has the islands of four runs or more, and the published ones', () => {
  const rows = [run(2, 8), run(4, 5), run(6, 9), run(5, 3)]
  const html = writeReport(rows)
  expect(html).toContain('Correlation by task over 4 runs')
  expect(html).toContain('Published, not measured here')
  expect(writeReport(rows.slice(0, 2))).toContain(
    'A correlation over models needs at least 4 runs; 2 are chosen.',
  )
})
