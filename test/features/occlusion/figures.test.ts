/** What the maps of a pass say together. */

import { expect, test } from 'vitest'
import { findingsJson } from '../../../src/data/export/image-findings.ts'
import { serializeEnd } from '../../../src/data/export/run-file.ts'
import { findClusters } from '../../../src/engine/analysis/clusters.ts'
import { parseProbes } from '../../../src/engine/probes/list.ts'
import { passAnswer } from '../../../src/engine/probes/pass.ts'
import { Perturbation } from '../../../src/engine/probes/perturbation.ts'
import type { Occlusion } from '../../../src/engine/protocol/occlusion.ts'
import type { DrawnRegion } from '../../../src/engine/protocol/probe.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import type { RunRecord } from '../../../src/engine/protocol/record.ts'
import { occlusionFinding } from '../../../src/features/occlusion/data/occlusion-finding.ts'
import { checkedSamples, sideFor, withoutBlocks } from '../../../src/features/occlusion/engine/blocks.ts'
import {
  isBorneOut,
  type MappedItem,
  occlusionFigures,
  regionIn,
  summariseOcclusion,
} from '../../../src/features/occlusion/engine/figures.ts'
import { occlusionJson } from '../../../src/features/occlusion/engine/json.ts'
import { checkPasses, explains, mapPasses } from '../../../src/features/occlusion/engine/measure.ts'
import { answered, medrcubeRow } from '../../unit/support/records.ts'

const labels = { task: 'Disease Diagnosis', modality: 'CT', parts: 'Lungs' }

/** A map of 2 × 2 windows. */
function makeItem(image: string, drops: readonly number[], more: Partial<Occlusion> = {}) {
  const row = { id: image, dataset: 'd', image, ...labels, chance: null, verdict: 'correct' } as const
  const map: Occlusion = { side: 2, size: [100, 80], tokens: { drops, flips: [] }, ...more }
  return { row, map, region: null } satisfies MappedItem
}

const makeFigures = (items: readonly ReturnType<typeof makeItem>[]) =>
  occlusionFigures(
    { run: 'r', probe: { kind: 'occlusion' } },
    items,
    findClusters(items.map(({ row }) => row)),
  )

const curves = (deletion: number) => ({
  deletion,
  insertion: 0.6,
  randomDeletions: Array.from({ length: 20 }, (_, i) => 0.4 + i / 100),
})

test('each map counts by its absolute drops, and each image once', () => {
  const { overall, flat, voxels } = makeFigures([
    makeItem('a', [3, 1, 0, 0]),
    makeItem('a', [0, 0, 0, 2]),
    makeItem('b', [-1, 0, 0, 0]),
    makeItem('c', [0, 0, 0, 0]),
  ])
  expect(flat).toBe(1)
  expect(overall).toMatchObject({ n: 3, clusters: 2 })
  // a: (0.75 + 0)/2, 0.25/2, 0, 1/2; b: -1, 0, 0, 0.
  expect(overall?.cells).toEqual([(0.375 - 1) / 2, 0.125 / 2, 0, 0.25])
  // Every block has the same part of border and corners.
  expect(overall?.border.share).toBeCloseTo(0.36, 12)
  expect(overall?.corners.share).toBeCloseTo(0.16, 12)
  expect(voxels).toHaveLength(1)
})

test('maps of a coarser grid are spread over the finest one', () => {
  const fine = makeItem('b', [1, ...Array<number>(15).fill(0)], { side: 4 })
  const { overall } = makeFigures([makeItem('a', [1, 0, 0, 0]), fine])
  expect(overall).toMatchObject({ side: 4, clusters: 2 })
  const [a, b] = [0.25 / 2, 1 / 2 + 0.25 / 2]
  expect(overall?.cells).toEqual([b, a, 0, 0, a, a, ...Array<number>(10).fill(0)])
})

test('run.json has means and checks by slice, the Inspect log a score', async () => {
  const checked = { pixels: { drops: [3, 1, 0, -1], flips: [] }, curves: curves(0.3) }
  const figures = makeFigures([makeItem('a', [3, 1, 0, 0], checked), makeItem('b', [0, 0, 0, 0])])
  const json = occlusionJson(figures)
  expect(json).toMatchObject({
    pass: 'occlusion',
    checks: { n: 1, explained: 1, deletion: 0.3, insertion: 0.6, random_deletion: 0.495, borne_out: true },
    flat: 1,
    slices: [
      { slice: {}, n: 1, clusters: 1, side: 2, cells: [0.75, 0.25, 0, 0], border: { n: 1, value: 0.36 } },
      { slice: { task: labels.task, modality: labels.modality, region: labels.parts } },
    ],
  })
  const text = serializeEnd(findingsJson({ added: new Map([['occlusion', figures]]) }))
  expect(JSON.parse(`{"passes":[${text}`)).toEqual({ passes: [], occlusion: json })
  expect(occlusionFinding.score(figures)).toMatchObject({
    ...{ name: 'occlusion_map', scored_samples: 1, unscored_samples: 1 },
    metrics: {
      explained: { value: 1 },
      deletion: { value: 0.3 },
      border: { value: expect.closeTo(0.36, 12) },
    },
    metadata: { checked: 1, borne_out: true },
  })
})

