/** Images that no tool would write, made byte by byte. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** A black PNG of one bit a pixel: its file stays small, however large it is. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Buffer.alloc((1 + Math.ceil(width / 8)) * height)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The start of a HEIC file, a format that is not read. */
export const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64, 1)])

/** An image of the decoder's own goldens. */
export function goldenImage(name: string): Buffer {
  return readFileSync(join('packages/pixels/test/golden/pillow/decode', name))
}

/** What a viewer shows, before zoom and window: its RGB values. */
export async function drawnPixels(viewer: Locator): Promise<readonly number[]> {
  const image = viewer.locator('.viewer-frame img')
  await image.waitFor()
  // Not `decode()`: it fails where the page shows the picture anew meanwhile.
  await expect
    .poll(() => image.evaluate(element => (element as HTMLImageElement).complete), { timeout: 10_000 })
    .toBe(true)
  return image.evaluate(element => {
    const img = element as HTMLImageElement
    const canvas = new OffscreenCanvas(img.naturalWidth, img.naturalHeight)
    const context = canvas.getContext('2d')
    context?.drawImage(img, 0, 0)
    const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
    return Array.from(data).filter((_, i) => i % 4 < 3)
  })
}
