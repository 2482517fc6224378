import webpDecoder from '@jsquash/webp/codec/dec/webp_dec.wasm?url'
import type { ImageCodec } from './codec.ts'
import { wasmCodec } from './wasm-codec.ts'

/** WebP in a browser whose own codec will not do; its JPEG is always the browser's. */
export const servedCodec: ImageCodec = wasmCodec(async file => {
  if (file !== 'webp/codec/dec/webp_dec.wasm') throw new Error(`${file} is not served.`)
  const response = await fetch(webpDecoder)
  if (!response.ok) throw new Error(`${webpDecoder}: status ${response.status}`)
  return response.arrayBuffer()
})
