import type { Page } from 'playwright-core'
import { type DigestPixels, digestPixels } from '../../data/export/samples-jsonl.ts'
import { isDicom } from '../../data/images/dicom/read-dicom.ts'
import { nodeCodec } from '../../data/images/node-codec.ts'
import { probeImage } from '../../data/images/sniff.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { WindowPolicy } from '../../engine/protocol/window-policy.ts'
import { buildStalePage, servePage } from '../serve/serve.ts'
import { launchChromium } from './chromium.ts'

/** Digests of pixels in Node. The built page in headless Chromium decodes JPEG and WebP. */
export class PixelDigests {
  /** Opened for the first image that needs it. */
  #opened: Promise<{ readonly page: Page; close(): Promise<void> }> | null = null

  readonly #note: (line: string) => void

  readonly #policy: WindowPolicy

  /** @param policy how DICOM files are shown */
  constructor(note: (line: string) => void, policy: WindowPolicy) {
    this.#note = note
    this.#policy = policy
  }

  readonly digest: DigestPixels = async (bytes, name) => {
    if (isDicom(bytes)) return digestPixels(bytes, name, nodeCodec, this.#policy)
    const format = probeImage(bytes)?.format
    if (format !== 'jpeg' && format !== 'webp') return digestPixels(bytes, name)
    this.#opened ??= open(this.#note)
    const { page } = await this.#opened
    const read = await page.evaluate(([base64, name]) => globalThis.voxelwisePixels(base64, name), [
      Buffer.from(bytes).toString('base64'),
      name,
    ] as const)
    if ('sha256' in read) return read
    throw new VoxelwiseError(read)
  }

  async close(): Promise<void> {
    await (await this.#opened)?.close()
  }
}

async function open(note: (line: string) => void) {
  await buildStalePage(note)
  const server = await servePage([])
  const browser = await launchChromium('none', false)
  const page = await browser.newPage()
  await page.goto(`${server.origin}/headless.html`)
  await page.waitForFunction(() => 'voxelwisePixels' in globalThis)
  return {
    page,
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}
