/** RLE data whose last run claims more bytes than the file has. */
import { expect, test } from 'vitest'
import { rleFile } from '../../../../test/unit/support/rle-file.ts'
import { decodePicture } from '../../src/decode.ts'
import { nodeCodec } from '../../src/node-codec.ts'
import { filePolicy } from '../../src/window-policy.ts'

const decodeOverrun = (packed: readonly number[]) =>
  decodePicture(rleFile(packed), 'a.dcm', nodeCodec, filePolicy)

// A count of n is followed by n + 1 bytes.
const whole = [3, 0, 85, 170, 255]

test('it is read, and marked, if no pixel is missing', async () => {
  const { pixels } = await decodeOverrun(whole)
  for (const count of [4, 9, 127]) {
    const read = await decodeOverrun([count, 0, 85, 170, 255])
    expect(read.pixels).toEqual(pixels)
    expect(read.display).toMatchObject({ used: 'range', overrun: true })
  }
})

test('data that claims what it has is not marked, a padding byte included', async () => {
  for (const packed of [
    whole,
    [...whole, 0],
    [1, 0, 85, 1, 170, 255],
    [-3 & 0xff, 9],
    [4, 0, 85, 170, 255, 255],
  ])
    expect((await decodeOverrun(packed)).display).not.toHaveProperty('overrun')
})

test('a missing pixel is refused', async () => {
  for (const packed of [
    [3, 0, 85, 170],
    [9, 0, 85],
    [1, 0, 85],
  ])
    await expect(decodeOverrun(packed)).rejects.toMatchObject({
      code: expect.stringContaining('image-'),
    })
})
