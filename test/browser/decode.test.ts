import { inflateSync } from 'node:zlib'
import type { Browser, JSHandle, Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../src/cli/chromium.ts'
import { bombs } from '../fuzz/bombs.ts'
import { imageFile, sha256, type Verdict, verdicts } from '../unit/support/image-files.ts'

/**
 * The decoder by itself in a worker of a real Chromium, where JPEG and WebP are decoded by the browser. Files go in
 * and pixels come out as base64; nothing is served but two files made here.
 */

/** What crosses back from the page: a picture, or why there is none. */
type Answer =
  | { readonly width: number; readonly height: number; readonly rgb: string }
  | { readonly code: string; readonly message: string }

const WORKER = `
import { decodeRgb } from '/decode.js'
onmessage = async ({ data: { bytes, name } }) => {
  try {
    const { width, height, data } = await decodeRgb(bytes, name)
    postMessage({ width, height, rgb: data.toBase64() })
  } catch (error) {
    postMessage({ code: error.info?.code ?? 'none', message: String(error) })
  }
}`

let browser: Browser
let page: Page
let worker: JSHandle<Worker>

beforeAll(async () => {
  const files: Readonly<Record<string, { contentType: string; body: string }>> = {
    '/': { contentType: 'text/html', body: '<!doctype html>' },
    '/decode.js': { contentType: 'text/javascript', body: await bundle('src/data/images/decode.ts') },
    '/worker.js': { contentType: 'text/javascript', body: WORKER },
  }
  browser = await launchChromium('none')
  page = await browser.newPage()
  await page.route('**/*', route => {
    const file = files[new URL(route.request().url()).pathname]
    return file ? route.fulfill(file) : route.fulfill({ status: 404 })
  })
  // localhost is a secure context, which VideoFrame needs.
  await page.goto('http://localhost/')
  worker = await page.evaluateHandle(() => new Worker('/worker.js', { type: 'module' }))
})

afterAll(() => browser.close())

/** The module with all it imports as one script. */
async function bundle(entry: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: 'decode' } },
  })
  const [{ output }] = [made].flat() as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  return output[0].code
}

function decode(name: string, bytes = imageFile(name)): Promise<Answer> {
  const base64 = Buffer.from(bytes).toString('base64')
  return page.evaluate(
    ({ worker, name, base64 }) =>
      new Promise<Answer>((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data)
        worker.onerror = event => reject(new Error(event.message))
        worker.postMessage({ name, bytes: Uint8Array.from(atob(base64), char => char.charCodeAt(0)) })
      }),
    { worker, name, base64 },
  )
}

async function pixelsOf({ file, width, height }: Verdict & { error?: undefined }): Promise<Buffer> {
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
        expect(sha256(await pixelsOf(verdict))).toBe(verdict.sha256)
      })
    } else {
      const expected = inflateSync(Buffer.from(verdict.rgb, 'base64'))
      it(`is at most 1 off Pillow: ${verdict.file}`, async () => {
        const pixels = await pixelsOf(verdict)
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

  it('refuses what Pillow refuses', async () => {
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
