import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateSync } from 'node:zlib'
import { sha256, verdicts } from '../../../packages/pixels/test/image-files.ts'
import { asBase64, decodeInPage, decodePage } from '../../browser/harness/decode-page.ts'
import type { Driven } from './driven.ts'

/** What a browser's decoding of the golden images comes to beside Pillow's. */
export interface PixelReport {
  /** Files that are the same to the byte. */
  readonly same: number
  /** Files that differ, with their largest difference of a value, or what else is wrong with them. */
  readonly different: Readonly<Record<string, number | string>>
}

/** Decodes every golden image that Pillow opens. */
export async function pixelsIn(driven: Driven): Promise<PixelReport> {
  const files = await decodePage()
  const server = createServer((request, response) => {
    const file = files[request.url ?? '']
    response.writeHead(file ? 200 : 404, { 'content-type': file?.contentType ?? 'text/plain' })
    response.end(file?.body)
  })
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  try {
    await driven.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
    let same = 0
    const different: Record<string, number | string> = {}
    for (const verdict of verdicts) {
      if (verdict.error !== undefined || verdict.file === 'float.tif') continue
      const answer = await driven.run(decodeInPage, asBase64(verdict.file))
      if ('code' in answer) {
        different[verdict.file] = `${answer.code}: ${answer.message}`
        continue
      }
      const pixels = Buffer.from(answer.rgb, 'base64')
      if (sha256(pixels) === verdict.sha256) same++
      else if (verdict.rgb === undefined)
        different[verdict.file] = 'not the bytes that Pillow and Chromium give'
      else different[verdict.file] = largest(pixels, inflateSync(Buffer.from(verdict.rgb, 'base64')))
    }
    return { same, different }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const largest = (pixels: Buffer, expected: Buffer): number =>
  pixels.length === expected.length
    ? expected.reduce((most, value, i) => Math.max(most, Math.abs(value - (pixels[i] ?? 0))), 0)
    : Number.POSITIVE_INFINITY
