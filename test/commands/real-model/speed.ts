/** Page, Node and a plain PyTorch loop, asked in turn on pictures of the same kind. */
import { join } from 'node:path'
import { openBenchPage } from '../../../bench/command/browser.ts'
import { NativeLoop, type PictureTime } from '../../../bench/command/native-loop.ts'
import { benchSettings } from '../../../bench/command/settings.ts'
import { measureSpread } from '../../../bench/command/spread.ts'
import { TorchLoop } from '../../../bench/command/torch-loop.ts'
import type { Server } from '../../../src/cli/serve/serve.ts'
import { removeFolder, temporaryFolder } from '../folders.ts'
import type { SpeedFigures } from './figures.ts'
import type { Prepared } from './prepare.ts'

export interface SpeedOptions extends Prepared {
  readonly server: Server
  /** Name of a folder that the server of the page hands out, with as many pictures as a round takes. */
  readonly cube: string
  /** Questions a picture. */
  readonly each: number
  /** Pictures a round. */
  readonly pictures: number
  readonly rounds: number
}

/** All write as many tokens, so that all do the same work: the page would stop where the letter is known. */
const same = { fullText: true, maxNewTokens: 8 } as const

type Contender = 'page' | 'node' | 'pytorch'
const contenders: readonly Contender[] = ['page', 'node', 'pytorch']

/** One picture warms Node and PyTorch up. The page begins with a new thread in every round, as it does for a user. */
export async function measureSpeed(options: SpeedOptions): Promise<SpeedFigures> {
  const { server, cube, python, model, checkpoint, each, pictures, rounds } = options
  const scratch = temporaryFolder('speed')
  const browser = await openBenchPage(server.address('bench.html'), 'none')
  const torch = new TorchLoop(python, { model, checkpoint, maxNewTokens: same.maxNewTokens })
  const node = await NativeLoop.open(join(scratch, 'node'), model, each, rounds * pictures + 1, same)
  const times: Record<Contender, number[]> = { page: [], node: [], pytorch: [] }
  let equal = 0
  try {
    await browser.page.setInputFiles('#folder', model)
    await browser.page.evaluate(name => bench.openOurs(name), cube)
    await torch.ready()
    await node.next()
    await torch.ask(node.questions(0))
    const settings = { ...benchSettings, ...same, device: 'wasm', dtype: 'fp32' } as const
    for (let round = 0; round < rounds; round++) {
      const asked: Record<'node' | 'pytorch', PictureTime[]> = { node: [], pytorch: [] }
      const ask: Record<Contender, () => Promise<number>> = {
        page: async () => (await browser.page.evaluate(s => bench.ours(s, true, 0), settings)).question,
        node: async () => {
          for (let i = 0; i < pictures; i++) asked.node.push(await node.next())
          return perQuestion(asked.node, each)
        },
        pytorch: async () => {
          for (let i = 0; i < pictures; i++)
            asked.pytorch.push(await torch.ask(node.questions(1 + round * pictures + i)))
          return perQuestion(asked.pytorch, each)
        },
      }
      for (const i of contenders.keys()) {
        const contender = contenders[(i + round) % contenders.length]
        if (contender) times[contender].push(await ask[contender]())
      }
      equal += asked.node.filter(
        ({ answers }, i) => answers.join() === asked.pytorch[i]?.answers.join(),
      ).length
    }
  } finally {
    torch.close()
    await node.close()
    await browser.close()
    removeFolder(scratch)
  }
  const over = (ours: readonly number[]) =>
    measureSpread(times.pytorch.map((ms, round) => ms / (ours[round] ?? Number.NaN)))
  return {
    rounds,
    page: measureSpread(times.page),
    node: measureSpread(times.node),
    pytorch: measureSpread(times.pytorch),
    overPage: over(times.page),
    overNode: over(times.node),
    same: equal,
    pictures: rounds * pictures,
  }
}

const perQuestion = (asked: readonly PictureTime[], each: number): number =>
  asked.reduce((sum, { ms }) => sum + ms, 0) / (asked.length * each)
