/**
 * A JPEG of Pillow's written and read again, to the byte: libjpeg's accurate integer transforms (jfdctint.c, jidctint.c), colour at
 * half the resolution (jcsample.c, jdsample.c with smooth upsampling), baseline tables.
 */
import { colours, type Pixels } from '@voxelwise/pixels'
import { changedBlocks, quantisers } from '../../../engine/probes/compression.ts'

interface Plane {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** @param quality 1 to 100 */
export function jpegLoss(pixels: Pixels, quality: number): Pixels {
  const { width, height, channels } = pixels
  const data = new Uint8ClampedArray(pixels.data)
  if (colours(channels) === 1) {
    data.set(transcoded({ width, height, data }, quantisers('luminance', quality)).data)
    return { ...pixels, data }
  }
  const [y, cb, cr] = toYCbCr(pixels)
  const luma = transcoded(y, quantisers('luminance', quality)).data
  const ofColour = (plane: Plane) =>
    doubled(transcoded(halved(plane), quantisers('chrominance', quality)), width, height)
  const [blue, red] = [ofColour(cb), ofColour(cr)]
  for (let i = 0; i < luma.length; i++) {
    const [level, u, v] = [luma[i] as number, (blue[i] as number) - 128, (red[i] as number) - 128]
    const at = i * channels
    data[at] = level + ((91881 * v + half) >> 16)
    data[at + 1] = level + ((-22554 * u - 46802 * v + half) >> 16)
    data[at + 2] = level + ((116130 * u + half) >> 16)
  }
  return { ...pixels, data }
}

const half = 1 << 15

function toYCbCr({ width, height, channels, data }: Pixels): readonly [Plane, Plane, Plane] {
  const plane = () => ({ width, height, data: new Uint8ClampedArray(width * height) })
  const [y, cb, cr] = [plane(), plane(), plane()]
  const offset = (128 << 16) + half - 1
  for (let i = 0; i < y.data.length; i++) {
    const at = i * channels
    const [r, g, b] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
    y.data[i] = (19595 * r + 38470 * g + 7471 * b + half) >> 16
    cb.data[i] = (-11058 * r - 21710 * g + 32768 * b + offset) >> 16
    cr.data[i] = (32768 * r - 27439 * g - 5329 * b + offset) >> 16
  }
  return [y, cb, cr]
}

/** Means of 2 × 2, rounded up and down in turn; as wide as whole blocks need. */
function halved({ width, height, data }: Plane): Plane {
  const [wide, high] = [8 * Math.ceil(width / 16), Math.ceil(height / 2)]
  const out = new Uint8ClampedArray(wide * high)
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++) {
      const at = (dx: number, dy: number) =>
        data[Math.min(height - 1, 2 * y + dy) * width + Math.min(width - 1, 2 * x + dx)] as number
      out[y * wide + x] = (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1) + 1 + (x & 1)) >> 2
    }
  return { width: wide, height: high, data: out }
}

/** Smoothly: a sample weighs 3 and the nearer neighbour 1, both ways. */
function doubled(
  { width: wide, height: high, data }: Plane,
  width: number,
  height: number,
): Uint8ClampedArray {
  const out = new Uint8ClampedArray(width * height)
  const count = Math.ceil(width / 2)
  for (let y = 0; y < height; y++) {
    const row = y >> 1
    const near = Math.min(high - 1, Math.max(0, row + (y & 1 ? 1 : -1)))
    const sum = (x: number) => 3 * (data[row * wide + x] as number) + (data[near * wide + x] as number)
    for (let x = 0; x < width; x++) {
      const at = x >> 1
      const other = Math.min(count - 1, Math.max(0, at + (x & 1 ? 1 : -1)))
      const smooth = (3 * sum(at) + sum(other) + (x & 1 ? 7 : 8)) >> 4
      out[y * width + x] = count <= 2 ? (data[row * wide + at] as number) : smooth
    }
  }
  return out
}

