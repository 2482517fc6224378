import { keepsClearColours } from './clear-webp.ts'
import type { ImageCodec } from './codec.ts'
import { decodeNative } from './native.ts'
import { wasmCodec } from './wasm-codec.ts'
import { webpLibrary } from './webp-library.ts'

const webpCodec = wasmCodec({ 'image/webp': webpLibrary })

export const browserCodec: ImageCodec = {
  decode: decodeNative,
  obstacle: () => null,
  // Of the browsers known to us WebKit alone needs another.
  forClearWebp: async () => ((await keepsClearColours()) ? browserCodec : webpCodec),
}
