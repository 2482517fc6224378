import type { ImageCodec } from './codec.ts'
import type { ReadDecoder } from './dicom/codecs.ts'
import { decodeNative } from './native.ts'
import { wasmCodec, webpLibrary } from './wasm-codec.ts'

const decoder: ReadDecoder = async name => (await import('./dicom/fetch-decoder.ts')).fetchDecoder(name)

const webpCodec = wasmCodec({ 'image/webp': webpLibrary }, decoder)

export const browserCodec: ImageCodec = {
  decode: decodeNative,
  obstacle: () => null,
  decoder,
  // Of the browsers known to us WebKit alone needs another.
  forClearWebp: async () => ((await keepsClearColours()) ? browserCodec : webpCodec),
}

/** A lossless WebP of one wholly transparent pixel of red 200, green 100, blue 50, whose header says that it has no alpha. */
const clearPixel = Uint8Array.from(
  '524946461c000000574542505650384c100000002f000000000750b22257260211d1ff00'.match(/../g) ?? [],
  byte => Number.parseInt(byte, 16),
)

let kept: Promise<boolean> | null = null

/**
 * Whether this browser's codec gives the colours of a lossless WebP's transparent pixels, once its header no longer tells
 * of alpha: Chromium and Firefox do, WebKit multiplies by the alpha all the same. Asked of the browser once.
 */
function keepsClearColours(): Promise<boolean> {
  kept ??= decodeNative([clearPixel], 'image/webp', 'a pixel').then(
    ({ data }) => data.join() === '200,100,50',
    () => false,
  )
  return kept
}
