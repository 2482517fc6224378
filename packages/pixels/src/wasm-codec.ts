import decode, { init } from '@jsquash/webp/decode.js'
import type { ImageCodec } from './codec.ts'
import type { ReadDecoder } from './dicom/codecs.ts'
import type { JpegFrame } from './jpeg.ts'
import { decoderPart } from './pixel-error.ts'
import { rowOfColours } from './rows.ts'

type CodecType = 'image/jpeg' | 'image/webp'

/** A codec of jSquash. */
export interface WasmLibrary {
  /** Its WebAssembly, within jSquash's packages. */
  readonly file: string
  readonly init: (options: {
    readonly wasmBinary?: ArrayBuffer
    readonly printErr: () => void
  }) => Promise<void>
  readonly decode: (file: ArrayBuffer) => Promise<ImageData>
}

/** The libraries' image type, outside a browser. */
class PlainImageData {
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    Object.assign(this, { data, width, height })
  }
}

/**
 * libjpeg-turbo (in its mozjpeg version) and libwebp in WebAssembly: Pillow's own codecs.
 * @param libraries for the types to decode
 * @param decoder reads the decoders of DICOM
 * @param read returns the bytes of their WebAssembly; by default fetched from the bundle
 */
export function wasmCodec(
  libraries: Readonly<Partial<Record<CodecType, WasmLibrary>>>,
  decoder: ReadDecoder,
  read?: (file: string) => Promise<ArrayBuffer>,
): ImageCodec {
  const ready = new Map<WasmLibrary, Promise<void>>()
  const start = async ({ file, init }: WasmLibrary): Promise<void> =>
    decoderPart(init({ ...(read && { wasmBinary: await read(file) }), printErr: () => {} }))
  const prepare = (library: WasmLibrary): Promise<void> => {
    const known = ready.get(library) ?? start(library)
    ready.set(library, known)
    return known
  }
  const codec: ImageCodec = {
    async decode(parts, type) {
      if (!('ImageData' in globalThis)) Object.assign(globalThis, { ImageData: PlainImageData })
      const library = libraries[type]
      if (!library) throw new Error(`There is no library for ${type} here.`)
      await prepare(library)
      try {
        const { width, height, data } = await library.decode(
          await new Blob([...parts] as BlobPart[]).arrayBuffer(),
        )
        return { width, height, channels: 3, data: withoutAlpha(data) }
      } catch (error) {
        // On damaged data libjpeg ends its program, and nothing is decoded by that any more.
        ready.delete(library)
        throw error
      }
    },
    obstacle,
    decoder,
    forClearWebp: async () => codec,
  }
  return codec
}

/** libjpeg-turbo smooths half rows since 2.1, which mozjpeg lacks (seen here: 255 off); its program knows no four colours. */
function obstacle({ components, sampling }: JpegFrame): string | null {
  if (components === 4) return 'CMYK JPEG outside of a browser'
  const most = (side: 'across' | 'down'): number => Math.max(...sampling.map(one => one[side]))
  const [across, down] = [most('across'), most('down')]
  const isUsual = sampling.every(one => {
    const shape = `${across / one.across}x${down / one.down}`
    return shape === '1x1' || shape === '2x1' || shape === '2x2'
  })
  return isUsual
    ? null
    : 'JPEG with colours sampled otherwise than 4:4:4, 4:2:2 or 4:2:0 outside of a browser'
}

function withoutAlpha(rgba: Uint8ClampedArray): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3)
  rowOfColours(4, [0, 1, 2])(rgba, rgba.length / 4, rgb, 0, 3)
  return rgb
}

/** libwebp in WebAssembly; JPEG's library is in a file of Node's own, since the page would carry it for nothing. */
export const webpLibrary: WasmLibrary = { file: 'webp/codec/dec/webp_dec.wasm', init, decode }
