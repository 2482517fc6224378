import { crc32 } from '../../engine/base/crc32.ts'
import type { Budget } from './budget.ts'
import { truncatedImage, unreadableImage, unsupportedImage } from './errors.ts'

/** Colour types of the PNG specification, section 11.2.1. */
export const GREY = 0
export const RGB = 2
export const PALETTE = 3
export const GREY_ALPHA = 4
export const RGBA = 6

/** Bit depths that each colour type may have. */
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  [GREY]: [1, 2, 4, 8, 16],
  [RGB]: [8, 16],
  [PALETTE]: [1, 2, 4, 8],
  [GREY_ALPHA]: [8, 16],
  [RGBA]: [8, 16],
}

/** The header of a PNG file, and its compressed picture. */
export type PngChunks = {
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
 * Reads the chunks of a PNG file, strict where Pillow is: checksums count before the picture, not in it or after;
 * IEND may be missing, but no chunk may be cut.
 * @throws VoxelwiseError `image-truncated`, `image-unreadable`, `image-too-large` for too many chunks, or
 * `image-unsupported` for a bit depth or colour type outside the specification
 */
export function readPngChunks(bytes: Uint8Array, name: string, budget: Budget): PngChunks {
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
    else if (end > bytes.length) throw truncatedImage(name)
    else if (data.length === 0) {
      if (end + 4 > bytes.length) throw truncatedImage(name)
      if (crc32(bytes.subarray(at + 4, end)) !== view.getUint32(end)) {
        throw unreadableImage(name, `the checksum of its ${kind} chunk is wrong`)
      }
      if (kind === 'IHDR') header = body
      if (kind === 'PLTE') palette = body.slice()
    }
    at = end + 4
  }
  if (header === null || header.length < 13) throw unreadableImage(name, 'it has no header')
  if (data.length === 0) throw truncatedImage(name)
  const [depth = 0, colour = 0, , , interlace = 0] = header.subarray(8)
  if (!DEPTHS[colour]?.includes(depth)) {
    throw unsupportedImage(name, `PNG with ${depth}-bit samples and colour type ${colour}`)
  }
  const size = new DataView(header.buffer, header.byteOffset)
  const [width, height] = [size.getUint32(0), size.getUint32(4)]
  return { width, height, depth, colour, interlaced: interlace !== 0, palette, data }
}
