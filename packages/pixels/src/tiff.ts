import type { Budget } from './budget.ts'
import { type GreyFrame, plainGreys } from './grey/grey-frame.ts'
import type { Pixels } from './pixels.ts'
import { rowOfPlaces } from './rows.ts'
import { PHOTOMETRIC, readTiffLayout, type TiffLayout, type TiffSegment } from './tiff-layout.ts'
import { readTiffTags } from './tiff-tags.ts'
import { COMPRESSIONS, unpackSegment } from './tiff-unpack.ts'

/** From this number of pixels, copying a line as a whole is faster. */
const LONG = 32

/**
 * The first image of a TIFF file as `Image.open(f).convert("RGB")`, which here, and only here, obeys orientation. Of colours
 * of 16 bits the high byte is kept; greys of 16 bits are clipped at 255.
 */
export function decodeTiff(bytes: Uint8Array, budget: Budget): Pixels {
  const layout = openTiff(bytes, budget)
  const { width, height, samples } = layout
  budget.reserve(width * height * samples)
  const all = new Uint8Array(width * height * samples)
  placeSegments(bytes, layout, all, budget)
  const isRgb = layout.photometric === PHOTOMETRIC.rgb && samples === 3 && !layout.premultiplied
  if (!isRgb) budget.reserve(width * height * 3)
  const data = isRgb ? all : toRgb(all, layout)
  if (layout.orientation > 1) budget.reserve(data.length)
  return { ...oriented({ width, height, channels: 3, data }, layout.orientation), channels: 3 }
}

/** Whether a file has grey samples of 16 bits. */
export function isDeepTiff(bytes: Uint8Array): boolean {
  const tags = readTiffTags(bytes)
  return tags?.get(258)?.[0] === 16 && (tags.get(277)?.[0] ?? 1) === 1 && (tags.get(262)?.[0] ?? 0) < 2
}

/** The samples of a grey picture of 16 bits. */
export function tiffGreys(bytes: Uint8Array, budget: Budget): GreyFrame {
  const layout = openTiff(bytes, budget)
  const { width, height, orientation } = layout
  budget.reserve(width * height * 2 * (orientation > 1 ? 2 : 1))
  const values = new Uint16Array(width * height)
  placeSegments(bytes, layout, values, budget)
  const turned = oriented({ width, height, channels: 1, data: values }, orientation)
  const isInverted = layout.photometric === PHOTOMETRIC.whiteIsZero
  return plainGreys(turned.width, turned.height, turned.data, isInverted)
}

function openTiff(bytes: Uint8Array, budget: Budget): TiffLayout {
  const tags = readTiffTags(bytes)
  if (tags === null) throw budget.faults.cut()
  const layout = readTiffLayout(tags, budget)
  if (layout === null) throw budget.faults.damaged('the place of its picture is missing')
  if (typeof layout === 'string') throw budget.faults.unsupported(layout)
  return layout
}

function placeSegments(
  bytes: Uint8Array,
  layout: TiffLayout,
  all: Uint8Array | Uint16Array,
  budget: Budget,
): void {
  for (const segment of layout.segments) {
    const rowBytes = Math.ceil((segment.width * layout.samplesTogether * layout.bits) / 8)
    const end = layout.compression === COMPRESSIONS.none ? bytes.length : segment.offset + segment.byteCount
    if (segment.offset > bytes.length || (end > bytes.length && Number.isFinite(end)))
      throw budget.faults.cut()
    const packed = bytes.subarray(segment.offset, end)
    const size = rowBytes * segment.height
    budget.unpack(size)
    const unpacked = unpackSegment(packed, layout.compression, size, budget)
    if (unpacked === 'cut') throw budget.faults.cut()
    if (unpacked === 'broken') throw budget.faults.damaged('its compressed data makes no sense')
    placeSegment(unpacked, rowBytes, segment, layout, all)
    budget.release(size)
  }
}

/** Writes a segment's samples, as 8 bits, palette index or all 16 bits, to where they belong in the picture. */
function placeSegment(
  unpacked: Uint8Array,
  rowBytes: number,
  segment: TiffSegment,
  layout: TiffLayout,
  all: Uint8Array | Uint16Array,
) {
  const { width, height, bits, samples, samplesTogether: together, littleEndian } = layout
  const columns = Math.min(segment.width, width - segment.x)
  const rows = Math.min(segment.height, height - segment.y)
  const read =
    all instanceof Uint16Array
      ? wholeReader(unpacked, littleEndian)
      : sampleReader(unpacked, bits, samples === 1, littleEndian)
  const isPlain = bits === 8 && together === samples && columns >= LONG
  for (let row = 0; row < rows; row++) {
    const from = row * rowBytes
    if (layout.differenced) addUp(unpacked.subarray(from, from + rowBytes), together, bits, littleEndian)
    let to = ((segment.y + row) * width + segment.x) * samples + segment.plane
    if (isPlain) {
      all.set(unpacked.subarray(from, from + columns * samples), to)
      continue
    }
    for (let i = 0; i < columns * together; ) {
      for (let s = 0; s < together; s++, i++) all[to + s] = read(from, i)
      to += samples
    }
  }
}

