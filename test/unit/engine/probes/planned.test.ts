import { expect, test } from 'vitest'
import { type PlannedRun, planned } from '../../../../src/engine/probes/planned.ts'
import type { Probe } from '../../../../src/engine/protocol/probe.ts'
import { firstProtocol } from '../../../../src/engine/protocol/protocol-reference.ts'
import type { Sample } from '../../../../src/engine/protocol/sample.ts'
import { accuracyLook } from '../../../../src/ui/charts/cube-look.ts'
import { liveVoxels } from '../../../../src/ui/run/live-voxels.ts'

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

test('the most frequent right answer, and a right answer that all questions of a voxel share, are known before the first answer', () => {
  const yesNo = (index: number, parts: string, right: string): Sample => {
    const { fields, ...rest } = sample(index, parts, ['yes', 'no'])
    return { ...rest, fields: { ...fields, gt_answer: right } }
  }
  const rights = ['no', 'no', 'no', 'no', 'yes', 'no']
  const { voxels, majority } = planned(
    rights.map((right, at) => yesNo(at, at < 2 ? 'Brain' : 'Chest', right)),
    asked(null),
  )
  expect(majority).toBeCloseTo(5 / 6, 12)
  expect(voxels).toMatchObject([
    { parts: 'Brain', majority: 1, constant: { of: 'right', answer: 'no' } },
    { parts: 'Chest', majority: 3 / 4 },
  ])
  expect(voxels[1]?.constant).toBeUndefined()
  const live = liveVoxels(
    voxels.map(voxel => ({
      ...{ ...voxel, correct: voxel.n },
      whole: { low: 0.7, high: 1, of: voxel.n, isDrawn: true },
    })),
    voxels,
    false,
  )
  // Above guessing, but a constant answer may score the same: hollow, and hatched where nothing else is right.
  expect(live.map(accuracyLook.isHollow)).toEqual([true, true])
  expect(live.map(accuracyLook.isHatched)).toEqual([true, false])
})
