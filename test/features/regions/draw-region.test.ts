/** Boxes drawn on an image. */
import { expect, test } from 'vitest'
import { boxBetween, middleBox, nudged } from '../../../src/features/regions/ui/draw-region.tsx'

const size = { width: 200, height: 100 }

test('two corners in any order make a box of whole pixels within the image', () => {
  expect(boxBetween([0.1, 0.2], [0.3, 0.5], size)).toEqual([20, 20, 40, 30])
  expect(boxBetween([0.3, 0.5], [0.1, 0.2], size)).toEqual([20, 20, 40, 30])
  expect(boxBetween([-0.5, 0.9], [0.5, 2], size)).toEqual([0, 90, 100, 10])
  // A click is one pixel, also outside the image.
  expect(boxBetween([0.5, 0.5], [0.5, 0.5], size)).toEqual([100, 50, 1, 1])
  expect(boxBetween([3, 3], [3, 3], size)).toEqual([199, 99, 1, 1])
  expect(middleBox(size)).toEqual([75, 37, 50, 26])
})

test('arrow keys move it by a hundredth of the side, with Shift they resize it, and it stays in the image', () => {
  const box = [20, 20, 40, 30] as const
  expect(nudged(box, 'ArrowRight', false, size)).toEqual([22, 20, 40, 30])
  expect(nudged(box, 'ArrowUp', false, size)).toEqual([20, 19, 40, 30])
  expect(nudged(box, 'ArrowDown', true, size)).toEqual([20, 20, 40, 31])
  expect(nudged(box, 'ArrowLeft', true, size)).toEqual([20, 20, 38, 30])
  expect(nudged([160, 0, 40, 30], 'ArrowRight', false, size)).toEqual([160, 0, 40, 30])
  expect(nudged([160, 0, 40, 30], 'ArrowRight', true, size)).toEqual([160, 0, 40, 30])
  expect(nudged([0, 0, 1, 1], 'ArrowLeft', true, size)).toEqual([0, 0, 1, 1])
  expect(nudged(box, 'a', false, size)).toBeNull()
})
