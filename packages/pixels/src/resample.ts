import { KERNELS, type Kernel, type ResampleFilter, type WeighingFilter } from './filters.ts'
import type { Pixels } from './pixels.ts'

/** For every output position along one axis, which input positions it blends and with what weights. */
interface Windows {
  /** First input position of each window. */
  readonly first: Int32Array
  /** Number of input positions in each window. */
  readonly count: Int32Array
  /** Weights of all windows, `stride` apart, as integers scaled by 2^precision. */
  readonly weights: Int32Array
  readonly stride: number
  readonly precision: number
}

/** A kernel, and the fraction bits of a fixed-point weight by the largest weight. */
interface Blend {
  readonly kernel: Kernel
  readonly blendPrecision: (most: number) => number
  /** Windows that were made before, by "from to". */
  readonly kept: Map<string, Windows>
}

/** Pillow's: 32 less 8 for the sample and 2 for overshoot and sign. */
const pillowPrecision = (): number => 22

/** Torch's: as many as keep the weights within 16 bits. */
function torchPrecision(most: number): number {
  let precision = 0
  while (precision < 22 && Math.trunc(0.5 + most * 2 ** (precision + 1)) < 1 << 15) precision++
  return precision
}

/**
 * The windows that take an axis of `from` samples to one of `to`.
 * `precompute_coeffs` and `normalize_coeffs_8bpc` of libImaging/Resample.c (in torch `_compute_index_ranges_int16_weights` of ATen's
 * UpSampleKernel.cpp): C's casts to int cut towards zero, and weights are summed and divided in the same order, since another order
 * can move the last bit.
 */
function makeWindows(from: number, to: number, { kernel, blendPrecision }: Blend): Windows {
  const scale = from / to
  const filterScale = Math.max(scale, 1)
  const inverse = 1 / filterScale
  const support = kernel.support * filterScale
  const stride = Math.ceil(support) * 2 + 1
  const first = new Int32Array(to)
  const count = new Int32Array(to)
  const exact = new Float64Array(to * stride)
  for (let i = 0; i < to; i++) {
    const center = (i + 0.5) * scale
    const start = Math.max(Math.trunc(center - support + 0.5), 0)
    const length = Math.min(Math.trunc(center + support + 0.5), from) - start
    const window = exact.subarray(i * stride, i * stride + length)
    let sum = 0
    for (let j = 0; j < length; j++) {
      const weight = kernel.weight((j + start - center + 0.5) * inverse)
      window[j] = weight
      sum += weight
    }
    const divisor = sum === 0 ? 1 : sum
    for (let j = 0; j < length; j++) window[j] = (window[j] as number) / divisor
    first[i] = start
    count[i] = length
  }
  let most = 0
  for (let i = 0; i < exact.length; i++) most = Math.max(most, exact[i] as number)
  const precision = blendPrecision(most)
  const weights = new Int32Array(exact.length)
  for (let i = 0; i < exact.length; i++) weights[i] = fixed(exact[i] as number, precision)
  return { first, count, weights, stride, precision }
}

/** Sizes of one axis whose windows are kept: the images of a data set mostly share a few. */
const maxKept = 128

function windows(from: number, to: number, blend: Blend): Windows {
  const { kept: cache } = blend
  const key = `${from} ${to}`
  const known = cache.get(key)
  if (known) return known
  const made = makeWindows(from, to, blend)
  if (cache.size >= maxKept) cache.clear()
  cache.set(key, made)
  return made
}

/** A weight as fixed-point integer, halves away from zero. */
function fixed(weight: number, precision: number): number {
  const scaled = weight * 2 ** precision
  return Math.trunc(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
}

/** Half of the last place: a running sum starts here, so that the final shift rounds. */
const halfUnit = (precision: number): number => 1 << (precision - 1)

/** One blend for each filter, so that its windows can be kept. */
function blendsWith(blendPrecision: Blend['blendPrecision']): (filter: WeighingFilter) => Blend {
  const made = new Map<WeighingFilter, Blend>()
  return filter => {
    const blend = made.get(filter) ?? { kernel: KERNELS[filter], blendPrecision, kept: new Map() }
    made.set(filter, blend)
    return blend
  }
}

const pillowBlend = blendsWith(pillowPrecision)
const torchBlend = blendsWith(torchPrecision)

/**
 * `source` at a new size in pixels, byte for byte what `Image.resize((width, height), filter)` of Pillow 13
 * gives for modes L, RGB and RGBA without a box or a reducing gap. Always returns fresh pixels.
 * @throws RangeError if either side is not a positive whole number, or `source.data` has the wrong length.
 */
export function resample(source: Pixels, width: number, height: number, filter: ResampleFilter): Pixels {
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)) {
    throw new RangeError(`cannot resample to ${width} x ${height}`)
  }
  if (source.data.length !== source.width * source.height * source.channels) {
    throw new RangeError(
      `${source.data.length} bytes are not ${source.width} x ${source.height} x ${source.channels}`,
    )
  }
  if (width === source.width && height === source.height) return { ...source, data: source.data.slice() }
  if (filter === 'nearest') return nearest(source, width, height)
  const blend = pillowBlend(filter)
  const hasAlpha = source.channels === 4
  const data = clamped(hasAlpha ? premultiply(source.data) : source.data)
  const grey = source.channels === 3 ? toGrey(data) : null
  if (grey) return toRgb(convolve({ ...source, channels: 1, data: grey }, width, height, blend))
  const scaled = convolve({ ...source, data }, width, height, blend)
  return hasAlpha ? { ...scaled, data: unpremultiply(scaled.data) } : scaled
}

