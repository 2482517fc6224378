/** The region that a question is about, covered, and an equal one elsewhere. */

import type { Pixels } from '@voxelwise/pixels'
import { expect, test } from 'vitest'
import { blur } from '../../../../src/engine/probes/blur.ts'
import { changedPixels } from '../../../../src/engine/probes/changed-pixels.ts'
import { listProbes, parseProbes } from '../../../../src/engine/probes/list.ts'
import { Perturbation } from '../../../../src/engine/probes/perturbation.ts'
import { findRegion, markedBox, maskPaths, redMark } from '../../../../src/engine/probes/region.ts'
import type { Box, Probe } from '../../../../src/engine/protocol/probe.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'

test('a box is read from the fields, as a list, as text, or as an object', () => {
  const box: Box = [10, 20, 30, 40]
  expect(findRegion({ bbox: box })).toEqual(box)
  expect(findRegion({ box: '[10, 20, 30, 40]' })).toEqual(box)
  expect(findRegion({ bboxes: [{ x: 10, y: 20, width: 30, height: 40 }] })).toEqual(box)
  // Several boxes give the box around them.
  expect(
    findRegion({
      boxes: [
        [10, 20, 5, 5],
        [35, 50, 5, 10],
      ],
    }),
  ).toEqual(box)
  for (const bad of ['', 'left lung', '[1, 2]', null, [1, 2, 0, 4], [[]], 7])
    expect(findRegion({ box: bad })).toBeNull()
})

test('a question about a red mark has a region in its image; one about the whole image has none', () => {
  for (const question of [
    'Which structure does the red outline mark?',
    'The red mask covers which structure?',
    'Identify the structure marked in red.',
    'What is inside the red contour?',
    'What is highlighted in red?',
    'Which organ is in the red box?',
  ])
    expect(findRegion({ question }), question).toBe('red mark')
  for (const question of ['Which organ is shown?', 'Are there red blood cells?', 'Is the retina red?'])
    expect(findRegion({ question }), question).toBeNull()
  expect(findRegion({ task: 'Modality Recognition', box: [1, 2, 3, 4] })).toBeNull()
})

const grey = (width: number, height: number, channels: 1 | 3 = 3): Pixels => ({
  ...{ width, height, channels },
  data: Uint8Array.from(
    { length: width * height * channels },
    (_, i) => (Math.floor(i / channels) * 7) % 200,
  ),
})

/** With a red outline. */
function marked([x, y, wide, high]: Box): Pixels {
  const image = grey(60, 50)
  for (let row = y; row < y + high; row++)
    for (let column = x; column < x + wide; column++) {
      const isEdge = row === y || row === y + high - 1 || column === x || column === x + wide - 1
      if (isEdge) image.data.set([230, 30, 30], (row * 60 + column) * 3)
    }
  return image
}

test('the box around a red mark; grey images have none', () => {
  expect(redMark(marked([10, 12, 15, 9]))).toEqual([10, 12, 15, 9])
  expect(redMark(grey(60, 50))).toBeNull()
  expect(redMark(grey(60, 50, 1))).toBeNull()
})

/** The box that is covered in an image of 100 x 80 in place of this one. No pixel has the mean colour. */
function boxElsewhere(box: Box): Box | null {
  const data = Uint8Array.from({ length: 100 * 80 }, (_, i) => (i % 2) * 200)
  const image: Pixels = { width: 100, height: 80, channels: 1, data }
  const out = changedPixels(image, 'a.png', change('elsewhere', box))
  return markedBox({ ...out, data: out.data.map((value, i) => Number(value !== data[i])) })
}

test('elsewhere is the mirrored place, else the farthest corner', () => {
  expect(boxElsewhere([10, 30, 20, 20])).toEqual([70, 30, 20, 20])
  // On the midline, high up: one of the lower corners.
  expect(boxElsewhere([42, 5, 20, 20])).toEqual([0, 60, 20, 20])
  // Nearer than a tenth of its side counts as an overlap.
  expect(boxElsewhere([30, 30, 20, 20])).toEqual([80, 0, 20, 20])
  expect(boxElsewhere([29, 30, 20, 20])).toEqual([51, 30, 20, 20])
})

const change = (kind: 'region' | 'elsewhere', box?: Box) => ({ kind, ...(box && { box }) }) as const

test('the region is covered with the mean colour, and nothing else changes', () => {
  const image = grey(100, 80)
  const mean = Array.from(image.data).reduce((sum, value) => sum + value, 0) / image.data.length
  const out = changedPixels(image, 'a.png', change('region', [10, 30, 20, 20]))
  const at = (x: number, y: number) => out.data[(y * 100 + x) * 3]
  expect(at(10, 30)).toBe(Math.round(mean))
  expect(at(29, 49)).toBe(Math.round(mean))
  const touched = Array.from(out.data).reduce((count, value, i) => count + Number(value !== image.data[i]), 0)
  expect(touched).toBeLessThanOrEqual(20 * 20 * 3)
  expect(at(30, 30)).toBe(image.data[(30 * 100 + 30) * 3])
  const other = changedPixels(image, 'a.png', change('elsewhere', [10, 30, 20, 20]))
  expect(other.data[(30 * 100 + 70) * 3]).toBe(Math.round(mean))
  expect(other.data[(30 * 100 + 10) * 3]).toBe(image.data[(30 * 100 + 10) * 3])
  const found = changedPixels(marked([10, 12, 15, 9]), 'a.png', change('region'))
  expect(redMark(found)).toBeNull()
})

