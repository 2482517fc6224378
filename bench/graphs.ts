/**
 * The graphs that are written from a checkpoint beside those of tools/export: the same inputs to both in turn, in one process of
 * Node. Run by `npm run -s lab -- bench-graphs …`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { InferenceSession, Tensor } from 'onnxruntime-web'
import { type CommandSpec, defineCommand, runIfStarted } from '../src/cli/base/command.ts'
import { choiceOption, countOption, textOption, usageError } from '../src/cli/base/options.ts'
import { nodeModelFolder } from '../src/data/sources/node.ts'
import { sessionFile } from '../src/engine/model/layout.ts'
import { openGraph } from '../src/engine/runtime/sessions.ts'
import { measureSpread } from './command/spread.ts'
import { type GraphRuntime, openRuntime, runtimeNames } from './graph-runtime.ts'

/** Layers of each published decoder, and of the larger one of the two that are measured. The smaller one has one layer. */
const depths = {
  smolvlm: { published: 32, measured: 8 },
  qwen2_vl: { published: 28, measured: 4 },
  qwen2_5_vl: { published: 36, measured: 4 },
  llava: { published: 32, measured: 4 },
  gemma3: { published: 34, measured: 4 },
} as const
type Shape = keyof typeof depths
const isShape = (name: string): name is Shape => Object.hasOwn(depths, name)
const allShapes = Object.keys(depths).join(',')

/** @throws VoxelwiseError usage */
function readShape(name: string): Shape {
  if (!isShape(name)) throw usageError(`--shapes takes any of ${allShapes}.`, `--shapes ${name}`)
  return name
}

/** What is asked: tokens before, new ones, and how often in a row. */
const parts = {
  encoder: { session: 'vision_encoder', past: 0, fresh: 0, calls: 1 },
  prefill: { session: 'decoder_model_merged', past: 0, fresh: 512, calls: 1 },
  token: { session: 'decoder_model_merged', past: 512, fresh: 1, calls: 3 },
} as const
type Part = keyof typeof parts

const measured = [
  ['fp32', 'encoder'],
  ['fp32', 'prefill'],
  ['fp32', 'token'],
  ['q4', 'prefill'],
  ['q4', 'token'],
] as const satisfies readonly (readonly ['fp32' | 'q4', Part])[]
type Measured = (typeof measured)[number]
const nameMeasured = ([dtype, part]: Measured): string => `${dtype}-${part}`

const allMeasured = measured.map(nameMeasured).join(',')

/** @throws VoxelwiseError usage */
function findMeasured(name: string): Measured {
  const row = measured.find(row => nameMeasured(row) === name)
  if (!row) throw usageError(`--measure takes any of ${allMeasured}.`, `--measure ${name}`)
  return row
}

const spec = {
  name: 'bench-graphs',
  about: 'Times the graphs written from a checkpoint and those of tools/export in turn.',
  synopsis: ['npm run -s lab -- bench-graphs --work DIR [options]'],
  options: [
    textOption('work', 'DIR', 'Where checkpoints and graphs are made, once; some gigabytes each.', {
      required: true,
    }),
    textOption('python', 'FILE', 'An interpreter with the packages of tools/export.', { default: 'python3' }),
    choiceOption(
      'runtime',
      'NAME',
      runtimeNames,
      'ONNX Runtime for Node, or the page’s with its matrix kernel.',
      {
        default: 'native',
      },
    ),
    textOption('measure', 'LIST', 'What to measure, out of the default.', {
      default: allMeasured,
    }),
    textOption('shapes', 'LIST', 'Of tools/bench/checkpoint_shapes.py.', {
      default: allShapes,
    }),
    countOption('rounds', 'N', 'Times each is run, half of them with the exporter’s graphs loaded first.', {
      default: '10',
    }),
    countOption(
      'threads',
      'N',
      'Of the processor. Those of two wait for each other, which counts as their time.',
      {
        default: '1',
      },
    ),
  ],
} as const satisfies CommandSpec

type Side = 'written' | 'exported'

/** The written graph and the exporter's. */
type Sides = readonly [ours: InferenceSession, theirs: InferenceSession]

/** Both graphs of one depth, and how often its time counts in that of the published depth. */
interface Depth {
  readonly sides: Sides
  readonly weight: number
}

/** What was measured with the graphs loaded in one order. */
interface Timed {
  /** Milliseconds of ours, by round. */
  readonly times: readonly number[]
  /** Our time of the processor by the exporter's, by round. */
  readonly ratios: readonly number[]
  /** The largest difference of two outputs. */
  readonly apart: number
}

