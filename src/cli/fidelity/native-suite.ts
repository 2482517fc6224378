import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeRgb } from '../../data/images/decode.ts'
import { nodeModelFolder } from '../../data/sources/node.ts'
import type { Pixels } from '../../engine/image/pixels.ts'
import { plainTurn } from '../../engine/protocol/turns.ts'
import { plainTrace, trace } from '../../engine/runtime/trace.ts'
import { Vlm } from '../../engine/runtime/vlm.ts'
import { nodeBackend } from '../native/backend.ts'
import { type Deviation, deviation } from './compare.ts'
import { type GoldenCase, goldenFamilies, newTokens, readGoldens } from './goldens.ts'
import type { Suite } from './suite.ts'

/** The same engine in Node, without a browser. @param root what tools/families/make.py filled */
export function openNativeSuite(root: string): Suite {
  const pixelsOf = async (name: string): Promise<Pixels> => {
    const file = join(root, 'pictures', `${name}.png`)
    return decodeRgb(await readFile(file), file)
  }
  return {
    families: goldenFamilies(root).map(family => readGoldens(root, family)),
    async measure({ folder, cases }, { device, dtype, cases: names }) {
      const options = { device, dtype, threads: 1, onProgress: () => {} }
      const vlm = await Vlm.load(nodeBackend, await nodeModelFolder(folder), options)
      const measured = async (golden: GoldenCase): Promise<Deviation> => {
        const { text, turns, images } = golden
        const pixels = await Promise.all(images.map(({ name }) => pixelsOf(name)))
        const asked = { turns: turns ?? plainTurn(text, images.length), images: pixels, newTokens }
        return deviation(golden, plainTrace(await trace(vlm, asked)))
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
