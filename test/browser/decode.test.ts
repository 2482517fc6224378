import { inflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256, type Verdict, verdicts } from '../../packages/pixels/test/image-files.ts'
import { bombs } from '../fuzz/bombs.ts'
import { asBase64, type Decoded, decodeInPage, decodePage } from './harness/decode-page.ts'
import { openModules } from './harness/modules.ts'
import { sharedBrowser } from './harness/page.ts'

/**
 * The decoder by itself in a worker of a real Chromium, where JPEG and WebP are decoded by the browser. Files go in
 * and pixels come out as base64; nothing is served but two files made here.
 */

let page: Page

beforeAll(async () => {
  const files = await decodePage()
  page = await openModules(await sharedBrowser(), files)
})

afterAll(() => page.close())

const decode = (name: string, bytes?: Uint8Array): Promise<Decoded> =>
  page.evaluate(decodeInPage, asBase64(name, bytes))

async function decodePixels({ file, width, height }: Verdict & { error?: undefined }): Promise<Buffer> {
  const answer = await decode(file)
  if ('code' in answer) throw new Error(`${file}: ${answer.message}`)
  expect([answer.width, answer.height]).toEqual([width, height])
  return Buffer.from(answer.rgb, 'base64')
}

describe('decodeRgb in Chromium', () => {
  for (const verdict of verdicts) {
    if (verdict.error !== undefined || verdict.file === 'float.tif') continue
    if (verdict.rgb === undefined) {
      it(`equals Pillow to the byte: ${verdict.file}`, async () => {
        expect(sha256(await decodePixels(verdict))).toBe(verdict.sha256)
      })
    } else {
      const expected = inflateSync(Buffer.from(verdict.rgb, 'base64'))
      it(`is at most 1 off Pillow: ${verdict.file}`, async () => {
        const pixels = await decodePixels(verdict)
        expect(pixels.length).toBe(expected.length)
        const differences = expected.map((value, i) => Math.abs(value - (pixels[i] ?? 0)))
        expect(Math.max(...differences)).toBeLessThanOrEqual(1)
      })
    }
  }

  it('keeps hostile files from the codecs of the browser', async () => {
    for (const name of ['JPEG of 10,000 scans', 'JPEG of 50 scans over 40 million pixels']) {
      const answer = await decode(name, bombs[name]?.make() as Uint8Array)
      expect([name, 'code' in answer && answer.code]).toEqual([name, 'image-too-large'])
    }
  })

  it('refuses the same files as Pillow', async () => {
    for (const { file, error } of verdicts) {
      if (error === undefined) continue
      const answer = await decode(file)
      expect([file, 'code' in answer ? answer.code : 'a picture']).toEqual([
        file,
        expect.stringMatching(/^image-/),
      ])
    }
  })
})
