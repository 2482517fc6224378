import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pixels } from '@voxelwise/pixels'
import {
  type GoldenCase,
  type Goldens,
  goldenFamilies,
  newTokens,
  picturesFolder,
} from '../../../cli/base/family-goldens.ts'
import { type Gpu, launchChromium } from '../../../cli/browser/chromium.ts'
import { nodeBackend } from '../../../cli/native/backend.ts'
import { type Server, servePage } from '../../../cli/serve/serve.ts'
import { readPixels } from '../../../data/images/decoding.ts'
import { nodeModelFolder } from '../../../data/sources/node.ts'
import type { Device, Dtype } from '../../../engine/protocol/device.ts'
import { plainTurn } from '../../../engine/protocol/turns.ts'
import type { Buffers } from '../../../engine/runtime/graph-writer.ts'
import { Vlm } from '../../../engine/runtime/vlm.ts'
import { plainTrace, type TraceRequest, trace } from '../engine/trace.ts'
import { type Deviation, deviation } from './compare.ts'

/** How a family is measured. */
interface Measurement {
  readonly device: Device
  readonly dtype: Dtype
  /** Names of the cases; all unless given. */
  readonly cases?: readonly string[]
  /** How a checkpoint keeps what follows from its settings: in 32 bits unless given. */
  readonly buffers?: Buffers
}

/** The built page together with the families' folders. */
export interface Suite {
  /** Asks one family's cases. */
  measure(family: Goldens, how: Measurement): Promise<readonly Deviation[]>
  close(): Promise<void>
}

/** @param root what tools/families/make.py filled */
export async function openSuite(root: string, gpu: Gpu): Promise<Suite> {
  const folders = [
    ...goldenFamilies(root).map(name => ({ name, folder: join(root, name) })),
    picturesFolder(root),
  ]
  // A folder may have any name; an address is made of numbers.
  const folderAddress = (wanted: string): string =>
    `folder-${folders.findIndex(({ name }) => name === wanted)}`
  const server: Server = await servePage(
    folders.map(({ name, folder }) => ({ name: folderAddress(name), folder })),
    process.env.VOXELWISE_DIST,
  )
  const browser = await launchChromium(gpu).catch(async error => {
    await server.close()
    throw error
  })
  return {
    async measure({ family, cases }, { device, dtype, cases: names, buffers = 'float' }) {
      const chosen = cases.filter(({ name }) => !names || names.includes(name))
      const requests = chosen.map(
        ({ text, turns, images, detail }): TraceRequest => ({
          turns: turns ?? plainTurn(text, images.length),
          ...(detail !== undefined && { detail }),
          images: images.map(
            ({ name }) => `${server.servedAt(folderAddress('pictures'))}${encodeURIComponent(name)}.png`,
          ),
          newTokens,
        }),
      )
      // Each in a page of its own: a family that ends its page leaves the others theirs.
      const page = await browser.newPage()
      try {
        await page.goto(`${server.origin}/headless.html`)
        const probed = await page.evaluate(
          ([name, base, options, wanted]) =>
            globalThis.voxelwiseTrace({ kind: 'served', name, base }, options, wanted),
          [
            family,
            server.servedAt(folderAddress(family)),
            { device, dtype, threads: 1, buffers },
            requests,
          ] as const,
        )
        return chosen.flatMap((golden, i) => (probed[i] ? [deviation(golden, probed[i])] : []))
      } finally {
        await page.close()
      }
    },
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

/** The same engine in Node, without a browser. @param root what tools/families/make.py filled */
export function openNativeSuite(root: string): Suite {
  const picturePixels = async (name: string): Promise<Pixels> => {
    const file = join(picturesFolder(root).folder, `${name}.png`)
    return readPixels(await readFile(file), file)
  }
  return {
    async measure({ folder, cases }, { device, dtype, cases: names }) {
      const options = { device, dtype, threads: 1, onProgress: () => {} }
      const vlm = await Vlm.load(nodeBackend, await nodeModelFolder(folder), options)
      const measured = async (golden: GoldenCase): Promise<Deviation> => {
        const { text, turns, images, detail } = golden
        const pixels = await Promise.all(images.map(({ name }) => picturePixels(name)))
        const shown = { images: pixels, ...(detail !== undefined && { detail }) }
        const request = { turns: turns ?? plainTurn(text, images.length), ...shown, newTokens }
        return deviation(golden, plainTrace(await trace(vlm, request)))
      }
      try {
        const all: Deviation[] = []
        for (const golden of cases)
          if (!names || names.includes(golden.name)) all.push(await measured(golden))
        return all
      } finally {
        await vlm.dispose()
      }
    },
    close: async () => {},
  }
}
