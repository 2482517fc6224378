/** Regions drawn on images come before those of the data set, and belong to the probe. */

import { expect, test } from 'vitest'
import { read } from '../../../../src/engine/base/schema.ts'
import { outdated, withDrawn } from '../../../../src/engine/probes/drawn-passes.ts'
import { drawnOn, redrawn, regionOfSample, withMore } from '../../../../src/engine/probes/drawn-regions.ts'
import { probeKey, probeSchema } from '../../../../src/engine/probes/kind-of.ts'
import { Perturbation } from '../../../../src/engine/probes/perturbation.ts'
import type { DrawnRegion, Probe } from '../../../../src/engine/protocol/probe.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import { mapProbes } from '../../support/some-probes.ts'

const region: Probe = { kind: 'region' }
const drawn: readonly DrawnRegion[] = [[1, 10, 20, 30, 40]]

test('one region a sample, in the order of the samples', () => {
  const two = redrawn(drawn, 0, [1, 2, 3, 4])
  expect(two).toEqual([
    [0, 1, 2, 3, 4],
    [1, 10, 20, 30, 40],
  ])
  expect(redrawn(two, 1, [5, 6, 7, 8])).toEqual([
    [0, 1, 2, 3, 4],
    [1, 5, 6, 7, 8],
  ])
  expect(redrawn(two, 0, null)).toEqual(drawn)
  expect([0, 1].map(index => drawnOn(drawn, index))).toEqual([null, [10, 20, 30, 40]])
})

test('a region of another browser is added where this one has none', () => {
  expect(
    withMore(drawn, [
      [1, 0, 0, 9, 9],
      [0, 1, 2, 3, 4],
    ]),
  ).toEqual([
    [0, 1, 2, 3, 4],
    [1, 10, 20, 30, 40],
  ])
  expect(withMore([], drawn)).toEqual(drawn)
})

test('the region of a question: the drawn one, else a box, a mask or a red mark of the data set', () => {
  const regionIn = (fields: object) =>
    regionOfSample({ index: 1, fields: { task: 'Disease Diagnosis', ...fields } }, [])
  expect(regionIn({ box: [1, 2, 3, 4] })).toEqual([1, 2, 3, 4])
  expect(regionIn({ mask: 'masks/1.png' })).toEqual({ mask: 'masks/1.png' })
  expect(regionIn({ question: 'What is in the red box?' })).toBe('red mark')
  expect(regionIn({ question: 'What is it?' })).toBeNull()
  const fields = { task: 'Modality Recognition', box: [1, 2, 3, 4] }
  expect(regionOfSample({ index: 1, fields }, drawn)).toEqual([10, 20, 30, 40])
  expect(regionOfSample({ index: 0, fields }, drawn)).toBeNull()
})

test.each(mapProbes)(
  'a map looks for what only the image shows; such questions are not asked together',
  probe => {
    const about = [{ question: 'What is in the red box?' }, { mask: 'm.png' }, { box: [1, 1, 9, 9] }, {}]
    const samples = about.map((fields, index) => ({
      ...{ index, image: 'd/a.png', file: 'd/test.json' },
      fields: { id: `${index}`, question: 'Is it large?', option_A: 'Yes', option_B: 'No', ...fields },
    }))
    const pass = new Perturbation(probe, samples, medrcube)
    const shown = samples.map(({ index }) => pass.images(['d/a.png'], index)[0]?.change)
    expect(shown).toEqual([{ ...probe, isMarked: true }, { ...probe, masks: ['d/m.png'] }, probe, probe])
    const listGroups = (samples: readonly number[]) =>
      pass.groups([{ images: ['d/a.png'], samples }], () => true).map(group => group.samples)
    expect(listGroups([0, 1, 2])).toEqual([[0], [1], [2]])
    expect(listGroups([2, 3])).toEqual([[2, 3]])
  },
)

test('a probe with drawn regions is another one, is read again, and asks what they are drawn on', () => {
  const probe = withDrawn(region, drawn)
  expect(withDrawn({ kind: 'blank-image' }, drawn)).toEqual({ kind: 'blank-image' })
  expect(probeKey(probe)).not.toBe(probeKey(region))
  expect(read(probeSchema, JSON.parse(JSON.stringify(probe)), 'probe')).toEqual(probe)
  const samples = [0, 1, 2].map(index => ({
    ...{ index, image: `d/${index}.png`, file: 'd/test.json' },
    fields: {
      id: `${index}`,
      question: 'Is it large?',
      option_A: 'Yes',
      option_B: 'No',
      gt_answer: 'Yes',
      ...(index > 0 && { box: [1, 1, 9, 9] }),
    },
  }))
  const pass = new Perturbation(withDrawn(region, [[0, 5, 5, 5, 5], ...drawn]), samples, medrcube)
  expect(samples.map(sample => pass.asks(sample))).toEqual([true, true, true])
  // As where a file with its records is read.
  expect(samples.map(sample => new Perturbation(probe, [], medrcube).asks(sample))).toEqual([
    false,
    true,
    true,
  ])
  const boxes = samples.map(({ image, index }) => pass.images([image], index)[0]?.change?.box)
  expect(boxes).toEqual([
    [5, 5, 5, 5],
    [10, 20, 30, 40],
    [1, 1, 9, 9],
  ])
})

test('a pass is outdated once other regions are drawn', () => {
  const elsewhere: Probe = { kind: 'elsewhere' }
  expect(outdated([region, elsewhere, { kind: 'blank-image' }], [])).toEqual([])
  expect(outdated([region, elsewhere], drawn)).toEqual(['region', 'elsewhere'])
  expect(outdated([region, withDrawn(region, drawn)], drawn)).toEqual([])
  expect(outdated([withDrawn(region, drawn)], [])).toEqual(['region'])
})
