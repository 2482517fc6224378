import type { Budget } from './budget.ts'
import { crc32 } from './crc32.ts'
import { type GreyFrame, plainGreys } from './grey/grey-frame.ts'
import { inflate } from './inflate.ts'
import type { Pixels } from './pixels.ts'
import { type RowConverter, rowOfColours, rowOfPlaces } from './rows.ts'

/** Colour types of the PNG specification, section 11.2.1. */
const GREY = 0
const RGB = 2
const PALETTE = 3
const GREY_ALPHA = 4
const RGBA = 6

/** Bit depths that each colour type may have. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  [GREY]: [1, 2, 4, 8, 16],
  [RGB]: [8, 16],
  [PALETTE]: [1, 2, 4, 8],
  [GREY_ALPHA]: [8, 16],
  [RGBA]: [8, 16],
}

/** The header of a PNG file, and its compressed picture. */
type PngChunks = {
  readonly width: number
  readonly height: number
  /** Bits of a sample. */
  readonly depth: number
  readonly colour: number
  readonly interlaced: boolean
  /** RGB triples; empty where there is none. */
  readonly palette: Uint8Array
  /** The zlib stream, cut into the data of the IDAT chunks. */
  readonly data: readonly Uint8Array[]
}

/**
 * Reads the chunks of a PNG file, strict where Pillow is: checksums count before the picture, not in it or after; IEND may
 * be missing, but no chunk may be cut.
 */
function readPngChunks(bytes: Uint8Array, budget: Budget): PngChunks {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let header: Uint8Array | null = null
  let palette = new Uint8Array(0)
  const data: Uint8Array[] = []
  for (let at = 8; at + 8 <= bytes.length; ) {
    budget.count('PNG chunks')
    const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    const body = bytes.subarray(at + 8, at + 8 + view.getUint32(at))
    const end = at + 8 + view.getUint32(at)
    if (kind === 'IDAT') data.push(body)
    else if (kind === 'IEND') break
    else if (end > bytes.length) throw budget.faults.cut()
    else if (data.length === 0) {
      if (end + 4 > bytes.length) throw budget.faults.cut()
      if (crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) {
        throw budget.faults.damaged(`the checksum of its ${kind} chunk is wrong`)
      }
      if (kind === 'IHDR') header = body
      if (kind === 'PLTE') palette = body.slice()
    }
    at = end + 4
  }
  if (header === null || header.length < 13) throw budget.faults.damaged('it has no header')
  if (data.length === 0) throw budget.faults.cut()
  const [depth = 0, colour = 0, , , interlace = 0] = header.subarray(8)
  if (!DEPTHS[colour]?.includes(depth)) {
    throw budget.faults.unsupported(`PNG with ${depth}-bit samples and colour type ${colour}`)
  }
  const size = new DataView(header.buffer, header.byteOffset)
  const [width, height] = [size.getUint32(0), size.getUint32(4)]
  return { width, height, depth, colour, interlaced: interlace !== 0, palette, data }
}

/** The pixel grid of one pass over the picture; without interlacing one pass has all pixels. */
type Pass = { readonly x: number; readonly y: number; readonly dx: number; readonly dy: number }

const WHOLE: readonly Pass[] = [{ x: 0, y: 0, dx: 1, dy: 1 }]

/** Adam7 interlacing: PNG specification, section 8.2. */
const ADAM7: readonly Pass[] = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
]

const CHANNELS: Readonly<Record<number, number>> = {
  [GREY]: 1,
  [RGB]: 3,
  [PALETTE]: 1,
  [GREY_ALPHA]: 2,
  [RGBA]: 4,
}

/**
 * A PNG file as `Image.open(f).convert("RGB")`: alpha, gamma and profiles are ignored. Of colours of 16 bits the high byte
 * is kept; greys of 16 bits are clipped at 255, which turns most such pictures white, as Python sees them.
 */
export function decodePng(bytes: Uint8Array, budget: Budget): Pixels {
  const png = readPngChunks(bytes, budget)
  const { width, height } = png
  budget.picture(width, height)
  budget.reserve(width * height * 3)
  const data = new Uint8Array(width * height * 3)
  const convert = rowConverter(png)
  eachLine(png, budget, (line, columns, to, step) => convert(line, columns, data, 3 * to, 3 * step))
  return { width, height, channels: 3, data }
}

/** Whether a file has grey samples of 16 bits, by its header. */
export const isDeepPng = (bytes: Uint8Array): boolean => bytes[24] === 16 && bytes[25] === GREY

