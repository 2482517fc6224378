import { expect, test } from 'vitest'
import { byImage } from '../../../../src/engine/analysis/by-image.ts'

test('samples by image, in the order in which an image comes first', () => {
  const rows = [
    { index: 0, image: 'a' },
    { index: 1, image: 'b' },
    { index: 2, image: 'a' },
    { index: 3, image: 'a', furtherImages: ['b'] },
    { index: 4, image: null },
    { index: 5, image: null },
  ]
  expect(byImage(rows).map(({ image, rows }) => [image, rows.map(({ index }) => index)])).toEqual([
    ['a', [0, 2]],
    ['b', [1]],
    ['a', [3]],
    [null, [4]],
    [null, [5]],
  ])
})
