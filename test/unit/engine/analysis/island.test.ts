import { expect, test } from 'vitest'
import { islandOf, islandsBy, publishedIsland } from '../../../../src/engine/analysis/island.ts'
import { row } from '../../support/judged-rows.ts'

test('labels and matrix are put in the order of the clusters together', () => {
  const island = islandOf(
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