/**
 * `source` at a new size as torchvision resizes 8-bit tensors on a CPU with AVX2 (antialiased). It is Pillow's method with weights of 16
 * bits instead of 22, and always rows first, so single samples differ from Pillow's by 1.
 */
export function resampleAsTorch(
  source: Pixels,
  width: number,
  height: number,
  filter: WeighingFilter,
): Pixels {
  const blend = torchBlend(filter)
  return convolveColumns(convolveRows(source, width, blend), height, blend)
}

/** The loops below see one kind of array, whatever decoded the image: V8 compiles them better so. */
function clamped({ buffer, byteOffset, length }: Pixels['data']): Uint8ClampedArray {
  return new Uint8ClampedArray(buffer, byteOffset, length)
}

/** One channel of an RGB image whose three channels are equal, as in most of radiology: a third of the work. Otherwise null. */
function toGrey(rgb: Uint8ClampedArray): Uint8ClampedArray | null {
  const grey = new Uint8ClampedArray(rgb.length / 3)
  for (let i = 0, from = 0; i < grey.length; i++, from += 3) {
    const value = rgb[from] as number
    if (rgb[from + 1] !== value || rgb[from + 2] !== value) return null
    grey[i] = value
  }
  return grey
}

function toRgb({ width, height, data: grey }: Pixels): Pixels {
  const data = new Uint8ClampedArray(3 * grey.length)
  for (let i = 0, to = 0; i < grey.length; i++, to += 3) {
    const value = grey[i] as number
    data[to] = value
    data[to + 1] = value
    data[to + 2] = value
  }
  return { width, height, channels: 3, data }
}

/**
 * Two passes, each rounded to 8 bits, so their order shows in the result. As in Pillow 13, rows come first
 * unless the height shrinks by more than twice as many pixels as the width; Pillow 12 and before never did that.
 */
function convolve(source: Pixels, width: number, height: number, blend: Blend): Pixels {
  const rowsLost = source.height - height
  if (rowsLost > 0 && rowsLost > 2 * (source.width - width)) {
    return convolveRows(convolveColumns(source, height, blend), width, blend)
  }
  return convolveColumns(convolveRows(source, width, blend), height, blend)
}

function convolveRows(source: Pixels, width: number, blend: Blend): Pixels {
  if (width === source.width) return source
  const { height, channels } = source
  const data = new Uint8ClampedArray(width * height * channels)
  const across = windows(source.width, width, blend)
  for (let y = 0; y < height; y++) {
    const row = source.data.subarray(y * source.width * channels, (y + 1) * source.width * channels)
    const out = data.subarray(y * width * channels, (y + 1) * width * channels)
    if (channels === 1) blendRow1(row, out, across)
    else if (channels === 3) blendRow3(row, out, across)
    else blendRow4(row, out, across)
  }
  return { width, height, channels, data }
}

// One loop per number of channels keeps every sum in a register. The windows guarantee that all reads are in bounds,
// hence the casts. Sums fit 32 bits as in Pillow, and Uint8ClampedArray is its clip8.

function blendRow1(row: Pixels['data'], out: Uint8ClampedArray, windows: Windows) {
  const { first, count, weights, stride, precision } = windows
  const half = halfUnit(precision)
  for (let x = 0; x < out.length; x++) {
    const start = first[x] as number
    const length = count[x] as number
    let sum = half
    for (let j = 0, k = x * stride; j < length; j++, k++) {
      sum = (sum + Math.imul(weights[k] as number, row[start + j] as number)) | 0
    }
    out[x] = sum >> precision
  }
}

function blendRow3(row: Pixels['data'], out: Uint8ClampedArray, windows: Windows) {
  const { first, count, weights, stride, precision } = windows
  const half = halfUnit(precision)
  for (let x = 0, to = 0; to < out.length; x++, to += 3) {
    let from = (first[x] as number) * 3
    const end = x * stride + (count[x] as number)
    let r = half
    let g = half
    let b = half
    for (let k = x * stride; k < end; k++, from += 3) {
      const weight = weights[k] as number
      r = (r + Math.imul(weight, row[from] as number)) | 0
      g = (g + Math.imul(weight, row[from + 1] as number)) | 0
      b = (b + Math.imul(weight, row[from + 2] as number)) | 0
    }
    out[to] = r >> precision
    out[to + 1] = g >> precision
    out[to + 2] = b >> precision
  }
}

