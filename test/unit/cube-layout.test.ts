import { expect, test } from 'vitest'
import { estimate } from '../../src/engine/report.ts'
import { breakLabel, cubeLayout, neighbour, sideOf } from '../../src/ui/charts/cube-layout.ts'

const voxel = (task: string, modality: string, parts: string, n = 10) => ({
  task,
  modality,
  parts,
  ...estimate(n, Math.ceil(n / 2)),
})
const voxels = [
  voxel('Disease Diagnosis', 'CT', 'Brain', 40),
  voxel('Modality Recognition', 'CT', 'Brain', 40),
  voxel('Modality Recognition', 'MRI', 'Brain', 30),
  voxel('Modality Recognition', 'X-ray', 'Chest', 20),
]

test('regions stand side by side where there is room, each with its own modalities only', () => {
  const { panels, rows, cells, empty } = cubeLayout(voxels, 900)
  expect(rows.map(({ task }) => task)).toEqual(['Modality Recognition', 'Disease Diagnosis'])
  expect(panels.map(({ parts, columns }) => [parts, columns.map(({ modality }) => modality)])).toEqual([
    ['Brain', ['CT', 'MRI']],
    ['Chest', ['X-ray']],
  ])
  expect(panels.map(({ isFirst }) => isFirst)).toEqual([true, false])
  expect(cells).toHaveLength(4)
  expect(empty).toHaveLength(2)
})

test('a narrow page gives every region a band of its own', () => {
  const { panels, width } = cubeLayout(voxels, 280)
  expect(panels.every(({ isFirst }) => isFirst)).toBe(true)
  expect(panels[1]?.y).toBeGreaterThan(panels[0]?.y ?? 0)
  expect(width).toBeLessThanOrEqual(280)
})

test('without a voxel there is nothing to lay out', () => {
  expect(cubeLayout([], 800)).toMatchObject({ panels: [], cells: [], empty: [] })
})

test('few samples are drawn small, many large', () => {
  const sides = [1, 10, 100, 1000].map(n => sideOf(estimate(n, Math.ceil(n / 2))))
  expect(sides).toEqual([...sides].sort((a, b) => a - b))
})

test('arrows go to the nearest voxel ahead and stop at the edge', () => {
  const { cells } = cubeLayout(voxels, 900)
  const at = (task: string, modality: string) =>
    cells.find(cell => cell.voxel.task === task && cell.voxel.modality === modality)
  const start = at('Modality Recognition', 'CT')
  if (!start) throw new Error('no such cell')
  expect(neighbour(cells, start, 'ArrowRight')).toBe(at('Modality Recognition', 'MRI'))
  expect(neighbour(cells, start, 'ArrowDown')).toBe(at('Disease Diagnosis', 'CT'))
  expect(neighbour(cells, start, 'ArrowLeft')).toBeNull()
})

test('labels break at a space and never run on', () => {
  expect(breakLabel('Organ Recognition', 18)).toEqual(['Organ Recognition'])
  expect(breakLabel('Imaging Protocols Recognition', 18)).toEqual(['Imaging Protocols', 'Recognition'])
  expect(breakLabel('Averyveryverylongtaskname', 18)).toEqual(['Averyveryverylongt…'])
})

test('places are made for all that is planned, so that none moves as answers come in', () => {
  const end = cubeLayout(voxels, 900)
  const begun = [voxel('Modality Recognition', 'X-ray', 'Chest', 1)]
  const now = cubeLayout(begun, 900, voxels)
  expect(now.panels).toEqual(end.panels)
  expect(now.rows).toEqual(end.rows)
  expect(now.cells.map(({ key }) => key)).toEqual(
    end.cells.map(({ key }) => key).filter(key => key.endsWith('Chest')),
  )
  expect(now.empty).toHaveLength(5)
})
