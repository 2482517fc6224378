import type { Pixels } from '@voxelwise/pixels'
import { expect, test } from 'vitest'
import { fnv1a } from '../../../../src/engine/base/hash.ts'
import { changedPixels } from '../../../../src/engine/probes/changed-pixels.ts'
import { corrupt } from '../../../../src/engine/probes/corrupt.ts'

const data = Uint8Array.from({ length: 16 * 12 * 3 }, (_, i) => (i * 37) % 256)
const image: Pixels = { width: 16, height: 12, channels: 3, data }

test('a blank image is an even grey of the same size', () => {
  const blank = changedPixels(image, 'a.png', { kind: 'blank-image' })
  expect(blank).toMatchObject({ width: 16, height: 12, channels: 3 })
  expect(new Set(blank.data)).toEqual(new Set([128]))
})

test('every file has noise of its own, always the same', () => {
  const change = { kind: 'corruption', corruption: 'noise', strength: 3, seed: 7 } as const
  const spoilt = changedPixels(image, 'a.png', change)
  expect(spoilt).toEqual(corrupt(image, 'noise', 3, fnv1a('a.png', 7)))
  expect(changedPixels(image, 'a.png', change)).toEqual(spoilt)
  expect(changedPixels(image, 'b.png', change)).not.toEqual(spoilt)
  expect(image.data).toEqual(data)
})

test('a quarter turn takes the top left pixel to the top right', () => {
  const small: Pixels = { width: 3, height: 2, channels: 1, data: Uint8Array.of(1, 2, 3, 4, 5, 6) }
  const turned = (turn: 90 | 180 | 270, own = small) => changedPixels(own, 'a.png', { kind: 'rotate', turn })
  expect(turned(90)).toMatchObject({ width: 2, height: 3 })
  expect([...turned(90).data]).toEqual([4, 1, 5, 2, 6, 3])
  expect([...turned(180).data]).toEqual([6, 5, 4, 3, 2, 1])
  expect([...turned(270).data]).toEqual([3, 6, 2, 5, 1, 4])
  expect(turned(270, turned(90, image)).data).toEqual(Uint8ClampedArray.from(data))
})

test('a noise image has the mean and the deviation of the image, and of each file its own', () => {
  const grey: Pixels = {
    ...{ width: 96, height: 96, channels: 1 },
    data: Uint8Array.from({ length: 96 * 96 }, (_, i) => (i % 2 === 0 ? 110 : 150)),
  }
  const change = { kind: 'noise-image', seed: 1 } as const
  const { data: noise } = changedPixels(grey, 'a.png', change)
  const mean = Array.from(noise).reduce((sum, value) => sum + value, 0) / noise.length
  const deviation = Math.sqrt(
    Array.from(noise).reduce((sum, value) => sum + (value - mean) ** 2, 0) / noise.length,
  )
  expect(mean).toBeCloseTo(130, 0)
  expect(deviation).toBeCloseTo(20, 0)
  expect(changedPixels(grey, 'a.png', change).data).toEqual(noise)
  expect(changedPixels(grey, 'b.png', change).data).not.toEqual(noise)
  const data = Uint8Array.from({ length: 300 }, (_, i) => (3 * Math.floor(i / 3)) % 256)
  const colour = changedPixels({ width: 10, height: 10, channels: 3, data }, 'a.png', change).data
  for (let i = 0; i < 300; i += 3) expect([colour[i + 1], colour[i + 2]]).toEqual([colour[i], colour[i]])
})

test('a noise image has the mean and the deviation of the data set where its pass has them', () => {
  const moments = { means: [100, 60, 20], deviations: [30, 20, 4] } as const
  const change = { kind: 'noise-image', seed: 1, moments } as const
  const spread = (channels: 1 | 3, channel: number) => {
    const white: Pixels = {
      width: 96,
      height: 96,
      channels,
      data: new Uint8Array(96 * 96 * channels).fill(255),
    }
    const all = changedPixels(white, 'a.png', change).data
    const values = Array.from(all).filter((_, i) => i % channels === channel)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
    return [Math.round(mean), Math.round(Math.sqrt(squares / values.length))]
  }
  expect([spread(3, 0), spread(3, 1), spread(3, 2)]).toEqual([
    [100, 30],
    [60, 20],
    [20, 4],
  ])
  // 0.299, 0.587 and 0.114 of each.
  expect(spread(1, 0)).toEqual([67, 21])
})

test('the photograph has the size and kind of the image, whatever the image shows', () => {
  const shown = (own: Pixels) => changedPixels(own, 'a.png', { kind: 'off-topic' })
  const wide: Pixels = { width: 64, height: 64, channels: 3, data: new Uint8Array(64 * 64 * 3) }
  const photograph = shown(wide)
  expect(photograph).toMatchObject({ width: 64, height: 64, channels: 3 })
  expect(new Set(photograph.data).size).toBeGreaterThan(150)
  expect(shown({ ...wide, data: wide.data.slice().fill(200) })).toEqual(photograph)
  const clear = shown({ width: 20, height: 10, channels: 4, data: new Uint8Array(800) })
  expect(clear.data).toHaveLength(800)
  expect(clear.data.filter((_, i) => i % 4 === 3)).toEqual(new Uint8ClampedArray(200).fill(255))
  const grey = shown({ width: 64, height: 64, channels: 1, data: new Uint8Array(64 * 64) })
  const [r = 0, g = 0, b = 0] = photograph.data
  expect(grey.data[0]).toBe(Math.round(0.299 * r + 0.587 * g + 0.114 * b))
})
