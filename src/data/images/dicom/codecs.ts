/** The decoders of others, loaded when the first frame needs them. */
import { pagePart } from '../../../engine/base/page-parts.ts'
import type { Shape } from './codestream.ts'

export type WasmDecoder = 'openjpeg' | 'charls'

/** The bytes of a decoder's WebAssembly: the page fetches its own file, Node reads its package. */
export type ReadDecoder = (decoder: WasmDecoder) => Promise<ArrayBuffer>

/** Samples as the codestream states them, interleaved. */
export type Samples = Uint8Array | Uint16Array | Int8Array | Int16Array

/** A frame of more bytes leaves a large heap behind: the next gets a decoder of its own. */
const LARGE = 64_000_000

interface Loaded {
  readonly openjpeg: Promise<{ readonly J2KDecoder: new () => EmbindDecoder }>
  readonly charls: Promise<{
    readonly JpegLSDecoder: new () => EmbindDecoder & { getInterleaveMode(): number }
  }>
}

const loaded: { -readonly [Key in keyof Loaded]?: Loaded[Key] } = {}

const quiet = { print: () => {}, printErr: () => {} }

async function loadOpenjpeg(read: ReadDecoder) {
  const { default: create } = await pagePart(import('@cornerstonejs/codec-openjpeg/decodewasmjs'))
  return create({ wasmBinary: await pagePart(read('openjpeg')), ...quiet })
}

async function loadCharls(read: ReadDecoder) {
  const { default: create } = await pagePart(import('@cornerstonejs/codec-charls/decodewasmjs'))
  return create({ wasmBinary: await pagePart(read('charls')), ...quiet })
}

/**
 * JPEG 2000 and its high-throughput form, by OpenJPEG.
 * @returns null where the decoder refuses the frame, or gives another size than it states
 */
export async function decodeJpeg2000(
  bytes: Uint8Array,
  shape: Shape,
  read: ReadDecoder,
): Promise<Samples | null> {
  loaded.openjpeg ??= loadOpenjpeg(read)
  const { J2KDecoder } = await loaded.openjpeg.catch(error => {
    delete loaded.openjpeg
    throw error
  })
  const samples = decodeWith(() => new J2KDecoder(), bytes, shape)
  if (samples === null || samples.byteLength > LARGE) delete loaded.openjpeg
  return samples
}

/** The marker that ends an image (ITU T.87 C.1.2.1). */
const END_OF_IMAGE = [0xff, 0xd9]

/**
 * JPEG-LS, by CharLS. In a scan that is cut short, CharLS reads past the last byte, for up to a minute. It stops at a
 * marker, so it gets one after the last byte.
 */
export async function decodeJpegLs(
  bytes: Uint8Array,
  shape: Shape,
  read: ReadDecoder,
): Promise<Samples | null> {
  loaded.charls ??= loadCharls(read)
  const { JpegLSDecoder } = await loaded.charls.catch(error => {
    delete loaded.charls
    throw error
  })
  const ended = new Uint8Array(bytes.length + END_OF_IMAGE.length)
  ended.set(bytes)
  ended.set(END_OF_IMAGE, bytes.length)
  let planes = false
  const samples = decodeWith(
    () => new JpegLSDecoder(),
    ended,
    shape,
    decoder => {
      // Each component in a scan of its own.
      planes = shape.components > 1 && decoder.getInterleaveMode() === 0
    },
  )
  if (samples === null || samples.byteLength > LARGE) delete loaded.charls
  return samples && planes ? interleaved(samples, shape.components) : samples
}

function decodeWith<Decoder extends EmbindDecoder>(
  create: () => Decoder,
  bytes: Uint8Array,
  shape: Shape,
  look: (decoder: Decoder) => void = () => {},
): Samples | null {
  try {
    const decoder = create()
    try {
      decoder.getEncodedBuffer(bytes.length).set(bytes)
      decoder.decode()
      const { width, height, componentCount, bitsPerSample, isSigned } = decoder.getFrameInfo()
      const isStated =
        width === shape.width &&
        height === shape.height &&
        componentCount === shape.components &&
        bitsPerSample === shape.precision
      if (!isStated) return null
      look(decoder)
      const { buffer } = decoder.getDecodedBuffer().slice()
      const size = width * height * componentCount * (bitsPerSample > 8 ? 2 : 1)
      if (buffer.byteLength < size) return null
      if (bitsPerSample > 8)
        return isSigned ? new Int16Array(buffer, 0, size / 2) : new Uint16Array(buffer, 0, size / 2)
      return isSigned ? new Int8Array(buffer, 0, size) : new Uint8Array(buffer, 0, size)
    } finally {
      decoder.delete()
    }
  } catch {
    // They throw numbers and texts of their own, which say nothing to a user.
    return null
  }
}

/** JPEG lossless (ITU T.81, process 14). @returns null where the decoder refuses the frame */
export async function decodeJpegLossless(bytes: Uint8Array, shape: Shape): Promise<Samples | null> {
  const { Decoder } = await pagePart(import('@cornerstonejs/jpeg-lossless-decoder-js'))
  try {
    const { buffer } = bytes.slice()
    const raw = new Decoder().decompress(buffer, 0, buffer.byteLength)
    const wide = shape.precision > 8
    const samples = shape.width * shape.height * shape.components
    if (raw.byteLength < samples * (wide ? 2 : 1)) return null
    return wide ? new Uint16Array(raw, 0, samples) : new Uint8Array(raw, 0, samples)
  } catch {
    return null
  }
}

/** Samples by planes to samples by pixels. */
export function interleaved<S extends Samples | Int32Array | Uint32Array>(planar: S, components: number): S {
  const out = planar.slice() as S
  const pixels = planar.length / components
  for (let c = 0, from = 0; c < components; c++)
    for (let i = 0, to = c; i < pixels; i++, to += components) out[to] = planar[from++] as number
  return out
}
