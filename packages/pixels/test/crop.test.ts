import { expect, test } from 'vitest'
import { centerCrop, crop, padToSquare } from '../src/crop.ts'
import type { Pixels } from '../src/pixels.ts'

const grey = (width: number, data: readonly number[]): Pixels => ({
  width,
  height: data.length / width,
  channels: 1,
  data: Uint8Array.from(data),
})
const image = grey(3, [1, 2, 3, 4, 5, 6])

test('a rectangle inside', () => {
  expect(crop(image, 1, 0, 2, 2)).toEqual(grey(2, [2, 3, 5, 6]))
})

test('the area outside is filled', () => {
  expect(crop(image, 2, 1, 2, 2, [7])).toEqual(grey(2, [6, 7, 7, 7]))
  expect(crop(image, -1, -1, 2, 2)).toEqual(grey(2, [0, 0, 0, 1]))
  expect(crop(image, 5, 5, 1, 1, [8])).toEqual(grey(1, [8]))
})

test('the middle, leaning left and up as Python does', () => {
  expect(centerCrop(image, 2, 1)).toEqual(grey(2, [1, 2]))
  expect(centerCrop(grey(1, [9]), 2, 2)).toEqual(grey(2, [0, 0, 0, 9]))
})

test('padding to a square', () => {
  expect(padToSquare(image, [7])).toEqual(grey(3, [1, 2, 3, 4, 5, 6, 7, 7, 7]))
  expect(padToSquare(grey(1, [1, 2, 3]), [0])).toEqual(grey(3, [0, 1, 0, 0, 2, 0, 0, 3, 0]))
})
