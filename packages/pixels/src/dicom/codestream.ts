/** What the header of a compressed frame states, read before any decoder sees it: decoders trust it and allocate by it. */
import { isFrameHeader } from '../jpeg.ts'

type Codestream = { readonly kind: 'jpeg' | 'jpeg-lossless' | 'jpeg-ls'; readonly shape: Shape } | Jpeg2000

interface Jpeg2000 {
  readonly kind: 'jpeg-2000'
  readonly shape: Shape
  readonly signed: boolean
  /** Whether components differ in size or depth. */
  readonly uneven: boolean
}

export interface Shape {
  readonly width: number
  readonly height: number
  readonly components: number
  /** Bits of a sample. */
  readonly precision: number
}

/** @returns null where it is none of these, or its header is cut */
export function readCodestream(bytes: Uint8Array): Codestream | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length > 4 && view.getUint16(0) === 0xffd8) return readJpegHeader(view)
  const start = bytes.length > 12 && view.getUint32(4) === 0x6a502020 ? jp2Codestream(view) : 0
  return start === null ? null : readSize(view, start)
}

function readJpegHeader(view: DataView): Codestream | null {
  for (let at = 2; at + 10 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return null
    const code = view.getUint8(at + 1)
    if (code === 0xff) {
      at++
      continue
    }
    if (code === 0xda || code === 0xd9) return null
    if (isFrameHeader(code) || code === 0xf7) {
      const shape = {
        precision: view.getUint8(at + 4),
        height: view.getUint16(at + 5),
        width: view.getUint16(at + 7),
        components: view.getUint8(at + 9),
      }
      return { kind: code === 0xf7 ? 'jpeg-ls' : code === 0xc3 ? 'jpeg-lossless' : 'jpeg', shape }
    }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

/** Where the codestream of a JP2 file begins: in the box `jp2c`. */
function jp2Codestream(view: DataView): number | null {
  for (let at = 0, boxes = 0; at + 8 <= view.byteLength && boxes < 64; boxes++) {
    const length = view.getUint32(at)
    if (view.getUint32(at + 4) === 0x6a703263) return at + (length === 1 ? 16 : 8)
    if (length < 8) return null
    at += length
  }
  return null
}

/** The SIZ segment (ISO 15444-1 A.5.1), which comes first. */
function readSize(view: DataView, at: number): Codestream | null {
  if (at + 43 > view.byteLength || view.getUint32(at) !== 0xff4fff51) return null
  const components = view.getUint16(at + 40)
  if (components === 0 || at + 42 + 3 * components > view.byteLength) return null
  const depth = view.getUint8(at + 42)
  const each = Array.from({ length: components }, (_, i) => at + 42 + 3 * i)
  return {
    kind: 'jpeg-2000',
    shape: {
      width: view.getUint32(at + 8) - view.getUint32(at + 16),
      height: view.getUint32(at + 12) - view.getUint32(at + 20),
      components,
      precision: (depth & 0x7f) + 1,
    },
    signed: depth >= 128,
    uneven: each.some(
      one => view.getUint8(one) !== depth || view.getUint8(one + 1) !== 1 || view.getUint8(one + 2) !== 1,
    ),
  }
}