test.each([
  ['no mark', grey(60, 50), undefined, 'No red mark was found'],
  ['outside', grey(60, 50), [70, 10, 5, 5], 'lies outside'],
  ['too small', grey(100, 100), [10, 10, 9, 9], '0.8% of the image'],
  ['too large', grey(100, 100), [10, 10, 70, 70], '49.0% of the image'],
  ['nowhere else', grey(100, 100), [35, 2, 35, 98], 'no room'],
] as const)('an image without a usable region is refused by name: %s', (_, image, box, why) => {
  expect(() => changedPixels(image, 'd/a.png', change('elsewhere', box))).toThrow(
    expect.objectContaining({
      info: expect.objectContaining({
        code: 'region-missing',
        subject: 'd/a.png',
        message: expect.stringContaining(why),
      }),
    }),
  )
})

test('each question has its own region, even on one image', () => {
  const makeSample = (index: number, own: object) => ({
    ...{ index, image: 'a.png', file: 't' },
    fields: { id: String(index), question: 'Is there a nodule?', ...own },
  })
  const samples = [
    makeSample(0, { box: [1, 2, 3, 4] }),
    makeSample(1, { box: [5, 6, 7, 8] }),
    makeSample(2, {}),
    makeSample(3, { question: 'What is marked in red?' }),
  ]
  const perturbation = new Perturbation({ kind: 'region' }, samples, medrcube)
  expect(samples.filter(sample => perturbation.asks(sample)).map(({ index }) => index)).toEqual([0, 1, 3])
  expect(perturbation.images(['a.png'], 1)).toEqual([
    { path: 'a.png', change: change('region', [5, 6, 7, 8]) },
  ])
  expect(perturbation.images(['a.png'], 3)).toEqual([
    { path: 'a.png', change: { ...change('region'), isMarked: true } },
  ])
  const groups = perturbation.groups([{ images: ['a.png'], samples: [0, 1, 2, 3] }], index => index !== 2)
  expect(groups.map(group => group.samples)).toEqual([[0], [1], [3]])
  expect(parseProbes('region')).toEqual([{ kind: 'region' }, { kind: 'elsewhere' }])
})

test('blurred instead of covered: the region alone changes, into a blur of an eighth of the shorter side', () => {
  const image = grey(60, 50)
  const box: Box = [10, 10, 20, 15]
  const [blurred, elsewhereBlurred] = (['region', 'elsewhere'] as const).map(kind =>
    changedPixels(image, 'd/a.png', { kind, fill: 'blur', box }),
  )
  const whole = blur(image, 50 / 8)
  const inBox = (x: number, y: number) => x >= 10 && x < 30 && y >= 10 && y < 25
  for (let y = 0; y < 50; y++)
    for (let x = 0; x < 60; x++) {
      const at = (y * 60 + x) * 3
      expect(blurred?.data[at]).toBe((inBox(x, y) ? whole : image).data[at])
      if (inBox(x, y)) expect(elsewhereBlurred?.data[at]).toBe(image.data[at])
    }
  expect(parseProbes('region-blurred')).toEqual([
    { kind: 'region', fill: 'blur' },
    { kind: 'elsewhere', fill: 'blur' },
  ])
  expect(listProbes(parseProbes('region-blurred,region,flip') as readonly Probe[])).toBe(
    'region-blurred,region,flip',
  )
})

test('a mask is an image beside the questions or beside the image, never outside the folder', () => {
  expect(findRegion({ mask: 'masks/1.png' })).toEqual({ mask: 'masks/1.png' })
  expect(findRegion({ mask_path: '1_mask.PNG' })).toEqual({ mask: '1_mask.PNG' })
  // A box comes first, and a word is no image.
  expect(findRegion({ mask: 'a.png', box: [1, 2, 3, 4] })).toEqual([1, 2, 3, 4])
  expect(findRegion({ mask: 'lung' })).toBeNull()
  const sample = { file: 'd/part/test.json', image: 'd/part/images/1.png' }
  expect(maskPaths(sample, 'masks/1.png')).toEqual(['d/part/masks/1.png', 'd/part/images/masks/1.png'])
  expect(maskPaths(sample, '../1.png')).toEqual(['d/1.png', 'd/part/1.png'])
  expect(maskPaths(sample, '../../../1.png')).toEqual([])
  expect(maskPaths(sample, '/etc/1.png')).toEqual([])
})

test('a mask marks what is above half of its largest value, whatever that is', () => {
  const makeMask = (value: number, channels: 1 | 3): Pixels => {
    const data = new Uint8Array(20 * 10 * channels)
    for (let y = 3; y < 6; y++) for (let x = 8; x < 12; x++) data[(y * 20 + x) * channels] = value
    return { width: 20, height: 10, channels, data }
  }
  for (const value of [1, 255]) expect(markedBox(makeMask(value, 1))).toEqual([8, 3, 4, 3])
  expect(markedBox(makeMask(200, 3))).toEqual([8, 3, 4, 3])
  expect(markedBox(makeMask(0, 1))).toBeNull()
  const sample = {
    ...{ index: 4, image: 'd/i/1.png', file: 'd/test.json' },
    fields: {
      id: '4',
      question: 'Is there a nodule?',
      option_A: 'Yes',
      option_B: 'No',
      gt_answer: 'Yes',
      mask: 'm.png',
    },
  }
  const pass = new Perturbation({ kind: 'region' }, [sample], medrcube)
  expect(pass.asks(sample)).toBe(true)
  expect(pass.images(['d/i/1.png'], 4)[0]?.change).toEqual({
    kind: 'region',
    masks: ['d/m.png', 'd/i/m.png'],
  })
})
