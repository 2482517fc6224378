import type { Budget } from './budget.ts'
import type { Pixels } from './pixels.ts'
import { type ByteOrder, type RowConverter, rowOfColours, rowOfPlaces } from './rows.ts'

/**
 * The run lengths of a BMP (compression 1 and 2) as one byte per pixel, lines from the bottom. As Pillow's reader, it stays
 * within a line for runs but not for literal pixels, and fills with 0.
 */
function unpackRle(
  bytes: Uint8Array,
  offset: number,
  width: number,
  height: number,
  fourBit: boolean,
): Uint8Array {
  const out = new Uint8Array(width * height)
  let filled = 0
  let x = 0
  let at = offset
  const pair = (byte: number, i: number) => (fourBit ? (i % 2 === 0 ? byte >> 4 : byte & 15) : byte)
  while (filled < out.length && at + 1 < bytes.length) {
    const count = bytes[at] as number
    const byte = bytes[at + 1] as number
    at += 2
    if (count > 0) {
      const run = Math.min(count, Math.max(0, width - x))
      for (let i = 0; i < run && filled < out.length; i++) out[filled++] = pair(byte, i)
      x += run
    } else if (byte === 0) {
      filled = Math.min(Math.ceil(filled / width) * width, out.length)
      x = 0
    } else if (byte === 1) {
      break
    } else if (byte === 2) {
      if (at + 2 > bytes.length) break
      filled = Math.min(filled + (bytes[at] as number) + (bytes[at + 1] as number) * width, out.length)
      x = filled % width
      at += 2
    } else {
      const literals = Math.min(byte, out.length - filled)
      const length = fourBit ? (literals + 1) >> 1 : literals
      if (at + length > bytes.length) break
      for (let i = 0; i < literals; i++) out[filled++] = pair(bytes[at + (fourBit ? i >> 1 : i)] as number, i)
      x += byte
      at += length
      // Literals are padded to full 16-bit words.
      if (at % 2 === 1) at++
    }
  }
  return out.subarray(0, filled)
}

/** `compression` of a BITMAPINFOHEADER. */
const NONE = 0
const RLE8 = 1
const RLE4 = 2
const BITFIELDS = 3

const BGR: ByteOrder = [2, 1, 0]

/** The masks that Pillow knows for 32 bits, as red, green, blue; alpha is dropped, so its mask plays no part. */
const ORDERS: ReadonlyMap<string, ByteOrder> = new Map([
  ['ff0000,ff00,ff', BGR],
  ['ff000000,ff0000,ff00', [3, 2, 1]],
  ['ff000000,ff00,ff', [3, 1, 0]],
  ['ff,ff00,ff0000', [0, 1, 2]],
  ['0,0,0', BGR],
])

type BmpHeader = {
  readonly width: number
  readonly height: number
  /** Whether the first line stored is the top one. */
  readonly topDown: boolean
  readonly bits: number
  readonly compression: number
  readonly headerSize: number
  readonly colours: number
  /** Where the picture starts in the file. */
  readonly offset: number
}

/** The header of a BMP file, OS/2 1.x or Windows; null if it is cut or of an unknown length. */
export function readBmpHeader(bytes: Uint8Array): BmpHeader | null {
  if (bytes.length < 26) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const offset = view.getUint32(10, true)
  const headerSize = view.getUint32(14, true)
  if (headerSize === 12) {
    const [width, height] = [view.getUint16(18, true), view.getUint16(20, true)]
    const bits = view.getUint16(24, true)
    return { width, height, topDown: false, bits, compression: NONE, headerSize, colours: 2 ** bits, offset }
  }
  if (![40, 52, 56, 64, 108, 124].includes(headerSize) || bytes.length < 14 + headerSize) return null
  const height = view.getInt32(22, true)
  const bits = view.getUint16(28, true)
  return {
    width: view.getUint32(18, true),
    height: Math.abs(height),
    topDown: height < 0,
    bits,
    compression: view.getUint32(30, true),
    headerSize,
    colours: view.getUint32(46, true) || 2 ** bits,
    offset,
  }
}

