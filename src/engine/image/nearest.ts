import type { Pixels } from './pixels.ts'

/**
 * Each pixel of the result is the source pixel under its centre: `ImagingScaleAffine` of libImaging/Geometry.c.
 * Returns fresh pixels of `width` x `height`.
 */
export function nearest(source: Pixels, width: number, height: number): Pixels {
  const { channels } = source
  const columns = positions(source.width, width)
  const rows = positions(source.height, height)
  const data = new Uint8ClampedArray(width * height * channels)
  let to = 0
  for (const row of rows) {
    for (const column of columns) {
      const from = (row * source.width + column) * channels
      for (let c = 0; c < channels; c++) data[to++] = source.data[from + c] as number
    }
  }
  return { width, height, channels, data }
}

/** Source positions along one axis. Pillow adds up the step, rounding errors and all, so multiplying will not do. */
function positions(from: number, to: number): Int32Array {
  const step = from / to
  const found = new Int32Array(to)
  let at = step * 0.5
  for (let i = 0; i < to; i++) {
    found[i] = at
    at += step
  }
  return found
}
