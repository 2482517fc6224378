import decode, { init } from '@jsquash/webp/decode.js'
import type { WasmLibrary } from './wasm-codec.ts'

/** libwebp in WebAssembly; JPEG's library is in a file of Node's own, since the page would carry it for nothing. */
export const webpLibrary: WasmLibrary = { file: 'webp/codec/dec/webp_dec.wasm', init, decode }
