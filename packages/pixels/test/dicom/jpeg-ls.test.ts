import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decodeJpegLs } from '../../src/dicom/codecs.ts'
import { readCodestream, type Shape } from '../../src/dicom/codestream.ts'
import { nodeCodec } from '../../src/node-codec.ts'

/** The codestream of a golden file: 10 x 50 values of 16 bits. */
const whole = (() => {
  const file = new Uint8Array(
    readFileSync('packages/pixels/test/golden/dicom/files/JPEGLSNearLossless_16.dcm'),
  )
  const from = file.findIndex((byte, at) => byte === 0xff && file[at + 1] === 0xd8 && file[at + 2] === 0xff)
  const to = file.findLastIndex((byte, at) => byte === 0xff && file[at + 1] === 0xd9)
  return file.slice(from, to + 2)
})()

const decode = (bytes: Uint8Array) =>
  decodeJpegLs(bytes, readCodestream(whole)?.shape as Shape, nodeCodec.decoder)

describe('JPEG-LS', () => {
  // CharLS reads on for seconds to a minute after these lengths: `quick.ts` ends a test that takes five.
  for (const length of [100, 120])
    test(`a scan cut after ${length} bytes is refused at once`, async () => {
      expect(await decode(whole.subarray(0, length))).toBeNull()
    })

  test('a stream without its last marker is the same picture', async () => {
    const samples = await decode(whole)
    expect(samples).toHaveLength(500)
    expect(await decode(whole.subarray(0, -2))).toEqual(samples)
  })
})