function blendRow4(row: Pixels['data'], out: Uint8ClampedArray, windows: Windows) {
  const { first, count, weights, stride, precision } = windows
  const half = halfUnit(precision)
  for (let x = 0, to = 0; to < out.length; x++, to += 4) {
    let from = (first[x] as number) * 4
    const end = x * stride + (count[x] as number)
    let r = half
    let g = half
    let b = half
    let a = half
    for (let k = x * stride; k < end; k++, from += 4) {
      const weight = weights[k] as number
      r = (r + Math.imul(weight, row[from] as number)) | 0
      g = (g + Math.imul(weight, row[from + 1] as number)) | 0
      b = (b + Math.imul(weight, row[from + 2] as number)) | 0
      a = (a + Math.imul(weight, row[from + 3] as number)) | 0
    }
    out[to] = r >> precision
    out[to + 1] = g >> precision
    out[to + 2] = b >> precision
    out[to + 3] = a >> precision
  }
}

/** Vertically, all channels are treated alike. Sums run over whole rows, in memory order. */
function convolveColumns(source: Pixels, height: number, blend: Blend): Pixels {
  if (height === source.height) return source
  const { width, channels } = source
  const rowLength = width * channels
  const data = new Uint8ClampedArray(height * rowLength)
  const { first, count, weights, stride, precision } = windows(source.height, height, blend)
  const sums = new Int32Array(rowLength)
  for (let y = 0; y < height; y++) {
    sums.fill(halfUnit(precision))
    const rows = source.data.subarray((first[y] as number) * rowLength)
    const length = count[y] as number
    let j = 0
    for (; j + 4 <= length; j += 4) addFourRows(sums, rows.subarray(j * rowLength), weights, y * stride + j)
    for (; j < length; j++) addRow(sums, rows.subarray(j * rowLength), weights[y * stride + j] as number)
    const out = data.subarray(y * rowLength, (y + 1) * rowLength)
    for (let i = 0; i < rowLength; i++) out[i] = (sums[i] as number) >> precision
  }
  return { width, height, channels, data }
}

function addRow(sums: Int32Array, row: Pixels['data'], weight: number) {
  for (let i = 0; i < sums.length; i++) {
    sums[i] = (sums[i] as number) + Math.imul(weight, row[i] as number)
  }
}

/** Four at a time reads and writes the sums a quarter as often, which halves the time of the pass. */
function addFourRows(sums: Int32Array, rows: Pixels['data'], weights: Int32Array, at: number) {
  const length = sums.length
  const a = weights[at] as number
  const b = weights[at + 1] as number
  const c = weights[at + 2] as number
  const d = weights[at + 3] as number
  for (let i = 0; i < length; i++) {
    sums[i] =
      ((sums[i] as number) +
        Math.imul(a, rows[i] as number) +
        Math.imul(b, rows[i + length] as number) +
        Math.imul(c, rows[i + 2 * length] as number) +
        Math.imul(d, rows[i + 3 * length] as number)) |
      0
  }
}

/**
 * RGBA to premultiplied RGBa and back, as `Image.resize` does around a weighing filter so that the colour of
 * transparent pixels does not bleed (libImaging/Convert.c, `rgbA2rgba` and `rgba2rgbA`).
 * Input and output are interleaved, four bytes a pixel.
 */
function premultiply(rgba: Uint8Array | Uint8ClampedArray): Uint8Array {
  const out = new Uint8Array(rgba.length)
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3] ?? 0
    for (let c = i; c < i + 3; c++) {
      // x / 255, rounded, without a division
      const product = (rgba[c] ?? 0) * alpha + 128
      out[c] = ((product >> 8) + product) >> 8
    }
    out[i + 3] = alpha
  }
  return out
}

/** The inverse of `premultiply` up to rounding; wholly transparent pixels keep what colour they have. */
function unpremultiply(premultiplied: Uint8Array | Uint8ClampedArray): Uint8Array {
  const out = new Uint8Array(premultiplied)
  for (let i = 0; i < out.length; i += 4) {
    const alpha = out[i + 3] ?? 0
    if (alpha === 0 || alpha === 255) continue
    for (let c = i; c < i + 3; c++) out[c] = Math.min(Math.trunc((255 * (out[c] ?? 0)) / alpha), 255)
  }
  return out
}

/**
 * Each pixel of the result is the source pixel under its centre: `ImagingScaleAffine` of libImaging/Geometry.c.
 * Returns fresh pixels of `width` x `height`.
 */
function nearest(source: Pixels, width: number, height: number): Pixels {
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
  const places = new Int32Array(to)
  let at = step * 0.5
  for (let i = 0; i < to; i++) {
    places[i] = at
    at += step
  }
  return places
}
