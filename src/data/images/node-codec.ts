import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ImageCodec } from './codec.ts'
import { wasmCodec } from './wasm-codec.ts'

const require = createRequire(import.meta.url)

/** JPEG and WebP in Node. */
export const nodeCodec: ImageCodec = wasmCodec(async file => {
  const { buffer, byteOffset, byteLength } = await readFile(require.resolve(`@jsquash/${file}`))
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer
})
