/** Zoom blur of MedMNIST-C, with SciPy's linear zoom and NumPy's single precision, to the byte. */
import { colours, type Pixels } from '@voxelwise/pixels'

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

/** Where a pixel of an enlarged side comes from: the first of two neighbours, and what each weighs. */
type Place = Readonly<Record<'first' | 'second' | 'near' | 'far', number>>

/** `scipy.ndimage.zoom` of the middle of a side, of whose result the middle is kept. */
function zoomAxis(length: number, factor: number): readonly Place[] {
  const cut = Math.ceil(length / factor)
  const start = (length - cut) >> 1
  const enlarged = roundedToEven(cut * factor)
  const trimmed = (enlarged - length) >> 1
  const scale = enlarged > 1 ? (cut - 1) / (enlarged - 1) : 1
  return Array.from({ length }, (_, i) => {
    const place = (trimmed + i) * scale
    const whole = Math.floor(place)
    // SciPy takes what lies beyond the last pixel for black, even if only a rounding error puts it there.
    const isInside = place <= cut - 1
    return {
      first: start + Math.min(whole, cut - 1),
      second: start + Math.min(whole + 1, cut - 1),
      near: isInside ? 1 - (place - whole) : 0,
      far: isInside ? 1 - (1 - (place - whole)) : 0,
    }
  })
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
  across: readonly Place[],
  down: readonly Place[],
  count: number,
): void {
  const width = across.length
  for (const [y, { first: upper, second: lower, near: above, far: below }] of down.entries())
    for (const [x, { first: left, second: right, near, far }] of across.entries())
      for (let c = 0; c < count; c++) {
        const at = (y * width + x) * count + c
        const value =
          (values[(upper * width + left) * count + c] as number) * above * near +
          (values[(upper * width + right) * count + c] as number) * above * far +
          (values[(lower * width + left) * count + c] as number) * below * near +
          (values[(lower * width + right) * count + c] as number) * below * far
        sums[at] = (sums[at] as number) + Math.fround(value)
      }
}
