import { expect, test } from 'vitest'
import type { Pixels } from '../../../../src/engine/image/pixels.ts'
import { changedPixels, corrupt, imageSeed } from '../../../../src/engine/probes/corrupt.ts'

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
  expect(spoilt).toEqual(corrupt(image, 'noise', 3, imageSeed('a.png', 7)))
  expect(changedPixels(image, 'a.png', change)).toEqual(spoilt)
  expect(changedPixels(image, 'b.png', change)).not.toEqual(spoilt)
  expect(image.data).toEqual(data)
})
