/** A phantom with small and with large marks, through a real processor at each detail, read by a reader that sees only its pixels. */
import type { Pixels } from '@voxelwise/pixels'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ReportFacts } from '../../../src/app/controller/report-facts.ts'
import { detailChoices, relativeDetail, withDetail } from '../../../src/engine/families/detail.ts'
import type { ModelConfigs } from '../../../src/engine/families/family.ts'
import { idefics3 } from '../../../src/engine/families/idefics3.ts'
import { findFamily } from '../../../src/engine/families/registry.ts'
import { Perturbation } from '../../../src/engine/probes/perturbation.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import { reportedDetails } from '../../../src/features/detail/app/reported-details.ts'
import { byDetail, CostSum, type DetailPass } from '../../../src/features/detail/engine/by-detail.ts'
import { detailView } from '../../../src/features/detail/ui/detail-view.tsx'
import { Paper, paperWidth } from '../../../src/ui/hooks/paper.ts'
import { Sections } from '../../../src/ui/shared/sections.tsx'
import { Random } from '../../unit/support/random.ts'
import { answered, medrcubeRow } from '../../unit/support/records.ts'

/** Published SmolVLM's shape: tiles of 64 here, the longest side four times as long. */
const configs: ModelConfigs = {
  config: { model_type: 'smolvlm' },
  generation: {},
  processor: { image_seq_len: 4 },
  imageProcessor: { size: { longest_edge: 256 }, max_image_size: { longest_edge: 64 }, resample: 1 },
}
const side = 256

interface Case {
  readonly kind: 'Small finding' | 'Organ'
  readonly isMarked: boolean
  readonly image: Pixels
}

/** Grey noise, and in half of the images a mark: of 4 pixels or of 100. */
function draw(kind: Case['kind'], isMarked: boolean, random: Random): Case {
  const data = Uint8Array.from({ length: 3 * side ** 2 }, () => 90 + random.below(20))
  const size = kind === 'Organ' ? 100 : 4
  const [left, top] = [random.below(side - size), random.below(side - size)]
  if (isMarked)
    for (let y = top; y < top + size; y++) data.fill(230, 3 * (y * side + left), 3 * (y * side + left + size))
  return { kind, isMarked, image: { width: side, height: side, channels: 3, data } }
}

const random = new Random(7)
const cases = Array.from({ length: 40 }, (_, i) =>
  draw(i % 2 === 0 ? 'Organ' : 'Small finding', i % 4 < 2, random),
)

/** "There is a mark" where any number that the encoder gets is brighter than noise and its blur could be. */
function readsMark({ image }: Case, detail: string): boolean {
  const { tensors } = idefics3.prepareImage(image, withDetail(idefics3, configs, detail))
  const values = tensors.pixel_values?.data
  return values instanceof Float32Array && values.some(value => value > 0.62)
}

function passAt(detail: string): DetailPass {
  const cost = new CostSum()
  const rows = cases.map((one, index) => {
    const fields = { id: `${index}`, task: one.kind, modality: 'CT', parts: 'Chest', dataset: 'd' }
    const tokens = idefics3.imageTokens?.(side, side, withDetail(idefics3, configs, detail)) ?? 0
    const score = {
      ...{ text: 'A', stop: 'end-token' as const },
      tokens: { prompt: tokens + 20, image: tokens, reused: 0, generated: 1 },
      timings: { encode: 10 * tokens, prefix: 0, prefill: 5, decode: 5 },
    }
    const record = answered(index, fields, { correct: readsMark(one, detail) === one.isMarked, score })
    const shown = { ...record, sample: { ...record.sample, image: `${index}.png` } }
    cost.add(shown)
    return medrcubeRow(shown)
  })
  return { name: detail, rows, cost: cost.mean }
}

const details = detailChoices(idefics3, configs)
const groups = byDetail(details.map(passAt))

test('small marks need tiles, large ones do not, and the costs are those of the tokens', () => {
  expect(details).toEqual(['own', 'tiles:1', 'side:128', 'side:192'])
  const of = (task: string) => groups.find(({ voxel }) => voxel?.task === task)?.figures ?? []
  expect(of('Organ').map(({ accuracy }) => accuracy.share)).toEqual([1, 1, 1, 1])
  const [least, ...more] = of('Small finding').map(({ accuracy }) => accuracy.share)
  expect(least).toBe(0.5)
  expect(more.at(-1)).toBe(1)
  expect(of('Organ').map(({ name, cost }) => [name, cost?.tokens])).toEqual([
    ['tiles:1', 4],
    ['side:128', 20],
    ['side:192', 40],
    ['own', 68],
  ])
  expect(of('Organ')[0]?.cost?.seconds).toBeCloseTo(0.05, 12)
})

test('the voxel that gains most stands behind all questions, in the chart and in the table', () => {
  expect(groups.map(({ voxel }) => voxel?.task ?? null)).toEqual([null, 'Small finding', 'Organ'])
  const gains = groups.map(({ figures }) => {
    const shares = figures.map(({ accuracy }) => accuracy.share)
    return (shares.at(-1) ?? 0) - (shares[0] ?? 0)
  })
  expect(gains).toEqual([0.25, 0.5, 0])
  const added = new Map([[reportedDetails.name, groups]])
  const html = renderToStaticMarkup(
    createElement(
      Paper,
      { value: paperWidth },
      createElement(Sections<Pick<ReportFacts, 'added'>>, { of: detailView, facts: { added } }),
    ),
  )
  expect(html).toContain('Accuracy by image detail')
  expect(html).toMatch(/tiles:1: 4 tokens, 50 ms/)
  expect(html).toContain('What each image detail costs')
})

test('only questions that were answered at every detail count, and one detail is no comparison', () => {
  const [first, second] = [passAt('own'), passAt('tiles:1')]
  const half = { ...second, rows: second.rows.slice(0, 20) }
  expect(byDetail([first, half])[0]?.figures.map(({ accuracy }) => accuracy.n)).toEqual([20, 20])
  expect(byDetail([first])).toEqual([])
  expect(byDetail([first, { ...second, rows: [] }])).toEqual([])
})

test('the pass shows the image itself and asks only questions with an image', () => {
  const sample = { index: 0, fields: {}, image: 'a.png', file: 't.json' }
  const shown = new Perturbation({ kind: 'image-detail', detail: 'least' }, [sample], medrcube)
  expect(shown.asks(sample)).toBe(true)
  expect(shown.asks({ ...sample, image: null })).toBe(false)
  expect(shown.images(['a.png'], 0)).toEqual([
    { path: 'a.png', change: { kind: 'image-detail', detail: 'least' } },
  ])
})

test('least and middle are of the details that the model is offered; a model without any is refused', () => {
  expect(relativeDetail(idefics3, configs, 'least')).toBe('tiles:1')
  expect(relativeDetail(idefics3, configs, 'middle')).toBe('side:128')
  expect(() =>
    relativeDetail(findFamily('llava'), { ...configs, config: { model_type: 'llava' } }, 'least'),
  ).toThrow(/in one way/)
})
