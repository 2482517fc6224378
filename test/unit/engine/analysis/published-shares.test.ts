import { expect, test } from 'vitest'
import { arePublished, publishedShares } from '../../../../src/engine/analysis/published-shares.ts'

const cell = (task: string, modality = 'CT', parts = 'Chest') => ({ task, modality, parts, dataset: '' })

test('a voxel is as hard as its task, modality and region are for published models', () => {
  const shares = publishedShares([cell('Modality Recognition'), cell('Abnormity Diagnosis'), cell('Other')])
  const [easy, hard, unknown] = shares ?? []
  expect(easy).toBeGreaterThan(0.7)
  expect(hard).toBeLessThan(0.4)
  expect(unknown).toBeNull()
  // The mean over the 33 models, as Python computes it from the table. Lingshu-32B: 90.31 % in the task, 77.83 % in CT, 67.73 % in chests, of 62.55 % in all: 0.9381.
  expect(easy).toBeCloseTo(0.822, 4)
})

test('of other questions nothing is published', () => {
  expect(publishedShares([cell('Counting')])).toBeNull()
  expect(arePublished({ samples: [], skipped: [] })).toBe(false)
})