/** A BMP file as `Image.open(f).convert("RGB")`: 1, 4, 8, 16, 24 and 32 bits, run lengths included. */
export function decodeBmp(bytes: Uint8Array, budget: Budget): Pixels {
  const header = readBmpHeader(bytes)
  if (header === null) throw budget.faults.damaged('its header makes no sense')
  const { width, height, topDown, bits, compression } = header
  const palette = bits <= 8 ? readPalette(bytes, header) : null
  const packed = compression === RLE8 || compression === RLE4
  if (![1, 4, 8, 16, 24, 32].includes(bits) || (packed && bits > 8) || compression > BITFIELDS) {
    throw budget.faults.unsupported(`BMP of ${bits} bits with compression ${compression}`)
  }
  const convert = rowConverter(bytes, header, palette)
  if (convert === null) throw budget.faults.unsupported(`BMP of ${bits} bits with these colour masks`)

  budget.picture(width, height)
  budget.reserve(width * height * (packed ? 4 : 3))
  // Unpacked runs have one byte a pixel and no padding.
  const indices = packed ? unpackRle(bytes, header.offset, width, height, compression === RLE4) : null
  const stride = packed ? width : Math.ceil((width * bits) / 32) * 4
  const rows = indices ?? bytes.subarray(header.offset)
  if (rows.length < stride * (height - 1) + Math.ceil((width * (packed ? 8 : bits)) / 8))
    throw budget.faults.cut()
  const data = new Uint8Array(width * height * 3)
  for (let row = 0; row < height; row++) {
    const y = topDown ? row : height - 1 - row
    convert(rows.subarray(row * stride, (row + 1) * stride), width, data, y * width * 3, 3)
  }
  return { width, height, channels: 3, data }
}

/** RGB of each index; missing entries are black. */
function readPalette(bytes: Uint8Array, { headerSize, colours }: BmpHeader): Uint8Array {
  const table = new Uint8Array(256 * 3)
  const entry = headerSize === 12 ? 3 : 4
  for (let i = 0, at = 14 + headerSize; i < Math.min(colours, 256); i++, at += entry) {
    table[3 * i] = bytes[at + 2] ?? 0
    table[3 * i + 1] = bytes[at + 1] ?? 0
    table[3 * i + 2] = bytes[at] ?? 0
  }
  return table
}

function rowConverter(bytes: Uint8Array, header: BmpHeader, palette: Uint8Array | null): RowConverter | null {
  const { bits, compression, headerSize } = header
  if (palette !== null) {
    const indexBits = compression === NONE ? bits : 8
    return rowOfPlaces(indexBits, indexBits, palette)
  }
  const masks = compression === BITFIELDS ? readMasks(bytes, headerSize) : null
  if (bits === 16) {
    if (masks === null || masks === '7c00,3e0,1f') return rowOf16(5)
    return masks === 'f800,7e0,1f' ? rowOf16(6) : null
  }
  const order = masks === null ? BGR : ORDERS.get(masks)
  if (order === undefined || (bits === 24 && order !== BGR)) return null
  return rowOfColours(bits / 8, order)
}

/** Five bits of red, `greenBits` of green, five of blue; Pillow stretches them to 255 and cuts off the fraction. */
function rowOf16(greenBits: 5 | 6): RowConverter {
  const greenMax = (1 << greenBits) - 1
  return (line, columns, out, to, step) => {
    for (let i = 0, from = 0; i < columns; i++, to += step, from += 2) {
      const pixel = (line[from] as number) | ((line[from + 1] as number) << 8)
      out[to] = (((pixel >> (5 + greenBits)) & 31) * 255) / 31
      out[to + 1] = (((pixel >> 5) & greenMax) * 255) / greenMax
      out[to + 2] = ((pixel & 31) * 255) / 31
    }
  }
}

/** The three masks in hexadecimal; they follow a short header and are part of a long one. */
function readMasks(bytes: Uint8Array, headerSize: number): string {
  const at = 14 + 40
  if (bytes.length < at + 12 || headerSize < 40) return ''
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 12)
  return [0, 4, 8].map(i => view.getUint32(i, true).toString(16)).join()
}
