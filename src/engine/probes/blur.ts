import { colours, type Pixels, roundedByte } from '@voxelwise/pixels'

/** Gaussian blur out to four deviations, the edge pixels repeated beyond the edge; as SciPy's `gaussian_filter`. */
export function blur(pixels: Pixels, deviation: number): Pixels {
  const { width, height, channels } = pixels
  const weights = kernel(deviation)
  const data = pixels.data.slice()
  for (let c = 0; c < colours(channels); c++) {
    const plane = new Float64Array(width * height)
    for (let i = 0; i < plane.length; i++) plane[i] = data[i * channels + c] as number
    const down = convolve(plane, height, width, width, 1, weights)
    const across = convolve(down, width, height, 1, width, weights)
    for (let i = 0; i < plane.length; i++) data[i * channels + c] = roundedByte(across[i] as number)
  }
  return { ...pixels, data }
}

/** The weights from the centre outwards; both sides together sum to 1. */
function kernel(deviation: number): Float64Array {
  const radius = Math.floor(4 * deviation + 0.5)
  const half = Float64Array.from({ length: radius + 1 }, (_, i) => Math.exp((-0.5 * i * i) / deviation ** 2))
  const sum = half.reduce((total, weight, i) => total + (i === 0 ? weight : 2 * weight), 0)
  return half.map(weight => weight / sum)
}

/** Along lines of `length` samples `step` apart, `lines` of them `apart` from each other. */
function convolve(
  from: Float64Array,
  length: number,
  lines: number,
  step: number,
  apart: number,
  weights: Float64Array,
): Float64Array {
  const radius = weights.length - 1
  const to = new Float64Array(from.length)
  const line = new Float64Array(length + 2 * radius)
  for (let l = 0; l < lines; l++) {
    const start = l * apart
    for (let i = 0; i < line.length; i++) {
      const at = Math.min(length - 1, Math.max(0, i - radius))
      line[i] = from[start + at * step] as number
    }
    for (let i = 0; i < length; i++) {
      const centre = i + radius
      let sum = (line[centre] as number) * (weights[0] as number)
      for (let k = 1; k <= radius; k++) {
        sum += ((line[centre - k] as number) + (line[centre + k] as number)) * (weights[k] as number)
      }
      to[start + i * step] = sum
    }
  }
  return to
}
