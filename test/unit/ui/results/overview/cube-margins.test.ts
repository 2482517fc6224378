import { expect, test } from 'vitest'
import { findClusters } from '../../../../../src/engine/analysis/clusters.ts'
import { compareRuns } from '../../../../../src/engine/analysis/comparison.ts'
import { BlindAnswers } from '../../../../../src/engine/probes/figures.ts'
import { everything } from '../../../../../src/engine/protocol/voxel-map.ts'
import { blindVoxels, voxelDifferences } from '../../../../../src/ui/results/overview/cube-margins.ts'
import { type VoxelLabels, voxelKey } from '../../../../../src/ui/text/voxels.ts'
import { row } from '../../../support/judged-rows.ts'
import { nothingFurther } from '../../../support/records.ts'

const places = ['Organ Recognition', 'Disease Diagnosis'].flatMap(task =>
  ['CT', 'MRI'].flatMap(modality => Array.from({ length: 4 }, () => ({ task, modality, parts: 'Brain' }))),
)
/** @param isRight whether the answer in each place is right */
const makeRows = (isRight: (place: VoxelLabels, at: number) => boolean) =>
  places.map((place, at) =>
    row({ ...place, id: `q${at}`, image: `${at}.png`, verdict: isRight(place, at) ? 'correct' : 'wrong' }),
  )
const first = makeRows((_, at) => at % 2 === 0)
const second = makeRows(({ modality }) => modality === 'CT')

const margins = [
  { task: 'Disease Diagnosis', modality: everything, parts: everything },
  { task: everything, modality: 'CT', parts: 'Brain' },
  { task: everything, modality: everything, parts: everything },
]

test('a cube of differences has the sums of its rows, of its columns and of all', () => {
  const found = new Map(
    voxelDifferences(compareRuns([first, second], {}, nothingFurther)).map(one => [voxelKey(one), one]),
  )
  expect(found.size).toBe(4 + 2 + 2 + 1)
  expect(margins.map(place => found.get(voxelKey(place))?.difference)).toEqual([0, 0.5, 0])
})

test('a cube on a blank image has them, too', () => {
  const pairs = first.map((seen, at) => [seen, second[at] ?? seen] as const)
  const answers = new BlindAnswers(pairs, findClusters(first))
  const tasks = Array.from(answers.tasks(), ([task, of]) => ({ task, ...of }))
  const [overall, voxels, columns] = [answers.overall(), answers.voxels(), answers.columns()]
  const found = new Map(
    blindVoxels({ run: 'blank', overall, tasks, voxels, columns }).map(one => [voxelKey(one), one]),
  )
  expect(found.size).toBe(4 + 2 + 2 + 1)
  expect(margins.map(place => found.get(voxelKey(place))?.share)).toEqual([0.5, 1, 0.5])
  expect(margins.map(place => found.get(voxelKey(place))?.n)).toEqual([8, 8, 16])
})