/** The samples of a grey picture of 16 bits. */
export function pngGreys(bytes: Uint8Array, budget: Budget): GreyFrame {
  const png = readPngChunks(bytes, budget)
  const { width, height } = png
  budget.picture(width, height)
  budget.reserve(width * height * 2)
  const values = new Uint16Array(width * height)
  eachLine(png, budget, (line, columns, to, step) => {
    for (let i = 0; i < columns; i++, to += step)
      values[to] = ((line[2 * i] as number) << 8) | (line[2 * i + 1] as number)
  })
  return plainGreys(width, height, values)
}

/** Receives an unfiltered line: its first pixel goes to place `to`, each further one `step` places behind. */
type PlaceLine = (line: Uint8Array, columns: number, to: number, step: number) => void

function eachLine(png: PngChunks, budget: Budget, place: PlaceLine): void {
  const { width, height } = png
  const bitsPerPixel = png.depth * (CHANNELS[png.colour] as number)
  const passes = (png.interlaced ? ADAM7 : WHOLE).map(({ x, y, dx, dy }) => {
    const columns = Math.ceil((width - x) / dx)
    const rows = Math.ceil((height - y) / dy)
    return { x, y, dx, dy, columns, rows, rowLength: Math.ceil((columns * bitsPerPixel) / 8) }
  })
  const present = passes.filter(pass => pass.columns > 0 && pass.rows > 0)
  const size = present.reduce((sum, pass) => sum + pass.rows * (1 + pass.rowLength), 0)
  budget.reserve(size)
  const lines = inflate(png.data, size, budget)
  if (lines === 'cut') throw budget.faults.cut()
  if (lines === 'broken') throw budget.faults.damaged('its compressed data makes no sense')

  const reach = Math.max(1, bitsPerPixel >> 3)
  let at = 0
  for (const { x, y, dx, dy, columns, rows, rowLength } of present) {
    let above: Uint8Array = new Uint8Array(rowLength)
    for (let row = 0; row < rows; row++) {
      const line = lines.subarray(at + 1, at + 1 + rowLength)
      if (!unfilter(lines[at] as number, line, above, reach)) {
        throw budget.faults.damaged('a line of it is filtered in an unknown way')
      }
      place(line, columns, (y + row * dy) * width + x, dx)
      above = line
      at += 1 + rowLength
    }
  }
}

/** Undoes a line's filter in place (PNG specification, section 9); false if there is no such filter. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, reach: number): boolean {
  const length = line.length
  switch (filter) {
    case 0:
      return true
    case 1:
      for (let i = reach; i < length; i++) line[i] = (line[i] as number) + (line[i - reach] as number)
      return true
    case 2:
      for (let i = 0; i < length; i++) line[i] = (line[i] as number) + (above[i] as number)
      return true
    case 3:
      for (let i = 0; i < length; i++) {
        const left = i < reach ? 0 : (line[i - reach] as number)
        line[i] = (line[i] as number) + ((left + (above[i] as number)) >> 1)
      }
      return true
    case 4:
      for (let i = 0; i < length; i++) {
        const left = i < reach ? 0 : (line[i - reach] as number)
        const corner = i < reach ? 0 : (above[i - reach] as number)
        line[i] = (line[i] as number) + paeth(left, above[i] as number, corner)
      }
      return true
    default:
      return false
  }
}

/** Whichever neighbour is nearest to left + above - corner; on a tie in that order. */
function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner)
  const toAbove = Math.abs(left - corner)
  const toCorner = Math.abs(left + above - 2 * corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

function rowConverter({ depth, colour, palette }: PngChunks): RowConverter {
  const sampleBytes = depth / 8
  const pixelBytes = sampleBytes * (CHANNELS[colour] as number)
  if (colour === RGB || colour === RGBA) return rowOfColours(pixelBytes, [0, sampleBytes, 2 * sampleBytes])
  if (colour === GREY && depth === 16) {
    return (line, columns, out, to, step) => {
      for (let i = 0; i < columns; i++, to += step) {
        const grey = line[2 * i] === 0 ? (line[2 * i + 1] as number) : 255
        out[to] = grey
        out[to + 1] = grey
        out[to + 2] = grey
      }
    }
  }
  return rowOfPlaces(Math.min(depth, 8), 8 * pixelBytes, colourTable(depth, colour, palette))
}

/** RGB of each sample value; grey is stretched to 0 to 255, and missing palette entries are black. */
function colourTable(depth: number, colour: number, palette: Uint8Array): Uint8Array {
  const table = new Uint8Array(256 * 3)
  if (colour === PALETTE) table.set(palette.subarray(0, table.length))
  else {
    const scale = 255 / ((1 << Math.min(depth, 8)) - 1)
    for (let i = 0; i < table.length; i++) table[i] = Math.floor(i / 3) * scale
  }
  return table
}
