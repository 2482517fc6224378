/**
 * The native runtime beside the plain PyTorch loop, on the same pictures and prompts: one picture's questions by the one, then
 * by the other; which is first changes. Run by `npm run -s lab -- bench-native …`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CommandSpec, defineCommand, runIfStarted } from '../src/cli/base/command.ts'
import { dtypeOption, namedDtype } from '../src/cli/base/dtype-option.ts'
import { countOption, flagOption, textOption } from '../src/cli/base/options.ts'
import { nodeRuntime } from '../src/cli/native/runtime.ts'
import type { Dtype } from '../src/engine/protocol/device.ts'
import { type FourWays, measureFourWays, ways } from './command/four-ways.ts'
import { NativeLoop, type PictureTime } from './command/native-loop.ts'
import { measureSpread } from './command/spread.ts'
import { TorchLoop } from './command/torch-loop.ts'

const spec = {
  name: 'bench-native',
  about:
    'Measures the native runtime, at any precision, and the plain PyTorch loop in fp32 on the same images and prompts.',
  synopsis: ['npm run -s lab -- bench-native --model DIR [options]'],
  options: [
    textOption('model', 'DIR', 'The output of tools/bench/smolvlm_shape.py.', { required: true }),
    textOption('python', 'FILE', 'An interpreter with torch and transformers.', { default: 'python3' }),
    dtypeOption('fp32'),
    textOption('questions', 'LIST', 'Questions per image.', { default: '1,5' }),
    countOption('pictures', 'N', 'Images of each; with --page of each round.', { default: '6' }),
    flagOption('page', 'Also the page, on WASM and with --native, in turn with the others.'),
    countOption('rounds', 'N', 'Rounds after the first, which is not timed.', {
      default: '3',
      needs: 'page',
    }),
  ],
} as const satisfies CommandSpec

interface Pair {
  readonly ours: PictureTime
  readonly theirs: PictureTime
}

export const main = defineCommand(spec, async ({ args, io }) => {
  const { model, python = 'python3', questions = '1,5', pictures = 6 } = args
  const dtype = namedDtype(args.dtype ?? 'fp32')
  const { versions } = nodeRuntime().env
  const torch = new TorchLoop(python, { model })
  try {
    io.stdout(`PyTorch: ${await torch.ready()}; onnxruntime-node ${versions.node}`)
    for (const each of questions.split(',').map(Number)) {
      if (args.page) {
        const note = (words: string): void => console.error(words)
        const found = await measureFourWays({
          torch,
          model,
          dtype,
          each,
          pictures,
          rounds: args.rounds ?? 3,
          note,
        })
        for (const way of ways) io.stdout(wayLine(way, each, found))
        continue
      }
      const pairs = await compare(torch, { model, dtype }, each, pictures)
      io.stdout(line(pairs, each))
    }
  } finally {
    torch.close()
  }
})

/** The first picture warms both up. */
async function compare(
  torch: TorchLoop,
  { model, dtype }: { readonly model: string; readonly dtype: Dtype },
  each: number,
  pictures: number,
): Promise<readonly Pair[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'voxelwise-bench-'))
  const native = await NativeLoop.open(scratch, model, each, pictures + 1, { dtype })
  try {
    await native.next()
    await torch.ask(native.questions(0))
    const pairs: Pair[] = []
    for (let picture = 1; picture <= pictures; picture++) {
      const early = picture % 2 === 0 ? await native.next() : null
      const theirs = await torch.ask(native.questions(picture))
      pairs.push({ ours: early ?? (await native.next()), theirs })
    }
    return pairs
  } finally {
    await native.close()
    rmSync(scratch, { recursive: true })
  }
}

/** Milliseconds a question, and how many times as long the page takes on WASM. */
function wayLine(way: (typeof ways)[number], each: number, found: FourWays): string {
  const { median, min, max } = found[way]
  const ratio = found['page, WASM'].median / median
  const cells = [way, each, `${median.toFixed(0)} (${min.toFixed(0)} to ${max.toFixed(0)})`, ratio.toFixed(2)]
  return `| ${cells.join(' | ')} |`
}

function line(pairs: readonly Pair[], each: number): string {
  const of = (figure: (pair: Pair) => number, digits: number): string => {
    const { median, min, max } = measureSpread(pairs.map(figure))
    return `${median.toFixed(digits)} (${min.toFixed(digits)} to ${max.toFixed(digits)})`
  }
  const same = pairs.filter(({ ours, theirs }) => ours.answers.join() === theirs.answers.join()).length
  return `| ${[
    each,
    pairs.length,
    of(({ ours }) => ours.ms / each, 0),
    of(({ theirs }) => theirs.ms / each, 0),
    of(({ ours, theirs }) => theirs.ms / ours.ms, 2),
    of(({ ours, theirs }) => theirs.cpu_ms / ours.cpu_ms, 2),
    `${same} of ${pairs.length}`,
  ].join(' | ')} |`
}

await runIfStarted(import.meta.url, main)
