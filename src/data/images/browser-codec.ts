import type { ImageCodec } from './codec.ts'
import { decodeNative } from './native.ts'
import { wasmCodec, webpLibrary } from './wasm-codec.ts'

const webpCodec = wasmCodec({ 'image/webp': webpLibrary })

export const browserCodec: ImageCodec = {
  decode: decodeNative,
  obstacle: () => null,
  // Of the browsers known to us WebKit alone needs another.
  forClearWebp: async () => ((await keepsClearColours()) ? browserCodec : webpCodec),
}

/** A lossless WebP of one fully transparent pixel of red 200, green 100, blue 50, whose header declares no alpha. */
const clearPixel = Uint8Array.from(
  '524946461c000000574542505650384c100000002f000000000750b22257260211d1ff00'.match(/../g) ?? [],
  byte => Number.parseInt(byte, 16),
)

let kept: Promise<boolean> | null = null

/**
 * Whether this browser's codec returns the colours of a lossless WebP's transparent pixels if its header declares no
 * alpha. Chromium and Firefox do; WebKit still multiplies by the alpha. Tested once.
 */
function keepsClearColours(): Promise<boolean> {
  kept ??= decodeNative([clearPixel], 'image/webp', 'a pixel').then(
    ({ data }) => data.join() === '200,100,50',
    () => false,
  )
  return kept
}