/** Every block transformed, rounded to its steps, and back. */
function transcoded({ width, height, data }: Plane, steps: readonly number[]): Plane {
  const out = changedBlocks(data, width, height, block => {
    forward(block)
    for (let i = 0; i < 64; i++) {
      const [value, step] = [block[i] as number, steps[i] as number]
      const times = Math.trunc((Math.abs(value) + 4 * step) / (8 * step))
      block[i] = Math.sign(value) * times * step
    }
    inverse(block)
  })
  return { width, height, data: out }
}

const descale = (value: number, bits: number): number => (value + (1 << (bits - 1))) >> bits

/** Rows, then columns; eight times the coefficients. */
function forward(block: Float64Array): void {
  for (const [step, apart, isLast] of [
    [1, 8, false],
    [8, 1, true],
  ] as const) {
    const bits = isLast ? 15 : 11
    for (let line = 0; line < 8; line++) {
      const at = (i: number) => line * apart + i * step
      const v = (i: number) => block[at(i)] as number
      const [s0, s1, s2, s3] = [v(0) + v(7), v(1) + v(6), v(2) + v(5), v(3) + v(4)]
      const [d7, d6, d5, d4] = [v(0) - v(7), v(1) - v(6), v(2) - v(5), v(3) - v(4)]
      const [t10, t13, t11, t12] = [s0 + s3, s0 - s3, s1 + s2, s1 - s2]
      block[at(0)] = isLast ? descale(t10 + t11, 2) : (t10 + t11) << 2
      block[at(4)] = isLast ? descale(t10 - t11, 2) : (t10 - t11) << 2
      const even = (t12 + t13) * 4433
      block[at(2)] = descale(even + t13 * 6270, bits)
      block[at(6)] = descale(even - t12 * 15137, bits)
      const z5 = (d4 + d6 + d5 + d7) * 9633
      const [z1, z2] = [-(d4 + d7) * 7373, -(d5 + d6) * 20995]
      const [z3, z4] = [z5 - (d4 + d6) * 16069, z5 - (d5 + d7) * 3196]
      block[at(7)] = descale(d4 * 2446 + z1 + z3, bits)
      block[at(5)] = descale(d5 * 16819 + z2 + z4, bits)
      block[at(3)] = descale(d6 * 25172 + z2 + z3, bits)
      block[at(1)] = descale(d7 * 12299 + z1 + z4, bits)
    }
  }
}

/** Columns, then rows. */
function inverse(block: Float64Array): void {
  for (const [step, apart, bits] of [
    [8, 1, 11],
    [1, 8, 18],
  ] as const)
    for (let line = 0; line < 8; line++) {
      const at = (i: number) => line * apart + i * step
      const v = (i: number) => block[at(i)] as number
      const even = (v(2) + v(6)) * 4433
      const [t2, t3] = [even - v(6) * 15137, even + v(2) * 6270]
      const [t0, t1] = [(v(0) + v(4)) * 8192, (v(0) - v(4)) * 8192]
      const [t10, t13, t11, t12] = [t0 + t3, t0 - t3, t1 + t2, t1 - t2]
      const z5 = (v(7) + v(3) + v(5) + v(1)) * 9633
      const [z1, z2] = [-(v(7) + v(1)) * 7373, -(v(5) + v(3)) * 20995]
      const [z3, z4] = [z5 - (v(7) + v(3)) * 16069, z5 - (v(5) + v(1)) * 3196]
      const [o0, o1] = [v(7) * 2446 + z1 + z3, v(5) * 16819 + z2 + z4]
      const [o2, o3] = [v(3) * 25172 + z2 + z3, v(1) * 12299 + z1 + z4]
      const pairs = [
        [t10, o3],
        [t11, o2],
        [t12, o1],
        [t13, o0],
      ] as const
      for (const [i, [even, odd]] of pairs.entries()) {
        block[at(i)] = descale(even + odd, bits)
        block[at(7 - i)] = descale(even - odd, bits)
      }
    }
}
