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

test('a quarter turn takes the top left pixel to the top right', () => {
  const small: Pixels = { width: 3, height: 2, channels: 1, data: Uint8Array.of(1, 2, 3, 4, 5, 6) }
  const turned = (turn: 90 | 180 | 270, own = small) => changedPixels(own, 'a.png', { kind: 'rotate', turn })
  expect(turned(90)).toMatchObject({ width: 2, height: 3 })
  expect([...turned(90).data]).toEqual([4, 1, 5, 2, 6, 3])
  expect([...turned(180).data]).toEqual([6, 5, 4, 3, 2, 1])
  expect([...turned(270).data]).toEqual([3, 6, 2, 5, 1, 4])
  expect(turned(270, turned(90, image)).data).toEqual(Uint8ClampedArray.from(data))
})
