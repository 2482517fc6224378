import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Normalization, normalize } from '../src/normalize.ts'
import type { Pixels } from '../src/pixels.ts'
import golden from './golden/pillow/normalize.json' with { type: 'json' }

/** Every sample value once in each channel. */
const ramp: Pixels = {
  width: 256,
  height: 1,
  channels: 3,
  data: Uint8Array.from({ length: 768 }, (_, i) => Math.floor(i / 3)),
}

describe('normalize', () => {
  for (const { name, rescaleFactor, mean, std, hashes, at_1_100_254 } of golden.cases) {
    it(`equals transformers bit for bit: ${name}`, () => {
      const planes = normalize(ramp, { rescaleFactor, meanAndStd: mean && std ? { mean, std } : null })
      for (const c of [0, 1, 2]) {
        const plane = planes.subarray(c * 256, (c + 1) * 256)
        expect([plane[1], plane[100], plane[254]]).toEqual(at_1_100_254[c])
        const bytes = new Uint8Array(plane.buffer, plane.byteOffset, plane.byteLength)
        expect(createHash('sha256').update(bytes).digest('hex').slice(0, 16)).toBe(hashes[c])
      }
    })
  }

  const how: Normalization = { rescaleFactor: 1 / 255, meanAndStd: null }

  it('writes into the array it is given, plane by plane', () => {
    const pixels: Pixels = {
      width: 2,
      height: 1,
      channels: 3,
      data: Uint8Array.of(0, 51, 102, 255, 204, 153),
    }
    const out = new Float32Array(6)
    expect(normalize(pixels, how, out)).toBe(out)
    expect([...out]).toEqual([0, 1, 0.2, 0.8, 0.4, 0.6].map(Math.fround))
    expect(() => normalize(pixels, how, new Float32Array(5))).toThrow(RangeError)
  })

  it('refuses pixels that are not RGB, and too few means', () => {
    expect(() => normalize({ ...ramp, width: 768, channels: 1 }, how)).toThrow(RangeError)
    const short = { rescaleFactor: null, meanAndStd: { mean: [0.5], std: [0.5] } }
    expect(() => normalize(ramp, short)).toThrow(RangeError)
  })
})
