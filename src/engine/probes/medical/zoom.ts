/** Zoom blur of MedMNIST-C, with SciPy's linear zoom and NumPy's single precision, to the byte. */
import { colours, type Pixels } from '../../image/pixels.ts'

/**
 * The mean of the image and its enlargements around the centre.
 * @param end factors are 1, 1 + step and so on below it
 */
export function zoomBlur(pixels: Pixels, end: number, step: number): Pixels {
  const { width, height, channels } = pixels
  const count = colours(channels)
  const values = new Float32Array(width * height * count)
  for (let i = 0; i < width * height; i++)
    for (let c = 0; c < count; c++) values[i * count + c] = (pixels.data[i * channels + c] as number) / 255
  const factors = zoomFactors(end, step)
  const sums = new Float32Array(values.length)
  for (const factor of factors)
    addEnlarged(sums, values, zoomAxis(width, factor), zoomAxis(height, factor), count)
  const data = pixels.data.slice()
  for (let i = 0; i < width * height; i++)
    for (let c = 0; c < count; c++) {
      const at = i * count + c
      const both = Math.fround((values[at] as number) + (sums[at] as number))
      const mean = Math.fround(both / (factors.length + 1))
      data[i * channels + c] = Math.trunc(Math.fround(Math.min(1, Math.max(0, mean)) * 255))
    }
  return { ...pixels, data }
}

/** NumPy's `arange` from 1. */
function zoomFactors(end: number, step: number): readonly number[] {
  const difference = 1 + step - 1
  return Array.from({ length: Math.ceil((end - 1) / step) }, (_, i) => 1 + i * difference)
}

/** Where each pixel of an enlarged side comes from: the first of two neighbours, and what each weighs. */
interface Axis {
  readonly first: Int32Array
  readonly second: Int32Array
  readonly near: Float64Array
  readonly far: Float64Array
}

/** `scipy.ndimage.zoom` of the middle of a side, of whose result the middle is kept. */
function zoomAxis(length: number, factor: number): Axis {
  const cut = Math.ceil(length / factor)
  const start = (length - cut) >> 1
  const enlarged = roundedToEven(cut * factor)
  const trimmed = (enlarged - length) >> 1
  const scale = enlarged > 1 ? (cut - 1) / (enlarged - 1) : 1
  const axis = {
    first: new Int32Array(length),
    second: new Int32Array(length),
    near: new Float64Array(length),
    far: new Float64Array(length),
  }
  for (let i = 0; i < length; i++) {
    const place = (trimmed + i) * scale
    const whole = Math.floor(place)
    // SciPy takes what lies beyond the last pixel for black, even if only a rounding error puts it there.
    const isInside = place <= cut - 1
    axis.first[i] = start + Math.min(whole, cut - 1)
    axis.second[i] = start + Math.min(whole + 1, cut - 1)
    axis.near[i] = isInside ? 1 - (place - whole) : 0
    axis.far[i] = isInside ? 1 - (1 - (place - whole)) : 0
  }
  return axis
}

function roundedToEven(value: number): number {
  const whole = Math.floor(value)
  const rest = value - whole
  return rest === 0.5 ? whole + (whole % 2) : Math.round(value)
}

/** Products and sums in SciPy's order: rows, then columns. */
function addEnlarged(
  sums: Float32Array,
  values: Float32Array,
  across: Axis,
  down: Axis,
  count: number,
): void {
  const width = across.first.length
  const height = down.first.length
  for (let y = 0; y < height; y++) {
    const upper = (down.first[y] as number) * width
    const lower = (down.second[y] as number) * width
    const [above, below] = [down.near[y] as number, down.far[y] as number]
    for (let x = 0; x < width; x++) {
      const left = across.first[x] as number
      const right = across.second[x] as number
      const near = across.near[x] as number
      const far = across.far[x] as number
      const at = (y * width + x) * count
      for (let c = 0; c < count; c++) {
        const value =
          (values[(upper + left) * count + c] as number) * above * near +
          (values[(upper + right) * count + c] as number) * above * far +
          (values[(lower + left) * count + c] as number) * below * near +
          (values[(lower + right) * count + c] as number) * below * far
        sums[at + c] = (sums[at + c] as number) + Math.fround(value)
      }
    }
  }
}
