/** The decoders of others, loaded when the first frame needs them. */
import { joinedBytes } from '../joined-bytes.ts'
import { decoderPart } from '../pixel-error.ts'
import type { Shape } from './codestream.ts'

export type WasmDecoder = 'openjpeg' | 'charls'

/** The bytes of a decoder's WebAssembly: the page fetches its own file, Node reads its package. */
export type ReadDecoder = (decoder: WasmDecoder) => Promise<ArrayBuffer>

/** Samples as the codestream states them, interleaved. */
export type Samples = Uint8Array | Uint16Array | Int8Array | Int16Array

/** A frame of more bytes leaves a large heap behind: the next gets a decoder of its own. */
const LARGE = 64_000_000

type DecoderClass = new () => EmbindDecoder

const loaders: Readonly<Record<WasmDecoder, (options: EmbindOptions) => Promise<DecoderClass>>> = {
  openjpeg: async options => {
    const { default: create } = await decoderPart(import('@cornerstonejs/codec-openjpeg/decodewasmjs'))
    return (await create(options)).J2KDecoder
  },
  charls: async options => {
    const { default: create } = await decoderPart(import('@cornerstonejs/codec-charls/decodewasmjs'))
    return (await create(options)).JpegLSDecoder
  },
}

/** Kept until one fails to load or a frame. */
const loaded: Partial<Record<WasmDecoder, Promise<DecoderClass>>> = {}

async function load(name: WasmDecoder, read: ReadDecoder): Promise<DecoderClass> {
  const wasmBinary = await decoderPart(read(name))
  return loaders[name]({ wasmBinary, print: () => {}, printErr: () => {} })
}

/** JPEG 2000, by OpenJPEG. @returns null where the decoder refuses the frame, or gives another size than it states */
export const decodeJpeg2000 = (bytes: Uint8Array, shape: Shape, read: ReadDecoder): Promise<Samples | null> =>
  decodeBy('openjpeg', bytes, shape, read)

/** The marker that ends an image (ITU T.87 C.1.2.1). */
const END_OF_IMAGE = Uint8Array.of(0xff, 0xd9)

/** JPEG-LS, by CharLS, which reads past the end of a scan that is cut short unless a marker follows. */
export const decodeJpegLs = (bytes: Uint8Array, shape: Shape, read: ReadDecoder): Promise<Samples | null> =>
  decodeBy('charls', joinedBytes([bytes, END_OF_IMAGE]), shape, read)

async function decodeBy(
  name: WasmDecoder,
  bytes: Uint8Array,
  shape: Shape,
  read: ReadDecoder,
): Promise<Samples | null> {
  loaded[name] ??= load(name, read)
  const Decoder = await loaded[name].catch(error => {
    delete loaded[name]
    throw error
  })
  const samples = decodeWith(Decoder, bytes, shape)
  if (samples === null || samples.byteLength > LARGE) delete loaded[name]
  return samples
}

function decodeWith(Decoder: DecoderClass, bytes: Uint8Array, shape: Shape): Samples | null {
  try {
    const decoder = new Decoder()
    try {
      decoder.getEncodedBuffer(bytes.length).set(bytes)
      decoder.decode()
      const { width, height, componentCount, bitsPerSample, isSigned = false } = decoder.getFrameInfo()
      const isStated =
        width === shape.width &&
        height === shape.height &&
        componentCount === shape.components &&
        bitsPerSample === shape.precision
      if (!isStated) return null
      // Each component in a scan of its own.
      const isPlanar = componentCount > 1 && decoder.getInterleaveMode?.() === 0
      const { buffer } = decoder.getDecodedBuffer().slice()
      const count = width * height * componentCount
      const samples = samplesIn(buffer, count, bitsPerSample, isSigned)
      return samples && isPlanar ? interleaved(samples, componentCount) : samples
    } finally {
      decoder.delete()
    }
  } catch {
    // They throw numbers and texts of their own, which say nothing to a user.
    return null
  }
}

/** @returns null where there are fewer */
function samplesIn(buffer: ArrayBuffer, count: number, bits: number, isSigned: boolean): Samples | null {
  if (buffer.byteLength < count * (bits > 8 ? 2 : 1)) return null
  if (bits > 8) return new (isSigned ? Int16Array : Uint16Array)(buffer, 0, count)
  return new (isSigned ? Int8Array : Uint8Array)(buffer, 0, count)
}

/** JPEG lossless (ITU T.81, process 14). @returns null where the decoder refuses the frame */
export async function decodeJpegLossless(bytes: Uint8Array, shape: Shape): Promise<Samples | null> {
  const { Decoder } = await decoderPart(import('@cornerstonejs/jpeg-lossless-decoder-js'))
  try {
    const { width, height, components, precision } = shape
    const { buffer } = bytes.slice()
    const raw = new Decoder().decompress(buffer, 0, buffer.byteLength)
    return samplesIn(raw, width * height * components, precision, false)
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
