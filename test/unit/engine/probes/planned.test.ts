import { expect, test } from 'vitest'
import { type PlannedRun, planned } from '../../../../src/engine/probes/planned.ts'
import type { Probe } from '../../../../src/engine/protocol/probe.ts'
import { firstProtocol } from '../../../../src/engine/protocol/protocol-reference.ts'
import type { Sample } from '../../../../src/engine/protocol/sample.ts'

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

const asked = (limit: number | null, probe?: Probe): PlannedRun => ({
  settings: { limit, order: 'dataset', seed: 0, protocol: firstProtocol },
  ...(probe && { probe }),
})

test('counts the questions of each voxel, none of them answered, with the guessing rate of their own', () => {
  expect(planned(samples, asked(null)).voxels).toEqual([
    {
      task: 'View Recognition',
      modality: 'CT',
      parts: 'Brain',
      n: 2,
      correct: 0,
      chance: (1 / 2 + 1 / 3) / 2,
    },
    { task: 'View Recognition', modality: 'CT', parts: 'Chest', n: 1, correct: 0, chance: 1 / 2 },
  ])
})

test('leaves out samples beyond the limit, and those that a probe does not ask', () => {
  expect(planned(samples, asked(1)).voxels).toMatchObject([{ parts: 'Brain', n: 1 }])
  expect(planned(samples, asked(null, { kind: 'option-order', shift: 2 })).voxels).toMatchObject([
    { parts: 'Brain', n: 1 },
  ])
})

test('chance is that of the asked questions', () => {
  expect(planned(samples, asked(null)).chance).toBeCloseTo((1 / 2 + 1 / 3 + 1 / 2) / 3, 12)
  expect(planned(samples, asked(1)).chance).toBe(1 / 2)
  expect(planned(samples, asked(null, { kind: 'option-order', shift: 2 })).chance).toBe(1 / 3)
  expect(planned([], asked(null)).chance).toBeNull()
})
