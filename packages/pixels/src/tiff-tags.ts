/** The tags of one image directory; TIFF 6.0, section 2. */
export type TiffTags = {
  readonly littleEndian: boolean
  has(tag: number): boolean
  /** All numbers of a tag, read on request: many tags may share one large block of the file. */
  get(tag: number): readonly number[] | undefined
}

/** Bytes of the numeric field types BYTE, SHORT, LONG. Others do not bear on pixels. */
const SIZES: Readonly<Record<number, 1 | 2 | 4>> = { 1: 1, 3: 2, 4: 4 }

/** Maximum numbers of one tag: more than the strips of any image within our limits. */
const MAX_COUNT = 1 << 18

type Entry = { readonly size: 1 | 2 | 4; readonly count: number; readonly from: number }

/** The first directory of a TIFF file; null if it is cut. */
export function readTiffTags(bytes: Uint8Array): TiffTags | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 8) return null
  const littleEndian = bytes[0] === 0x49
  const start = view.getUint32(4, littleEndian)
  if (start + 2 > bytes.length) return null
  const end = start + 2 + 12 * view.getUint16(start, littleEndian)
  if (end > bytes.length) return null
  const entries = new Map<number, Entry>()
  for (let at = start + 2; at < end; at += 12) {
    const size = SIZES[view.getUint16(at + 2, littleEndian)]
    const count = view.getUint32(at + 4, littleEndian)
    if (size === undefined || count > MAX_COUNT) continue
    // Up to four bytes are in the entry itself.
    const from = size * count <= 4 ? at + 8 : view.getUint32(at + 8, littleEndian)
    // A tag out of reach is as good as none; some of them have nothing to do with the picture.
    if (from + size * count > bytes.length) continue
    entries.set(view.getUint16(at, littleEndian), { size, count, from })
  }
  const get = (tag: number): number[] | undefined => {
    const entry = entries.get(tag)
    return entry && readNumbers(view, entry, littleEndian)
  }
  return { has: tag => entries.has(tag), get, littleEndian }
}

function readNumbers(view: DataView, { size, count, from }: Entry, littleEndian: boolean): number[] {
  return Array.from({ length: count }, (_, i) => {
    const where = from + i * size
    if (size === 1) return view.getUint8(where)
    return size === 2 ? view.getUint16(where, littleEndian) : view.getUint32(where, littleEndian)
  })
}

/** Width and height of the first image as stored, before its orientation is applied. */
export function readTiffSize(bytes: Uint8Array): { width: number; height: number } | null {
  const tags = readTiffTags(bytes)
  const width = tags?.get(256)?.[0]
  const height = tags?.get(257)?.[0]
  return width === undefined || height === undefined ? null : { width, height }
}