export const main = defineCommand(spec, async ({ args, io }) => {
  const { work, python = 'python3', shapes = allShapes, rounds = 10, threads = 1 } = args
  const runtime = await openRuntime(args.runtime ?? 'native', threads)
  const rows = (args.measure ?? allMeasured).split(',').map(findMeasured)
  io.stdout(
    '| shape | precision | part | ours, ms | processor time, ours / theirs | apart |\n|---|---|---|--:|--:|--:|',
  )
  for (const shape of shapes.split(',').map(readShape)) {
    const { published, measured: deep } = depths[shape]
    const makeFolder = (layers: number): string => join(work, `${shape}-${layers}`)
    for (const layers of [deep, 1]) {
      if (existsSync(join(makeFolder(layers), 'exported'))) continue
      const command = ['tools/bench/checkpoint_shapes.py', makeFolder(layers), shape, String(layers)]
      execFileSync(python, command, { stdio: ['ignore', 2, 2] })
    }
    for (const [dtype, part] of rows) {
      // An encoder is nearly all layers.
      const more = part === 'encoder' ? 0 : (published - deep) / (deep - 1)
      const weights = [[deep, 1 + more] as const, ...(more > 0 ? [[1, -more] as const] : [])]
      const open = async (first: Side): Promise<readonly Depth[]> => {
        const opened: Depth[] = []
        for (const [layers, weight] of weights) {
          const sides = await openSides(runtime, makeFolder(layers), parts[part].session, dtype, first)
          opened.push({ sides, weight })
        }
        return opened
      }
      const halves: Timed[] = []
      for (const first of ['written', 'exported'] as const)
        halves.push(await timeOpened(runtime, await open(first), part, Math.ceil(rounds / 2)))
      io.stdout(`| ${[shape, dtype, part, ...describeTimes(halves)].join(' | ')} |`)
    }
  }
})

/**
 * Loads both graphs. The one that is loaded first takes longer afterwards, whichever it is.
 * @param first which is loaded first
 */
async function openSides(
  runtime: GraphRuntime,
  folder: string,
  session: string,
  dtype: 'fp32' | 'q4',
  first: Side,
): Promise<Sides> {
  const written = join(folder, 'written', runtime.device)
  await write(runtime, join(folder, 'checkpoint'), written, session, dtype)
  const open = async (side: string): Promise<InferenceSession> => {
    const graph = sessionFile(session, dtype)
    const beside = await readdir(join(side, dirname(graph)))
    const data = beside.filter(name => name.startsWith(`${basename(graph)}_data`))
    return await runtime.open(join(side, graph), data)
  }
  const exported = join(folder, 'exported')
  if (first === 'written') return [await open(written), await open(exported)]
  const theirs = await open(exported)
  return [await open(written), theirs]
}

/** Saves the graph and its data as files where they are not there yet. */
async function write(
  { device }: GraphRuntime,
  checkpoint: string,
  to: string,
  session: string,
  dtype: 'fp32' | 'q4',
): Promise<void> {
  const graph = join(to, sessionFile(session, dtype))
  if (existsSync(graph)) return
  const model = await nodeModelFolder(checkpoint)
  const { blob, external } = await openGraph(model, session, dtype, device)
  await mkdir(dirname(graph), { recursive: true })
  for (const { location, path } of external)
    await save(join(dirname(graph), location), await model.open(path))
  await save(graph, blob)
}

async function save(path: string, blob: Blob): Promise<void> {
  const file = await open(path, 'w')
  const step = 1 << 26
  for (let at = 0; at < blob.size; at += step)
    await file.write(new Uint8Array(await blob.slice(at, at + step).arrayBuffer()))
  await file.close()
}

/** Times the graphs of all depths in turn, and closes them. */
async function timeOpened(
  { Tensor: Made }: GraphRuntime,
  found: readonly Depth[],
  part: Part,
  rounds: number,
): Promise<Timed> {
  const inputs = found.map(({ sides }) => sides.map(session => makeInputs(Made, session, part)))
  const ratios: number[] = []
  const times: number[] = []
  let apart = 0
  for (let round = -2; round < rounds; round++) {
    const spent = [0, 0]
    for (const [depth, { sides, weight }] of found.entries()) {
      const outputs: Tensor[] = []
      for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const session = sides[which] as InferenceSession
        const before = process.cpuUsage()
        for (let call = 0; call < parts[part].calls; call++) {
          const { logits, image_features: features } = await session.run(inputs[depth]?.[which] ?? {})
          outputs[which] = (logits ?? features) as Tensor
        }
        const { user, system } = process.cpuUsage(before)
        spent[which] = (spent[which] ?? 0) + (weight * (user + system)) / parts[part].calls
      }
      apart = Math.max(apart, largestDifference(outputs))
    }
    const [ours = 0, theirs = 1] = spent
    if (round < 0) continue
    times.push(ours / 1000)
    ratios.push(ours / theirs)
  }
  for (const { sides } of found) for (const session of sides) await session.release()
  return { times, ratios, apart }
}

function describeTimes(halves: readonly Timed[]): readonly string[] {
  const time = measureSpread(halves.flatMap(({ times }) => times))
  const ratio = measureSpread(halves.flatMap(({ ratios }) => ratios))
  return [
    time.median.toFixed(0),
    `${ratio.median.toFixed(2)} (${ratio.min.toFixed(2)} to ${ratio.max.toFixed(2)})`,
    Math.max(...halves.map(({ apart }) => apart)).toExponential(0),
  ]
}

/** The largest difference in the last rows: the exporter's decoder gives the logits of all positions. */
function largestDifference([ours, theirs]: readonly Tensor[]): number {
  const [a, b] = [ours?.data as Float32Array, theirs?.data as Float32Array]
  const from = b.length - a.length
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[from + i] ?? Number.NaN))), 0)
}

/** The same small numbers for the same input of both graphs. */
function makeInputs(
  Made: typeof Tensor,
  { inputMetadata }: InferenceSession,
  part: Part,
): Record<string, Tensor> {
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
