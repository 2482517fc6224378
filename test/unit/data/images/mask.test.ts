/** Masks of regions, which are image files of the data set. */

import type { Pixels } from '@voxelwise/pixels'
import { nodeCodec } from '@voxelwise/pixels/node'
import { expect, test } from 'vitest'
import { findMarkedBox, withMask } from '../../../../src/data/images/mask.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import type { PixelChange } from '../../../../src/engine/protocol/probe.ts'
import { mapProbes } from '../../support/some-probes.ts'

/** A BMP file of 24 bits that is black but for a white box. */
function mask(width: number, height: number, [x, y, wide, high]: readonly number[]): ArrayBuffer {
  const [left = 0, top = 0] = [x, y]
  const row = Math.ceil((3 * width) / 4) * 4
  const bytes = new Uint8Array(54 + row * height)
  const view = new DataView(bytes.buffer)
  bytes.set([0x42, 0x4d])
  for (const [at, value] of [
    [2, bytes.length],
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const)
    view.setUint32(at, value, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, 24, true)
  // From the last row to the first.
  for (let line = top; line < top + (high ?? 0); line++)
    bytes.fill(
      255,
      54 + (height - 1 - line) * row + 3 * left,
      54 + (height - 1 - line) * row + 3 * (left + (wide ?? 0)),
    )
  return bytes.buffer
}

const change: PixelChange = { kind: 'region', masks: ['d/masks/1.bmp', 'd/images/masks/1.bmp'] }
const size = { width: 30, height: 20 }

const filesWith = (files: Readonly<Record<string, ArrayBuffer>>) => async (path: string) => {
  const found = files[path]
  if (found) return found
  throw new VoxelwiseError({ code: 'file-missing', subject: path, message: 'It does not exist.', remedy: '' })
}

const placed = (files: Readonly<Record<string, ArrayBuffer>>) =>
  withMask(change, size, 'd/images/1.png', filesWith(files), nodeCodec)

test('the box around what a mask marks takes its place, from the first file that exists', async () => {
  const found = await placed({ 'd/images/masks/1.bmp': mask(30, 20, [4, 5, 6, 7]) })
  expect(found).toEqual({ kind: 'region', box: [4, 5, 6, 7] })
  const plain: PixelChange = { kind: 'region', box: [1, 2, 3, 4] }
  expect(await withMask(plain, size, 'd/images/1.png', filesWith({}), nodeCodec)).toBe(plain)
})

test.each([
  ['is not in the folder', {}],
  ['marks nothing', { 'd/masks/1.bmp': mask(30, 20, [0, 0, 0, 0]) }],
  ['has 20 × 30 pixels, and the image 30 × 20', { 'd/masks/1.bmp': mask(20, 30, [1, 1, 2, 2]) }],
])('a mask that %s leaves its question out by name', async (message, files) => {
  await expect(placed(files)).rejects.toThrow(
    expect.objectContaining({
      info: expect.objectContaining({
        ...{ code: 'region-missing', subject: 'd/images/1.png' },
        message: expect.stringContaining(message),
      }),
    }),
  )
})

test.each(mapProbes)(
  'a map is compared with the box of the mask or the red mark; without one it has none',
  async probe => {
    const grey = { width: 30, height: 20, channels: 3, data: new Uint8Array(30 * 20 * 3).fill(90) } as const
    const marked = {
      ...grey,
      data: grey.data.map((value, at) => (at < 30 ? [200, 20, 20][at % 3] : value) ?? 0),
    }
    const boxIn = (pixels: Pixels, files: Readonly<Record<string, ArrayBuffer>>, more: object) =>
      findMarkedBox({ ...probe, ...more }, pixels, 'd/images/1.png', filesWith(files), nodeCodec)
    const file = { 'd/masks/1.bmp': mask(30, 20, [4, 5, 6, 7]) }
    const masks = { masks: ['d/masks/1.bmp'] }
    expect(await boxIn(grey, file, masks)).toEqual([4, 5, 6, 7])
    expect(await boxIn(grey, {}, masks)).toBeNull()
    expect(await boxIn(marked, {}, { isMarked: true })).toEqual([0, 0, 10, 1])
    expect(await boxIn(grey, {}, { isMarked: true })).toBeNull()
    expect(await boxIn(marked, {}, {})).toBeNull()
  },
)
