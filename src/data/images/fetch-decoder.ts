import charls from '@cornerstonejs/codec-charls/decodewasm?url'
import openjpeg from '@cornerstonejs/codec-openjpeg/decodewasm?url'
import type { WasmDecoder } from '@voxelwise/pixels'

const addresses: Readonly<Record<WasmDecoder, string>> = { charls, openjpeg }

/** A decoder's WebAssembly, from the page's own files. */
export async function fetchDecoder(name: WasmDecoder): Promise<ArrayBuffer> {
  const reply = await fetch(addresses[name])
  if (!reply.ok) throw new Error(`The page's decoder ${name} is not there (${reply.status}).`)
  return reply.arrayBuffer()
}