/** Undoes the horizontal predictor in place (TIFF 6.0, section 14). */
function addUp(line: Uint8Array, together: number, bits: number, littleEndian: boolean) {
  if (bits === 8) {
    for (let i = together; i < line.length; i++)
      line[i] = (line[i] as number) + (line[i - together] as number)
    return
  }
  const view = new DataView(line.buffer, line.byteOffset, line.byteLength)
  for (let at = 2 * together; at + 1 < line.length; at += 2) {
    const left = view.getUint16(at - 2 * together, littleEndian)
    view.setUint16(at, view.getUint16(at, littleEndian) + left, littleEndian)
  }
}

/** Reads the i-th sample of the line that begins at byte `from`. */
type SampleReader = (from: number, i: number) => number

function wholeReader(bytes: Uint8Array, littleEndian: boolean): SampleReader {
  const high = littleEndian ? 1 : 0
  return (from, i) => {
    const at = from + 2 * i
    return ((bytes[at + high] as number) << 8) | (bytes[at + 1 - high] as number)
  }
}

function sampleReader(bytes: Uint8Array, bits: number, single: boolean, littleEndian: boolean): SampleReader {
  if (bits === 8) return (from, i) => bytes[from + i] as number
  if (bits === 16) {
    const high = littleEndian ? 1 : 0
    if (!single) return (from, i) => bytes[from + 2 * i + high] as number
    return (from, i) => {
      const at = from + 2 * i
      return bytes[at + high] === 0 ? (bytes[at + 1 - high] as number) : 255
    }
  }
  const mask = (1 << bits) - 1
  return (from, i) => {
    const bit = i * bits
    return ((bytes[from + (bit >> 3)] as number) >> (8 - bits - (bit & 7))) & mask
  }
}

function toRgb(all: Uint8Array, layout: TiffLayout): Uint8Array {
  const { width, height, samples, photometric, premultiplied } = layout
  const rgb = new Uint8Array(width * height * 3)
  if (photometric === PHOTOMETRIC.cmyk) {
    for (let from = 0, to = 0; to < rgb.length; from += samples, to += 3) {
      const light = 255 - (all[from + 3] as number)
      for (let c = 0; c < 3; c++) rgb[to + c] = light - over255((all[from + c] as number) * light)
    }
    return rgb
  }
  if (photometric === PHOTOMETRIC.rgb) {
    for (let from = 0, to = 0; to < rgb.length; from += samples, to += 3) {
      const alpha = premultiplied ? (all[from + 3] as number) : 255
      for (let c = 0; c < 3; c++) {
        const sample = all[from + c] as number
        rgb[to + c] = alpha === 0 ? 0 : Math.min(Math.trunc((sample * 255) / alpha), 255)
      }
    }
    return rgb
  }
  rowOfPlaces(8, 8 * samples, colourTable(layout))(all, width * height, rgb, 0, 3)
  return rgb
}

/** A product of two samples divided by 255 and rounded: `MULDIV255` of libImaging. */
function over255(product: number): number {
  const rounded = product + 128
  return ((rounded >> 8) + rounded) >> 8
}

/** RGB of each value of a single sample. */
function colourTable({ bits, photometric, colourMap }: TiffLayout): Uint8Array {
  const table = new Uint8Array(256 * 3)
  const values = 1 << Math.min(bits, 8)
  // Pillow turns the greys of WhiteIsZero round, but not those of 16 bits.
  const inverted = photometric === PHOTOMETRIC.whiteIsZero && bits <= 8
  for (let value = 0; value < values; value++) {
    for (let c = 0; c < 3; c++) {
      const grey = (value * 255) / (values - 1)
      const colour = (colourMap[c * values + value] ?? 0) >> 8
      table[3 * value + c] = photometric === PHOTOMETRIC.palette ? colour : inverted ? 255 - grey : grey
    }
  }
  return table
}

interface Grid<Data> {
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly data: Data
}

/** Turns and mirrors pixels by an orientation tag of 1 to 8 (TIFF 6.0, tag 274); any other changes nothing. */
function oriented<Data extends Uint8Array | Uint16Array>(
  source: Grid<Data>,
  orientation: number,
): Grid<Data> {
  if (orientation < 2 || orientation > 8) return source
  const { width, height, channels } = source
  const swapped = orientation >= 5
  const fromRight = [2, 3, 7, 8].includes(orientation)
  const fromBottom = [3, 4, 6, 7].includes(orientation)
  const newWidth = swapped ? height : width
  const newHeight = swapped ? width : height
  const data = source.data.slice() as Data
  let to = 0
  for (let y = 0; y < newHeight; y++) {
    for (let x = 0; x < newWidth; x++) {
      const column = swapped ? y : x
      const row = swapped ? x : y
      const fromX = fromRight ? width - 1 - column : column
      const fromY = fromBottom ? height - 1 - row : row
      const from = (fromY * width + fromX) * channels
      for (let c = 0; c < channels; c++) data[to++] = source.data[from + c] as number
    }
  }
  return { width: newWidth, height: newHeight, channels, data }
}
