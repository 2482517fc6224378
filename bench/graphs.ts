/**
 * The graphs that are written from a checkpoint beside those of tools/export: the same inputs to both in turn, in one process of
 * ONNX Runtime for Node. Run by `npm run -s lab -- bench-graphs …`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { InferenceSession, Tensor } from 'onnxruntime-web'
import { type CommandSpec, commandOf, runIfStarted } from '../src/cli/base/command.ts'
import { countOption, textOption } from '../src/cli/base/options.ts'
import { sessionOptions } from '../src/cli/native/backend.ts'
import { nodeRuntime } from '../src/cli/native/runtime.ts'
import { nodeModelFolder } from '../src/data/sources/node.ts'
import { sessionFile } from '../src/engine/model/layout.ts'
import { spreadOf } from './command/spread.ts'

const spec = {
  name: 'bench-graphs',
  about: 'Times the graphs written from a checkpoint and those of tools/export in turn.',
  synopsis: ['npm run -s lab -- bench-graphs --work DIR [options]'],
  options: [
    textOption('work', 'DIR', 'Where checkpoints and graphs are made, once; some gigabytes each.', {
      required: true,
    }),
    textOption('python', 'FILE', 'An interpreter with the packages of tools/export.', { default: 'python3' }),
    textOption('shapes', 'LIST', 'Of tools/bench/checkpoint_shapes.py.', {
      default: 'smolvlm,qwen2_vl,qwen2_5_vl,llava,gemma3',
    }),
    countOption('rounds', 'N', 'Times each is run, after two that are not counted.', { default: '7' }),
    countOption('threads', 'N', 'Of the processor.', { default: '2' }),
  ],
} as const satisfies CommandSpec

/** What is asked of a decoder: tokens before, and new ones. */
const parts = {
  encoder: { session: 'vision_encoder', past: 0, fresh: 0 },
  prefill: { session: 'decoder_model_merged', past: 0, fresh: 512 },
  token: { session: 'decoder_model_merged', past: 512, fresh: 1 },
} as const
type Part = keyof typeof parts

const measured = [
  ['fp32', 'encoder'],
  ['fp32', 'prefill'],
  ['fp32', 'token'],
  ['q4', 'prefill'],
  ['q4', 'token'],
] as const satisfies readonly (readonly ['fp32' | 'q4', Part])[]

export const main = commandOf(spec, async ({ args, io }) => {
  const { work, python = 'python3', shapes = '', rounds = 7, threads = 2 } = args
  io.stdout(
    '| shape | precision | part | ours, ms | processor time, ours / theirs | apart |\n|---|---|---|--:|--:|--:|',
  )
  for (const shape of shapes.split(',')) {
    const folder = join(work, shape)
    if (!existsSync(join(folder, 'exported')))
      execFileSync(python, ['tools/bench/checkpoint_shapes.py', folder, shape], { stdio: ['ignore', 2, 2] })
    for (const [dtype, part] of measured) {
      const graph = sessionFile(parts[part].session, dtype)
      await write(folder, graph)
      const sessions = await Promise.all(
        ['written', 'exported'].map(side =>
          nodeRuntime().InferenceSession.create(join(folder, side, graph), sessionOptions('cpu', threads)),
        ),
      )
      const found = await inTurn(sessions as [InferenceSession, InferenceSession], part, rounds)
      io.stdout(`| ${[shape, dtype, part, ...found].join(' | ')} |`)
      for (const session of sessions) await session.release()
    }
  }
})

/** The graph and its data as files, where they are not there yet. */
async function write(folder: string, graph: string): Promise<void> {
  const model = await nodeModelFolder(join(folder, 'checkpoint'))
  await mkdir(join(folder, 'written/onnx'), { recursive: true })
  for (const path of [graph, `${graph}_data`]) {
    if (existsSync(join(folder, 'written', path))) continue
    const [blob, file] = [await model.open(path), await open(join(folder, 'written', path), 'w')]
    const step = 1 << 26
    for (let at = 0; at < blob.size; at += step)
      await file.write(new Uint8Array(await blob.slice(at, at + step).arrayBuffer()))
    await file.close()
  }
}

async function inTurn(
  sessions: readonly [InferenceSession, InferenceSession],
  part: Part,
  rounds: number,
): Promise<readonly string[]> {
  const inputs = sessions.map(session => inputsOf(session, part))
  const ratios: number[] = []
  const times: number[] = []
  let apart = 0
  for (let round = -2; round < rounds; round++) {
    const outputs: Tensor[] = []
    const spent: number[] = []
    for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const [began, before] = [performance.now(), process.cpuUsage()]
      const found = await (sessions[which] as InferenceSession).run(inputs[which] ?? {})
      const { user, system } = process.cpuUsage(before)
      if (which === 0 && round >= 0) times.push(performance.now() - began)
      spent[which] = user + system
      outputs[which] = (found.logits ?? found.image_features) as Tensor
    }
    const [ours = 0, theirs = 1] = spent
    if (round >= 0) ratios.push(ours / theirs)
    apart = Math.max(apart, largestDifference(outputs))
  }
  const [time, ratio] = [spreadOf(times), spreadOf(ratios)]
  return [
    time.median.toFixed(0),
    `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)})`,
    apart.toExponential(0),
  ]
}

/** Of the last rows: the exporter's decoder gives the logits of all positions. */
function largestDifference([ours, theirs]: readonly Tensor[]): number {
  const [a, b] = [ours?.data as Float32Array, theirs?.data as Float32Array]
  const from = b.length - a.length
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[from + i] ?? Number.NaN))), 0)
}

/** The same small numbers for the same input of both graphs. */
function inputsOf({ inputMetadata }: InferenceSession, part: Part): Record<string, Tensor> {
  const { past, fresh } = parts[part]
  const sides: Readonly<Record<string, number>> = {
    past_sequence_length: past,
    sequence_length: fresh,
    total_sequence_length: past + fresh,
    // An image of 504 x 504.
    ...{ patches: 1296, num_patches: 1296 },
  }
  const tensor = (input: InferenceSession.ValueMetadata): Tensor | null => {
    if (!input.isTensor) return null
    const { Tensor: Made } = nodeRuntime()
    const dims = input.shape.map(side => (typeof side === 'number' ? side : (sides[side] ?? 1)))
    const count = dims.reduce((product, side) => product * side, 1)
    if (input.type === 'bool') return new Made('bool', new Uint8Array(count).fill(1), dims)
    if (input.type === 'int64') return new Made('int64', wholeNumbers(input.name, count, past), dims)
    return new Made(
      'float32',
      Float32Array.from({ length: count }, (_, i) => Math.sin(i * 12.9898)),
      dims,
    )
  }
  const inputs: Record<string, Tensor> = {}
  for (const input of inputMetadata) {
    const made = tensor(input)
    if (made) inputs[input.name] = made
  }
  return inputs
}

function wholeNumbers(name: string, count: number, past: number): BigInt64Array {
  if (name.includes('grid')) return BigInt64Array.of(1n, 36n, 36n)
  if (name === 'token_type_ids')
    return BigInt64Array.from({ length: count }, (_, i) => (i >= 20 && i < 276 ? 1n : 0n))
  if (name !== 'position_ids') return new BigInt64Array(count).fill(1n)
  const tokens = past > 0 ? 1 : 512
  return BigInt64Array.from({ length: count }, (_, i) => BigInt(past + (i % tokens)))
}

await runIfStarted(import.meta.url, main)