test('a region is compared with the drops: mass, pointing game and overlap by hand', () => {
  const map = makeItem('a', [3, 1, 0, 0])
  const region = regionIn([0, 0, 50, 40], map.map)
  expect(region).toEqual([0, 0, 0.5, 0.5])
  const { overall } = makeFigures([{ ...map, region } as never])
  expect(overall?.region).toMatchObject({ area: 0.25, iou: 1, pointingByChance: 1 })
  expect(overall?.region?.mass.share).toBe(0.75)
  expect(overall?.region?.pointing.share).toBe(1)
})

test('drawn regions come first, and those that only the image shows were found when the map was made', () => {
  const map = { side: 2, size: [100, 80], tokens: { drops: [3, 1, 0, 0], flips: [] } } as const
  expect(regionIn([0, 0, 50, 40], { ...map, marked: [50, 40, 50, 40] })).toEqual([0, 0, 0.5, 0.5])
  for (const region of ['red mark', { mask: 'm.png' }] as const) {
    expect(regionIn(region, { ...map, marked: [50, 40, 50, 40] })).toEqual([0.5, 0.5, 1, 1])
    expect(regionIn(region, map)).toBeNull()
  }
  expect(regionIn(null, { ...map, marked: [50, 40, 50, 40] })).toBeNull()

  const records = [0, 1].map(index => answered(index, labels))
  const probe = { kind: 'occlusion' } as const
  const answers = records.map(record => passAnswer({ ...record, occlusion: map }, probe, null))
  const pass = { run: 'p', probe, answers }
  const rows = new Map(records.map(record => [record as RunRecord, medrcubeRow(record)]))
  const massWith = (drawn: readonly DrawnRegion[]) =>
    summariseOcclusion(
      records,
      [pass],
      record => rows.get(record) ?? medrcubeRow(record),
      findClusters([...rows.values()]),
      drawn,
    )?.overall?.region
  expect(massWith([])).toBeNull()
  expect(massWith([[1, 0, 0, 50, 40]])).toMatchObject({ area: 0.25, mass: { n: 1, share: 0.75 } })
})

test('maps are borne out by nearly all orders and by the pixels, or are no explanations', () => {
  expect([0.39, 0.405, 0.43].map(deletion => explains(curves(deletion)))).toEqual([true, true, false])
  const drops = [3, 1, 0, -1]
  const agreeing = { pixels: { drops, flips: [] }, curves: curves(0.3) }
  const good = makeFigures([makeItem('a', drops, agreeing), makeItem('b', drops)]).checks
  expect(good).toMatchObject({ n: 1, explained: 1, correlation: 1, deletion: 0.3, insertion: 0.6 })
  expect(good && isBorneOut(good)).toBe(true)
  const opposite = makeFigures([
    makeItem('a', drops, { ...agreeing, pixels: { drops: [-3, -1, 0, 1], flips: [] } }),
  ]).checks
  expect(opposite?.correlation).toBe(-1)
  expect(opposite && isBorneOut(opposite)).toBe(false)
  expect(makeFigures([makeItem('a', drops)]).checks).toBeNull()
})

test('blocks cover the image without a gap, and there are no more than the tokens can tell apart', () => {
  const dots = {
    width: 10,
    height: 7,
    channels: 1,
    data: Uint8Array.from({ length: 70 }, (_, at) => 255 * (at % 2)),
  } as const
  const painted = Array.from({ length: 16 }, (_, block) => withoutBlocks(dots, [block], 4).data)
  const covered = Array.from(dots.data, (value, at) => painted.filter(data => data[at] !== value).length)
  expect(new Set(covered)).toEqual(new Set([1]))
  const grid = (side: number) =>
    Array.from(
      { length: side ** 2 },
      (_, at) => [((at % side) + 0.5) / side, (Math.floor(at / side) + 0.5) / side] as const,
    )
  expect([1, 2, 3, 4, 16].map(side => sideFor(grid(side)))).toEqual([null, 2, 3, 4, 4])
  expect(sideFor(null)).toBeNull()
})

test('a map is made of questions with one image and options; thirty of them are checked', () => {
  const samples = Array.from({ length: 100 }, (_, index) => ({
    ...{ index, image: 'a.png', file: 'f' },
    fields: { id: `${index}`, question: 'Which?', option_A: 'x', option_B: 'y', gt_answer: 'x' },
  }))
  const pass = new Perturbation({ kind: 'occlusion' }, samples, medrcube)
  expect(samples.filter(sample => pass.asks(sample))).toHaveLength(100)
  expect(samples.filter(({ index }) => pass.checksMap(index))).toHaveLength(30)
  expect(checkedSamples(samples.toReversed())).toEqual(checkedSamples(samples))
  const one = new Perturbation({ kind: 'occlusion', of: 7 }, samples, medrcube)
  expect(samples.flatMap(sample => (one.asks(sample) ? [sample.index] : []))).toEqual([7])
  expect(one.checksMap(7)).toBe(true)
  const textOnly = { index: 0, image: null, file: 'f', fields: samples[0]?.fields ?? {} }
  expect(pass.asks(textOnly)).toBe(false)
  expect(parseProbes('occlusion-map')).toEqual([{ kind: 'occlusion' }])
  // 16 blocks and the whole; 20 random orders and the map's own of 7 steps each, 9 steps of insertion, 16 of pixels.
  expect([mapPasses(4), checkPasses(4)]).toEqual([17, 173])
})
