import type { Budget } from './budget.ts'
import { unpackLzw } from './lzw.ts'
import type { Pixels } from './pixels.ts'
import { rowOfPlaces } from './rows.ts'

/** Colours by index; missing entries are black. */
type ColourTable = Uint8Array

/** Lines of an interlaced picture in the order they are stored: first line and step of each pass. */
const INTERLACE = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const

/**
 * The first frame of a GIF file as `Image.open(f).convert("RGB")`: transparent pixels keep their colour, and a screen larger
 * than the frame is filled with the transparent colour, or else with colour 0.
 */
export function decodeGif(bytes: Uint8Array, budget: Budget): Pixels {
  const frame = readFrame(bytes, budget)
  const width = Math.max(frame.screenWidth, frame.x + frame.width)
  const height = Math.max(frame.screenHeight, frame.y + frame.height)
  // A frame may extend beyond its screen, so the screen's size is not a limit.
  budget.picture(width, height)
  budget.reserve(frame.width * frame.height + width * height * 3)
  const indices = new Uint8Array(frame.width * frame.height)
  const result = unpackLzw(frame.packed, frame.codeSize, 'gif', indices, budget)
  if (result === 'broken') throw budget.faults.damaged('its compressed data makes no sense')
  if (result === 'cut') throw budget.faults.cut()

  const data = new Uint8Array(width * height * 3)
  if (frame.width < width || frame.height < height) {
    const [red = 0, green = 0, blue = 0] = frame.colours.subarray(frame.rest * 3)
    for (let to = 0; to < data.length; to += 3) {
      data[to] = red
      data[to + 1] = green
      data[to + 2] = blue
    }
  }
  const convert = rowOfPlaces(8, 8, frame.colours)
  let from = 0
  for (const y of lineOrder(frame.height, frame.interlaced)) {
    convert(indices.subarray(from), frame.width, data, ((frame.y + y) * width + frame.x) * 3, 3)
    from += frame.width
  }
  return { width, height, channels: 3, data }
}

function* lineOrder(height: number, interlaced: boolean): Generator<number> {
  for (const [first, step] of interlaced ? INTERLACE : ([[0, 1]] as const)) {
    for (let y = first; y < height; y += step) yield y
  }
}

type Frame = {
  readonly screenWidth: number
  readonly screenHeight: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly interlaced: boolean
  readonly colours: ColourTable
  /** Index of the colour around the frame. */
  readonly rest: number
  /** Bits of a pixel in the compressed stream. */
  readonly codeSize: number
  /** The compressed stream, without the sizes of its blocks. */
  readonly packed: Uint8Array
}

/** Reads blocks up to the first picture (GIF89a specification, sections 17 to 26). */
function readFrame(bytes: Uint8Array, budget: Budget): Frame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const need = (end: number) => {
    if (end > bytes.length) throw budget.faults.cut()
  }
  need(13)
  const [screenWidth, screenHeight] = [view.getUint16(6, true), view.getUint16(8, true)]
  let global: ColourTable | null = null
  let transparent: number | null = null
  let at = 13
  const screenFlags = bytes[10] as number
  if (screenFlags & 0x80) {
    const length = 3 << ((screenFlags & 7) + 1)
    need(at + length)
    global = colourTable(bytes.subarray(at, at + length))
    at += length
  }
  for (;;) {
    need(at + 2)
    budget.count('GIF blocks')
    const kind = bytes[at++]
    if (kind === 0x3b) throw budget.faults.damaged('it has no picture')
    if (kind === 0x21) {
      // Graphic control extension: its flags and, last, the index of the transparent colour.
      const isControl = bytes[at] === 0xf9 && (bytes[at + 1] ?? 0) >= 4
      if (isControl && (bytes[at + 2] ?? 0) & 1) transparent = bytes[at + 5] ?? null
      at = readBlocks(bytes, at + 1, budget).end
    }
    if (kind !== 0x2c) continue
    need(at + 10)
    const flags = bytes[at + 8] as number
    const [x, y] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    const [width, height] = [view.getUint16(at + 4, true), view.getUint16(at + 6, true)]
    at += 9
    let colours = global
    if (flags & 0x80) {
      const length = 3 << ((flags & 7) + 1)
      need(at + length + 1)
      colours = colourTable(bytes.subarray(at, at + length))
      at += length
    }
    const codeSize = bytes[at] as number
    if (codeSize > 11) throw budget.faults.damaged('its compressed data makes no sense')
    const { size, end } = readBlocks(bytes, at + 1, budget)
    budget.reserve(size)
    const packed = joinBlocks(bytes.subarray(at + 1, end), size)
    const interlaced = (flags & 0x40) !== 0
    const rest = transparent ?? 0
    colours ??= greys()
    return { screenWidth, screenHeight, x, y, width, height, interlaced, colours, rest, codeSize, packed }
  }
}

/**
 * The contents of the blocks from `at` on, up to an incomplete one; `end` is after the empty block that closes them.
 */
function readBlocks(bytes: Uint8Array, at: number, budget: Budget): { size: number; end: number } {
  let blocks = 0
  let size = 0
  for (let next = at; ; blocks++) {
    const length = bytes[next]
    const end = length === undefined ? bytes.length + 1 : next + 1 + length
    if (length === 0 || end > bytes.length) {
      budget.count('GIF blocks', blocks)
      return { size, end: Math.min(end, bytes.length) }
    }
    size += length ?? 0
    next = end
  }
}

/** @param size total bytes of the blocks */
function joinBlocks(blocks: Uint8Array, size: number): Uint8Array {
  const all = new Uint8Array(size)
  for (let from = 0, to = 0; to < size; ) {
    const length = blocks[from] as number
    all.set(blocks.subarray(from + 1, from + 1 + length), to)
    from += 1 + length
    to += length
  }
  return all
}

function colourTable(triples: Uint8Array): ColourTable {
  const table = new Uint8Array(256 * 3)
  table.set(triples)
  return table
}

/** For files without any colour table. */
function greys(): ColourTable {
  return Uint8Array.from({ length: 256 * 3 }, (_, i) => Math.floor(i / 3))
}
