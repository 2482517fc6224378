import { KERNELS, type Kernel, type WeighingFilter } from './filters.ts'
import type { Pixels } from './pixels.ts'

/**
 * `source` at a new size as torchvision resizes 8-bit tensors on a CPU with AVX2 (antialiased). It is Pillow's
 * method with weights of 16 bits instead of 22, and always rows first, so single samples differ from Pillow's by 1.
 */
export function resampleAsTorch(
  source: Pixels,
  width: number,
  height: number,
  filter: WeighingFilter,
): Pixels {
  const { channels } = source
  const across = windows16(source.width, width, KERNELS[filter])
  const down = windows16(source.height, height, KERNELS[filter])
  const rows = new Uint8ClampedArray(width * source.height * channels)
  if (width === source.width) rows.set(source.data)
  else
    for (let y = 0; y < source.height; y++)
      for (let x = 0; x < width; x++)
        for (let c = 0; c < channels; c++)
          rows[(y * width + x) * channels + c] = blend(
            across,
            x,
            i => source.data[(y * source.width + i) * channels + c] as number,
          )
  if (height === source.height) return { width, height, channels, data: rows }
  const data = new Uint8ClampedArray(width * height * channels)
  const stride = width * channels
  for (let y = 0; y < height; y++)
    for (let at = 0; at < stride; at++)
      data[y * stride + at] = blend(down, y, i => rows[i * stride + at] as number)
  return { width, height, channels, data }
}

interface Windows16 {
  readonly first: readonly number[]
  readonly weights: readonly (readonly number[])[]
  /** Fraction bits of a weight. */
  readonly precision: number
}

function blend({ first, weights, precision }: Windows16, at: number, sample: (i: number) => number): number {
  const start = first[at] as number
  let sum = 1 << (precision - 1)
  weights[at]?.forEach((weight, j) => {
    sum += weight * sample(start + j)
  })
  return sum >> precision
}

/** `_compute_index_ranges_int16_weights` of ATen's UpSampleKernel.cpp. */
function windows16(from: number, to: number, kernel: Kernel): Windows16 {
  const scale = from / to
  const support = kernel.support * Math.max(scale, 1)
  const inverse = scale >= 1 ? 1 / scale : 1
  const first: number[] = []
  const exact = Array.from({ length: to }, (_, i) => {
    const center = scale * (i + 0.5)
    const start = Math.max(Math.trunc(center - support + 0.5), 0)
    const count = Math.min(Math.trunc(center + support + 0.5), from) - start
    const weights = Array.from({ length: count }, (_, j) =>
      kernel.weight((j + start - center + 0.5) * inverse),
    )
    const sum = weights.reduce((total, weight) => total + weight, 0)
    first.push(start)
    return weights.map(weight => weight / sum)
  })
  const most = Math.max(...exact.map(weights => Math.max(...weights)))
  let precision = 0
  while (precision < 22 && Math.trunc(0.5 + most * 2 ** (precision + 1)) < 1 << 15) precision++
  const fixed = (weight: number): number => {
    const scaled = weight * 2 ** precision
    return Math.trunc(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
  }
  return { first, weights: exact.map(weights => weights.map(fixed)), precision }
}
