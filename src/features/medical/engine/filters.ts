/** Blurs of MedMNIST-C. Beyond the edge the image is mirrored around its last pixel, in motion blur its last pixel goes on. */
import { colours, eachColour, type Pixels, roundedByte } from '@voxelwise/pixels'

/** A value in 0 to 255 cut off to a byte; sums miss whole numbers by rounding errors. */
const cutOff = (value: number): number => Math.trunc(Math.min(255, Math.max(0, value + 1e-6)))

const mirroredAt = (at: number, length: number): number => {
  if (length === 1) return 0
  const period = 2 * (length - 1)
  const place = ((at % period) + period) % period
  return place < length ? place : period - place
}

function gaussian(radius: number, deviation: number) {
  const weights = Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-0.5 * ((i - radius) / deviation) ** 2),
  )
  return { weights, sum: weights.reduce((all, weight) => all + weight, 0) }
}

/** torchvision's `gaussian_blur` of a kernel's size, its deviation by OpenCV's rule. */
export function gaussianBlur(pixels: Pixels, size: number, unit: number): Pixels {
  const radius = Math.max(1, Math.round(((size - 1) / 2) * unit))
  const deviation = (0.3 * ((size - 1) * 0.5 - 1) + 0.8) * unit
  const { weights, sum } = gaussian(radius, deviation)
  const { width, height, channels } = pixels
  const data = pixels.data.slice()
  const across = new Float64Array(width * height)
  for (let c = 0; c < colours(channels); c++) {
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        let value = 0
        for (let i = -radius; i <= radius; i++)
          value +=
            (weights[i + radius] as number) *
            (pixels.data[(y * width + mirroredAt(x + i, width)) * channels + c] as number)
        across[y * width + x] = value / sum
      }
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        let value = 0
        for (let i = -radius; i <= radius; i++)
          value += (weights[i + radius] as number) * (across[mirroredAt(y + i, height) * width + x] as number)
        data[(y * width + x) * channels + c] = roundedByte(value / sum)
      }
  }
  return { ...pixels, data }
}

/** A disc on a square grid, smoothed by 3 × 3 (5 × 5 above a radius of 8): the mean over it. */
export function defocus(pixels: Pixels, radius: number, deviation: number, unit: number): Pixels {
  const kernel = discKernel(radius * unit, deviation)
  const side = Math.sqrt(kernel.length)
  const reach = (side - 1) / 2
  const { width, height, channels } = pixels
  const data = pixels.data.slice()
  const rows = Array.from({ length: side }, (_, y) =>
    equalStretches(kernel.subarray(y * side, (y + 1) * side)),
  )
  const padded = width + 2 * reach
  /** Sums of each row from its beginning, mirrored at both ends. */
  const sums = new Float64Array(height * (padded + 1))
  for (let c = 0; c < colours(channels); c++) {
    for (let y = 0; y < height; y++)
      for (let x = 0; x < padded; x++) {
        const at = y * (padded + 1) + x
        sums[at + 1] =
          (sums[at] as number) +
          (pixels.data[(y * width + mirroredAt(x - reach, width)) * channels + c] as number)
      }
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        let value = 0
        for (const [dy, runs] of rows.entries()) {
          const start = mirroredAt(y + dy - reach, height) * (padded + 1) + x
          for (const { from, to, weight } of runs)
            value += weight * ((sums[start + to] as number) - (sums[start + from] as number))
        }
        data[(y * width + x) * channels + c] = cutOff(value)
      }
  }
  return { ...pixels, data }
}

/** @returns a square, row by row */
function discKernel(radius: number, deviation: number): Float64Array {
  const reach = radius <= 8 ? 8 : Math.ceil(radius)
  const side = 2 * reach + 1
  const disc = new Float64Array(side * side)
  let count = 0
  for (let y = -reach; y <= reach; y++)
    for (let x = -reach; x <= reach; x++) {
      if (x * x + y * y > radius * radius) continue
      disc[(y + reach) * side + x + reach] = 1
      count++
    }
  const edge = radius <= 8 ? 1 : 2
  const { weights, sum } = gaussian(edge, deviation)
  const smoothed = (from: Float64Array, step: number, other: number) => {
    const to = new Float64Array(from.length)
    for (let line = 0; line < side; line++)
      for (let i = 0; i < side; i++) {
        let value = 0
        for (const [k, weight] of weights.entries())
          value += (weight / sum) * (from[line * other + mirroredAt(i + k - edge, side) * step] as number)
        to[line * other + i * step] = value
      }
    return to
  }
  return smoothed(smoothed(disc, 1, side), side, 1).map(value => value / count)
}

/** Stretches of equal weights, but those of nothing. */
function equalStretches(row: Float64Array) {
  const runs: { readonly from: number; readonly to: number; readonly weight: number }[] = []
  for (let from = 0; from < row.length; ) {
    const weight = row[from] as number
    let to = from + 1
    while (to < row.length && Math.abs((row[to] as number) - weight) < 1e-15) to++
    if (weight > 0) runs.push({ from, to, weight })
    from = to
  }
  return runs
}

/** ImageMagick's `MotionBlurImage`: a half Gaussian along a line. @param angle in degrees */
export function motionBlur(pixels: Pixels, radius: number, deviation: number, angle: number): Pixels {
  const size = 2 * Math.ceil(radius) + 1
  const weights = Array.from({ length: size }, (_, i) => Math.exp(-(i * i) / (2 * deviation * deviation)))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const [sine, cosine] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  const steps = weights.map((weight, i) => ({
    weight: weight / sum,
    dx: Math.ceil(i * cosine - 0.5),
    dy: Math.ceil(i * sine - 0.5),
  }))
  const { width, height, channels } = pixels
  return eachColour(pixels, (_, x, y, c) => {
    let value = 0
    for (const { weight, dx, dy } of steps) {
      const fromX = Math.min(width - 1, Math.max(0, x + dx))
      const fromY = Math.min(height - 1, Math.max(0, y + dy))
      value += weight * (pixels.data[(fromY * width + fromX) * channels + c] as number)
    }
    return value
  })
}
