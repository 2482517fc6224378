/**
 * The losses of JPEG without its file: blocks of 8 x 8, their cosine transform rounded to multiples that grow as
 * the quality falls. ITU-T T.81 (1992), A.3.3 and the tables of annex K.1; colour by T.871 (JFIF), not subsampled;
 * qualities as in the Independent JPEG Group's library.
 */
import { type Pixels, rounded, roundedByte } from '@voxelwise/pixels'

/** @param quality 1 to 49 */
export function compress(pixels: Pixels, quality: number): Pixels {
  const { width, height, channels } = pixels
  const data = pixels.data.slice()
  const transcoded = (plane: ArrayLike<number>, base: Base) => {
    const steps = quantisers(base, quality)
    return changedBlocks(plane, width, height, block => transcode(block, steps))
  }
  if (channels === 1) {
    data.set(transcoded(data, 'luminance'))
    return { ...pixels, data }
  }
  const [luma, blueness, redness] = toYCbCr(pixels)
  const [y, cb, cr] = [
    transcoded(luma, 'luminance'),
    transcoded(blueness, 'chrominance'),
    transcoded(redness, 'chrominance'),
  ]
  for (let i = 0; i < y.length; i++) {
    const [luma, blue, red] = [y[i] as number, (cb[i] as number) - 128, (cr[i] as number) - 128]
    data[i * channels] = roundedByte(luma + 1.402 * red)
    data[i * channels + 1] = roundedByte(luma - 0.344136286201022 * blue - 0.714136286201022 * red)
    data[i * channels + 2] = roundedByte(luma + 1.772 * blue)
  }
  return { ...pixels, data }
}

function toYCbCr({ width, height, channels, data }: Pixels) {
  const plane = () => new Float64Array(width * height)
  const [y, cb, cr] = [plane(), plane(), plane()]
  for (let i = 0; i < y.length; i++) {
    const at = i * channels
    const [r, g, b] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
    const luma = 0.299 * r + 0.587 * g + 0.114 * b
    y[i] = roundedByte(luma)
    cb[i] = roundedByte((b - luma) / 1.772 + 128)
    cr[i] = roundedByte((r - luma) / 1.402 + 128)
  }
  return [y, cb, cr] as const
}

/**
 * A plane of bytes after each of its blocks of 8 × 8 was changed; a block that reaches over the edge repeats the edge.
 * @param change in place, values less 128
 */
export function changedBlocks(
  plane: ArrayLike<number>,
  width: number,
  height: number,
  change: (block: Float64Array) => void,
): Uint8ClampedArray {
  const out = new Uint8ClampedArray(plane.length)
  const block = new Float64Array(64)
  for (let top = 0; top < height; top += 8)
    for (let left = 0; left < width; left += 8) {
      for (let i = 0; i < 64; i++) {
        const y = Math.min(height - 1, top + (i >> 3))
        const x = Math.min(width - 1, left + (i & 7))
        block[i] = (plane[y * width + x] as number) - 128
      }
      change(block)
      for (let i = 0; i < 64; i++) {
        const [y, x] = [top + (i >> 3), left + (i & 7)]
        if (y < height && x < width) out[y * width + x] = roundedByte((block[i] as number) + 128)
      }
    }
  return out
}

function transcode(block: Float64Array, steps: readonly number[]): void {
  const waves = transform(transform(block, cosines), cosines).map((wave, i) => {
    const step = steps[i] as number
    return step * rounded(wave / step)
  })
  block.set(transform(transform(waves, cosinesBack), cosinesBack))
}

/** Rows of the block times the matrix, transposed: twice does rows and columns. */
function transform(block: Float64Array, matrix: Float64Array): Float64Array {
  const out = new Float64Array(64)
  for (let row = 0; row < 8; row++) {
    for (let u = 0; u < 8; u++) {
      let sum = 0
      for (let x = 0; x < 8; x++) sum += (block[row * 8 + x] as number) * (matrix[u * 8 + x] as number)
      out[u * 8 + row] = sum
    }
  }
  return out
}

const cosines = Float64Array.from({ length: 64 }, (_, i) => {
  const [u, x] = [i >> 3, i & 7]
  return (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16)
})
const cosinesBack = Float64Array.from({ length: 64 }, (_, i) => cosines[(i & 7) * 8 + (i >> 3)] as number)

type Base = 'luminance' | 'chrominance'

/** @param quality 1 to 100 */
export function quantisers(base: Base, quality: number): readonly number[] {
  const scale = quality < 50 ? Math.trunc(5000 / quality) : 200 - 2 * quality
  const steps = base === 'luminance' ? luminance : chrominance
  return steps.map(step => Math.min(255, Math.max(1, Math.trunc((step * scale + 50) / 100))))
}

// biome-ignore format: as the standard prints it
const luminance = [
  16, 11, 10, 16, 24, 40, 51, 61,
  12, 12, 14, 19, 26, 58, 60, 55,
  14, 13, 16, 24, 40, 57, 69, 56,
  14, 17, 22, 29, 51, 87, 80, 62,
  18, 22, 37, 56, 68, 109, 103, 77,
  24, 35, 55, 64, 81, 104, 113, 92,
  49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
]

// biome-ignore format: as the standard prints it
const chrominance = [
  17, 18, 24, 47, 99, 99, 99, 99,
  18, 21, 26, 66, 99, 99, 99, 99,
  24, 26, 56, 99, 99, 99, 99, 99,
  47, 66, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99,
]
