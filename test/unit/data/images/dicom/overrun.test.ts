/** RLE data whose last run claims more bytes than the file has. */
import { expect, test } from 'vitest'
import { decodePicture } from '../../../../../src/data/images/decode.ts'
import { nodeCodec } from '../../../../../src/data/images/node-codec.ts'
import { filePolicy } from '../../../../../src/engine/protocol/window-policy.ts'

const word = (value: number): number[] => [value & 0xff, value >> 8]
const long = (value: number): number[] => [...word(value & 0xffff), ...word(value >>> 16)]
const text = (value: string): number[] => [...Buffer.from(value.length % 2 ? `${value}\0` : value)]

/** A short element of explicit VR. */
const element = (group: number, number: number, vr: string, value: readonly number[]): number[] => [
  ...[...word(group), ...word(number), ...text(vr), ...word(value.length)],
  ...value,
]
const item = (number: number, value: readonly number[]): number[] => [
  ...[...word(0xfffe), ...word(number), ...long(value.length)],
  ...value,
]

/** Four grey pixels in a row; the frame is an RLE segment of these bytes. */
function rleFile(packed: readonly number[]): Uint8Array<ArrayBuffer> {
  const frame = [...long(1), ...long(64), ...new Array<number>(56).fill(0), ...packed]
  return Uint8Array.from([
    ...new Array<number>(128).fill(0),
    ...text('DICM'),
    ...element(0x0002, 0x0010, 'UI', text('1.2.840.10008.1.2.5')),
    ...element(0x0028, 0x0002, 'US', word(1)),
    ...element(0x0028, 0x0004, 'CS', text('MONOCHROME2 ')),
    ...element(0x0028, 0x0010, 'US', word(1)),
    ...element(0x0028, 0x0011, 'US', word(4)),
    ...element(0x0028, 0x0100, 'US', word(8)),
    ...element(0x0028, 0x0101, 'US', word(8)),
    ...element(0x0028, 0x0102, 'US', word(7)),
    ...element(0x0028, 0x0103, 'US', word(0)),
    ...[...word(0x7fe0), ...word(0x0010), ...text('OB'), ...word(0), ...long(0xffffffff)],
    ...[...item(0xe000, []), ...item(0xe000, frame), ...item(0xe0dd, [])],
  ])
}

const pictureOf = (packed: readonly number[]) =>
  decodePicture(rleFile(packed), 'a.dcm', nodeCodec, filePolicy)

// A count of n is followed by n + 1 bytes.
const whole = [3, 0, 85, 170, 255]

test('it is read, and marked, if no pixel is missing', async () => {
  const { pixels } = await pictureOf(whole)
  for (const count of [4, 9, 127]) {
    const read = await pictureOf([count, 0, 85, 170, 255])
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
    expect((await pictureOf(packed)).display).not.toHaveProperty('overrun')
})

test('a missing pixel is refused', async () => {
  for (const packed of [
    [3, 0, 85, 170],
    [9, 0, 85],
    [1, 0, 85],
  ])
    await expect(pictureOf(packed)).rejects.toMatchObject({
      info: { code: expect.stringContaining('image-') },
    })
})
