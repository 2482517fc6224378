import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { nodeRuntime } from '../../src/cli/native/runtime.ts'
import { LocalRuntime } from '../../src/cli/serve/local-runtime.ts'
import { servePage } from '../../src/cli/serve/serve.ts'
import type { Dtype } from '../../src/engine/protocol/device.ts'
import { openBenchPage } from './browser.ts'
import { buildBench } from './build.ts'
import { makeCube } from './cube.ts'
import { NativeLoop } from './native-loop.ts'
import { benchSettings } from './settings.ts'
import { measureSpread, type Spread } from './spread.ts'
import type { TorchLoop } from './torch-loop.ts'

export interface FourWaysOptions {
  readonly torch: TorchLoop
  readonly model: string
  /** The precision of our engine; PyTorch computes in fp32. */
  readonly dtype: Dtype
  /** Questions an image. */
  readonly each: number
  /** Images of a round. */
  readonly pictures: number
  readonly rounds: number
  readonly note: (text: string) => void
}

/** Milliseconds a question of each way. */
export type FourWays = Readonly<Record<(typeof ways)[number], Spread>>

export const ways = ['page, WASM', 'page, --native', 'Node', 'PyTorch'] as const

/** The same model in the page on WASM, in the page with the local server's runtime, in Node and in PyTorch: in turn. */
export async function measureFourWays(options: FourWaysOptions): Promise<FourWays> {
  const { torch, model, dtype, each, pictures, rounds, note } = options
  const work = mkdtempSync(join(tmpdir(), 'voxelwise-bench-'))
  const [outDir, cube, scratch] = ['dist', 'cube', 'node'].map(name => join(work, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(scratch)
  makeCube(cube, pictures, each)
  await buildBench(outDir)
  const onnxruntime = nodeRuntime().env.versions.node ?? ''
  const runtime = new LocalRuntime({ devices: ['cpu'], onnxruntime }, text => console.error(text))
  const served = [{ name: 'cube', folder: cube }]
  const server = await servePage(served, outDir, 0, null, undefined, runtime)
  const native = await NativeLoop.open(scratch, model, each, pictures * (rounds + 1), { dtype })
  const pages = await Promise.all(
    (['wasm', 'cpu'] as const).map(async device => {
      const opened = await openBenchPage(server.address('bench.html'), 'none')
      await opened.page.setInputFiles('#folder', model)
      await opened.page.evaluate(c => bench.openOurs(c), 'cube')
      const settings = { ...benchSettings, device, dtype, keepFeatures: false }
      const ask = async (): Promise<number> =>
        (await opened.page.evaluate(s => bench.ours(s, true, 0), settings)).question
      return { ask, close: opened.close }
    }),
  )
  try {
    let asked = 0
    const node = async (): Promise<number> => {
      let ms = 0
      for (let i = 0; i < pictures; i++) ms += (await native.next()).ms
      return ms / (pictures * each)
    }
    const plain = async (): Promise<number> => {
      let ms = 0
      for (let i = 0; i < pictures; i++, asked++) ms += (await torch.ask(native.questions(asked))).ms
      return ms / (pictures * each)
    }
    const [wasm, local] = pages
    if (!wasm || !local) throw new Error('The pages were not opened.')
    const asks: Readonly<Record<(typeof ways)[number], () => Promise<number>>> = {
      'page, WASM': wasm.ask,
      'page, --native': local.ask,
      Node: node,
      PyTorch: plain,
    }
    const found = new Map(ways.map(way => [way, [] as number[]]))
    // The first round warms all of them up.
    for (let round = 0; round <= rounds; round++)
      for (const i of ways.keys()) {
        const way = ways[(i + round) % ways.length] ?? 'Node'
        const ms = await asks[way]()
        note(`${basename(resolve(model))}, round ${round}: ${way} ${ms.toFixed(0)} ms`)
        if (round > 0) found.get(way)?.push(ms)
      }
    return Object.fromEntries([...found].map(([way, ms]) => [way, measureSpread(ms)])) as FourWays
  } finally {
    for (const { close } of pages) await close()
    await native.close()
    await server.close()
    rmSync(work, { recursive: true, force: true, maxRetries: 5 })
  }
}
