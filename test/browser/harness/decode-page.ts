import { imageFile } from '../../../packages/pixels/test/image-files.ts'
import { bundle, type ModulePage } from './modules.ts'

/** What crosses back from the page: a picture, or why there is none. */
export type Decoded =
  | { readonly width: number; readonly height: number; readonly rgb: string }
  | { readonly code: string; readonly message: string }

const script = `
import { readPixels } from './decode.js'
const base64 = data => {
  let text = ''
  for (let at = 0; at < data.length; at += 4096) text += String.fromCharCode(...data.subarray(at, at + 4096))
  return btoa(text)
}
onmessage = async ({ data: { bytes, name } }) => {
  try {
    const { width, height, data } = await readPixels(bytes, name)
    postMessage({ width, height, rgb: base64(data) })
  } catch (error) {
    postMessage({ code: error.info?.code ?? 'none', message: String(error) + ' ' + String(error.cause ?? '') })
  }
}`

/** The decoder by itself in a worker: what a page that holds nothing else is made of, by path. */
export async function decodePage(): Promise<ModulePage> {
  return {
    '/': { contentType: 'text/html', body: '<!doctype html>' },
    '/decode.js': { contentType: 'text/javascript', body: await bundle('src/data/images/decoding.ts') },
    '/worker.js': { contentType: 'text/javascript', body: script },
  }
}

/** Runs in that page: has a file decoded by a worker, its bytes going in and its pixels coming out as base64. */
export function decodeInPage({ name, base64 }: { name: string; base64: string }): Promise<Decoded> {
  const held = globalThis as { decoder?: Worker }
  held.decoder ??= new Worker('/worker.js', { type: 'module' })
  const { decoder } = held
  return new Promise<Decoded>((resolve, reject) => {
    decoder.onmessage = ({ data }) => resolve(data)
    decoder.onerror = event => reject(new Error(event.message))
    decoder.postMessage({ name, bytes: Uint8Array.from(atob(base64), char => char.charCodeAt(0)) })
  })
}

/** A golden image file, or any bytes, as `decodeInPage` takes them. */
export const asBase64 = (name: string, bytes = imageFile(name)): { name: string; base64: string } => ({
  name,
  base64: Buffer.from(bytes).toString('base64'),
})
