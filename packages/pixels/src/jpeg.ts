/** The structure of a JPEG file. */
export type JpegFrame = {
  readonly width: number
  readonly height: number
  /** Bits of a sample: 8 but for rare medical and scientific files. */
  readonly precision: number
  /** 1 grey, 3 colour, 4 CMYK. */
  readonly components: number
  /** How often each component is sampled, of the component with most: across and down. */
  readonly sampling: readonly { readonly across: number; readonly down: number }[]
  /** The number n of its SOFn marker: 0 and 1 sequential, 2 progressive, the others hardly ever met. */
  readonly process: number
}

/** An Exif segment, a profile or a thumbnail in pieces may be many; no file has thousands. */
export const MAX_SEGMENTS = 1 << 16

type JpegParts = {
  /** Null if the file ends, or its data starts, before a frame header. */
  readonly frame: JpegFrame | null
  /** How often it goes over the picture: once, or about ten times where it is progressive. */
  readonly scans: number
  /** Whether it has more than `MAX_SEGMENTS` of them; `bare` then contains only the first. */
  readonly crowded: boolean
  /** Whether the end mark was reached; without it the file is cut. */
  readonly complete: boolean
  /** Whether an Adobe segment declares the colour coding. */
  readonly adobe: boolean
  /** The file up to its end mark, without segments that do not affect decoding (see `readJpeg`). */
  readonly bare: readonly Uint8Array[]
}

/**
 * Walks the markers of a JPEG file (ITU T.81, annex B). `bare` leaves out the segments APP1 to APP13, APP15 and
 * comments: Exif above all, whose orientation browsers obey and Pillow ignores, and colour profiles. JFIF (APP0) and
 * Adobe (APP14) stay, as they decide how colours are coded. Never throws.
 */
export function readJpeg(bytes: Uint8Array): JpegParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const bare = [bytes.subarray(0, 2)]
  let frame: JpegFrame | null = null
  let adobe = false
  let scans = 0
  let at = 2
  const jpegParts = (change: Partial<JpegParts>): JpegParts => ({
    frame,
    scans,
    adobe,
    bare,
    crowded: false,
    complete: false,
    ...change,
  })
  for (let segments = 0; segments < MAX_SEGMENTS; segments++) {
    const marker = nextMarker(bytes, at)
    if (marker < 0) return jpegParts({})
    const code = bytes[marker + 1] as number
    if (code === 0xd9) {
      bare.push(bytes.subarray(marker, marker + 2))
      return jpegParts({ complete: true })
    }
    if (marker + 4 > bytes.length) return jpegParts({})
    const end = marker + 2 + view.getUint16(marker + 2)
    if (end > bytes.length) return jpegParts({})
    if (isFrameHeader(code) && end >= marker + 10 && frame === null) {
      frame = {
        precision: view.getUint8(marker + 4),
        height: view.getUint16(marker + 5),
        width: view.getUint16(marker + 7),
        components: view.getUint8(marker + 9),
        sampling: readSampling(bytes.subarray(marker + 10, end)),
        process: code - 0xc0,
      }
    }
    if (code === 0xee) adobe = true
    if (code === 0xda) scans++
    // Entropy-coded data follows a scan header and runs to the next marker.
    at = code === 0xda ? endOfScan(bytes, end) : end
    if (!isMetadata(code)) bare.push(bytes.subarray(marker, at))
  }
  return jpegParts({ crowded: true })
}

/** @param specifications three bytes a component: its name, its sampling factors, its table */
function readSampling(specifications: Uint8Array): JpegFrame['sampling'] {
  const factors = [...specifications].filter((_, i) => i % 3 === 1)
  return factors.map(both => ({ across: both >> 4, down: both & 15 }))
}

/** Index of the next marker that starts a segment or ends the file; -1 if there is none. */
function nextMarker(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0 && at + 1 < bytes.length) {
    const code = bytes[at + 1] as number
    const standsAlone = code === 0x01 || (code >= 0xd0 && code <= 0xd8)
    if (code !== 0x00 && code !== 0xff && !standsAlone) return at
    // Looking is for long ways: a file may be all such bytes.
    at += code === 0xff ? 1 : 2
    if (bytes[at] !== 0xff) at = bytes.indexOf(0xff, at)
  }
  return -1
}

/** Where a scan's data ends: at the next marker that is neither a stuffed 0xFF nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  const marker = nextMarker(bytes, from)
  return marker < 0 ? bytes.length : marker
}

/** SOF0 to SOF15, without DHT, JPG and DAC in between. */
export function isFrameHeader(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc
}

function isMetadata(code: number): boolean {
  return (code >= 0xe1 && code <= 0xef && code !== 0xee) || code === 0xfe
}
