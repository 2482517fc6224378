import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js'
import type { ImageCodec } from './codec.ts'
import { type WasmLibrary, wasmCodec, webpLibrary } from './wasm-codec.ts'

const require = createRequire(import.meta.url)

const jpegLibrary: WasmLibrary = {
  file: 'jpeg/codec/dec/mozjpeg_dec.wasm',
  init: initJpeg,
  decode: decodeJpeg,
}

/** JPEG and WebP in Node. */
export const nodeCodec: ImageCodec = wasmCodec(
  { 'image/jpeg': jpegLibrary, 'image/webp': webpLibrary },
  name => readBytes(`@cornerstonejs/codec-${name}/decodewasm`),
  file => readBytes(`@jsquash/${file}`),
)

async function readBytes(file: string): Promise<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = await readFile(require.resolve(file))
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
}
