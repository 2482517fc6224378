import { expect, test } from 'vitest'
import { everything } from '../../../../src/engine/protocol/voxel-map.ts'
import { cubeLayout, neighbour } from '../../../../src/ui/charts/cube-layout.ts'
import { measureByTable as measure } from '../../../../src/ui/charts/kit/text.ts'
import { estimate } from '../../support/estimates.ts'

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

const options = { measure, items: [], planned: undefined, order: undefined }

test('regions are side by side if there is room, each with its own modalities only', () => {
  const { panels, rows, cells, empty } = cubeLayout(voxels, { ...options, width: 900 })
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
  const { panels, width } = cubeLayout(voxels, { ...options, width: 260 })
  expect(panels.every(({ isFirst }) => isFirst)).toBe(true)
  expect(panels[1]?.y).toBeGreaterThan(panels[0]?.y ?? 0)
  expect(width).toBeLessThanOrEqual(260)
})

test('without a voxel there is nothing to lay out', () => {
  expect(cubeLayout([], { ...options, width: 800 })).toMatchObject({ panels: [], cells: [], empty: [] })
})

test('few samples are drawn small, many large', () => {
  const listSides = (...counts: readonly number[]) =>
    cubeLayout(
      counts.map((n, i) => voxel('Modality Recognition', `M${i}`, 'Brain', n)),
      { ...options, width: 900 },
    ).cells.map(({ side }) => side)
  const sides = listSides(1, 10, 100, 1000)
  expect(sides).toHaveLength(4)
  expect(sides).toEqual([...sides].sort((a, b) => a - b))
  expect(listSides(15)).toEqual(listSides(800))
})

test('arrows go to the nearest voxel ahead and stop at the edge', () => {
  const { cells } = cubeLayout(voxels, { ...options, width: 900 })
  const at = (task: string, modality: string) =>
    cells.find(cell => cell.voxel.task === task && cell.voxel.modality === modality)
  const start = at('Modality Recognition', 'CT')
  if (!start) throw new Error('no such cell')
  expect(neighbour(cells, start, 'ArrowRight')).toBe(at('Modality Recognition', 'MRI'))
  expect(neighbour(cells, start, 'ArrowDown')).toBe(at('Disease Diagnosis', 'CT'))
  expect(neighbour(cells, start, 'ArrowLeft')).toBeNull()
})

test('all planned places exist from the start, so that none moves as answers arrive', () => {
  const end = cubeLayout(voxels, { ...options, width: 900 })
  const begun = [voxel('Modality Recognition', 'X-ray', 'Chest', 1)]
  const now = cubeLayout(begun, { ...options, width: 900, planned: voxels })
  expect(now.panels).toEqual(end.panels)
  expect(now.rows).toEqual(end.rows)
  expect(now.cells.map(({ key }) => key)).toEqual(
    end.cells.map(({ key }) => key).filter(key => key.endsWith('Chest')),
  )
  expect(now.empty).toHaveLength(5)
})

test('regions and modalities stand in the data set’s order, however many questions they have; sums come last', () => {
  const { panels, height, keysY } = cubeLayout(
    [
      voxel('Modality Recognition', everything, everything, 900),
      voxel('Modality Recognition', 'MRI', 'Spine', 3),
      voxel('Modality Recognition', 'CT', 'Brain', 40),
      voxel('Modality Recognition', 'CT', 'Spine', 400),
    ],
    { ...options, width: 900, items: [{ text: 'grey', width: 14, sign: null }] },
  )
  expect(panels.map(({ parts, columns }) => [parts, columns.map(({ modality }) => modality)])).toEqual([
    ['Spine', ['MRI', 'CT']],
    ['Brain', ['CT']],
    [everything, [everything]],
  ])
  // The key stands below the map.
  expect(keysY).toBeGreaterThan(height / 2)
})
