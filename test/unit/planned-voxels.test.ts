import { expect, test } from 'vitest'
import { plannedVoxels } from '../../src/engine/planned-voxels.ts'
import type { Sample } from '../../src/engine/sample.ts'

const sample = (index: number, parts: string, options: readonly string[]): Sample => ({
  index,
  image: null,
  file: 'data/test.json',
  fields: {
    task: 'View Recognition',
    modality: 'CT',
    parts,
    ...Object.fromEntries(options.map((option, i) => [`option_${'ABCD'[i]}`, option])),
  },
})

const samples = [
  sample(0, 'Brain', ['one', 'two']),
  sample(1, 'Brain', ['one', 'two', 'three']),
  sample(2, 'Chest', ['one', 'two']),
]

test('counts the questions of each voxel, none of them answered', () => {
  expect(plannedVoxels(samples, null)).toEqual([
    { task: 'View Recognition', modality: 'CT', parts: 'Brain', n: 2, correct: 0 },
    { task: 'View Recognition', modality: 'CT', parts: 'Chest', n: 1, correct: 0 },
  ])
})

test('leaves out what lies beyond the limit, and what a probe does not ask', () => {
  expect(plannedVoxels(samples, 1)).toMatchObject([{ parts: 'Brain', n: 1 }])
  expect(plannedVoxels(samples, null, { kind: 'option-order', shift: 2 })).toMatchObject([
    { parts: 'Brain', n: 1 },
  ])
})
