import { expect, test } from 'vitest'
import { mropePositions } from '../../../../src/engine/families/qwen-vl.ts'

const image = 9
const rows = ({ dims, data }: ReturnType<typeof mropePositions>): number[][] => {
  const length = dims[2] ?? 0
  return [0, 1, 2].map(axis => Array.from(data.slice(axis * length, (axis + 1) * length), Number))
}

test('text counts on alike in time, row and column', () => {
  expect(rows(mropePositions({ ids: [1, 2, 3], from: 0, grids: [] }, image))).toEqual([
    [0, 1, 2],
    [0, 1, 2],
    [0, 1, 2],
  ])
})

test('an image extends over rows and columns, and text continues from its longer side', () => {
  const ids = [1, image, image, image, image, image, image, 2, 3]
  expect(rows(mropePositions({ ids, from: 0, grids: [[2, 3]] }, image))).toEqual([
    [0, 1, 1, 1, 1, 1, 1, 4, 5],
    [0, 1, 1, 1, 2, 2, 2, 4, 5],
    [0, 1, 2, 3, 1, 2, 3, 4, 5],
  ])
})

test('a span is the end of the whole sequence', () => {
  const ids = [1, image, image, 2, image, 3]
  const grids = [
    [1, 2],
    [1, 1],
  ] as const
  const whole = rows(mropePositions({ ids, from: 0, grids }, image))
  const end = rows(mropePositions({ ids, from: 4, grids }, image))
  expect(end).toEqual(whole.map(row => row.slice(4)))
})

test('an image token without an image is text', () => {
  expect(rows(mropePositions({ ids: [1, image, 2], from: 0, grids: [] }, image))[1]).toEqual([0, 1, 2])
})
