import type { Budget } from './budget.ts'

/** The first picture of a WebP file, as a WebP file of its own. */
type WebpPicture = {
  /** The canvas, and so the size of the result. */
  readonly width: number
  readonly height: number
  /** The picture's place on the canvas; everything around it is black. */
  readonly x: number
  readonly y: number
  /** A RIFF file with the picture only: no alpha, no Exif, no profile. */
  readonly file: Uint8Array
  /** Whether it is lossless and had alpha. The alpha is still in its data; only its header no longer declares it. */
  readonly holdsAlpha: boolean
}

/** Bit 28 of what follows the signature byte of VP8L data. */
const alphaIsUsed = 0x10

type Size = { readonly width: number; readonly height: number }

type Chunk = { readonly kind: string; readonly data: Uint8Array }

/** The size of the canvas, from the first chunk alone; null if that is cut or unknown. */
export function readWebpSize(bytes: Uint8Array): Size | null {
  const kind = String.fromCharCode(...bytes.subarray(12, 16))
  const data = bytes.subarray(20)
  return kind === 'VP8X' ? canvasSize(data) : pictureSize({ kind, data })
}

/**
 * Takes apart a WebP file (RFC 9649). Pillow drops alpha without blending; a browser multiplies colours by it and loses
 * them. So alpha is removed before decoding: the ALPH chunk of lossy pictures is left out, and the alpha bit in the
 * header of lossless ones is cleared. Null if the file is cut or invalid.
 * @throws PixelError `image-too-large` for too many chunks
 */
export function readWebp(bytes: Uint8Array, budget: Budget): WebpPicture | null {
  if (bytes.length < 12) return null
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true)
  if (8 + size > bytes.length) return null
  const chunks = readChunks(bytes.subarray(12, 8 + size), budget)
  if (chunks === null) return null
  const extended = chunks.find(({ kind }) => kind === 'VP8X')?.data
  const animated = chunks.find(({ kind }) => kind === 'ANMF')?.data
  const frame = animated === undefined ? chunks : readChunks(animated.subarray(16), budget)
  const stream = frame?.find(({ kind }) => kind === 'VP8 ' || kind === 'VP8L')
  if (stream === undefined) return null
  const picture = pictureSize(stream)
  if (picture === null) return null
  const canvas =
    extended === undefined ? picture : { width: uint24(extended, 4) + 1, height: uint24(extended, 7) + 1 }
  const at =
    animated === undefined ? { x: 0, y: 0 } : { x: 2 * uint24(animated, 0), y: 2 * uint24(animated, 3) }
  if (canvas === null || at.x + picture.width > canvas.width || at.y + picture.height > canvas.height)
    return null
  const holdsAlpha = stream.kind === 'VP8L' && ((stream.data[4] ?? 0) & alphaIsUsed) !== 0
  return { ...canvas, ...at, file: webpFile(stream), holdsAlpha }
}

/** The chunks of a RIFF body; null if one of them is cut. */
function readChunks(body: Uint8Array, budget: Budget): readonly Chunk[] | null {
  const chunks: Chunk[] = []
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  for (let at = 0; at + 8 <= body.length; ) {
    budget.count('WebP chunks')
    const length = view.getUint32(at + 4, true)
    if (at + 8 + length > body.length) return null
    const kind = String.fromCharCode(...body.subarray(at, at + 4))
    chunks.push({ kind, data: body.subarray(at + 8, at + 8 + length) })
    at += 8 + length + (length & 1)
  }
  return chunks
}

/** The canvas of a VP8X header (RFC 9649, section 2.7). */
function canvasSize(extended: Uint8Array): Size | null {
  return extended.length < 10 ? null : { width: uint24(extended, 4) + 1, height: uint24(extended, 7) + 1 }
}

/** The size in a VP8 frame header (RFC 6386, section 9.1) or a VP8L header (RFC 9649, section 3.4). */
function pictureSize({ kind, data }: Chunk): Size | null {
  if (data.length < 10 || (kind !== 'VP8 ' && kind !== 'VP8L')) return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (kind === 'VP8 ')
    return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff }
  const bits = view.getUint32(1, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function uint24(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)
}

function webpFile({ kind, data }: Chunk): Uint8Array {
  const padded = data.length + (data.length & 1)
  const file = new Uint8Array(20 + padded)
  const view = new DataView(file.buffer)
  file.set(new TextEncoder().encode(`RIFF\0\0\0\0WEBP${kind}`))
  view.setUint32(4, 12 + padded, true)
  view.setUint32(16, data.length, true)
  file.set(data, 20)
  if (kind === 'VP8L') file[24] = (file[24] as number) & ~alphaIsUsed
  return file
}
