/**
 * Writes a checkpoint of three billion random parameters in BF16, loads it in Node in 4 bits, and asks its decoder a prompt and a
 * token: the peak of its memory stays below one and a half times the 4-bit size, plus 1 GB.
 * `tsx test/commands/large-checkpoint.ts [--billions N] [--dtype DTYPE] [--keep] DIR`
 */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Tensor } from 'onnxruntime-web'
import { nodeBackend } from '../../src/cli/native/backend.ts'
import { nodeRuntime } from '../../src/cli/native/runtime.ts'
import { summariseModel } from '../../src/data/sources/model-files.ts'
import { nodeModelFolder } from '../../src/data/sources/node.ts'
import type { Dtype } from '../../src/engine/protocol/device.ts'
import { loadParts } from '../../src/engine/runtime/load-parts.ts'
import type { Session } from '../../src/engine/runtime/sessions.ts'

const source = '../shared/checkpoints/llava-bf16'
const sizes = { width: 3072, inner: 8192, heads: 24, keyHeads: 8, vocabulary: 32_000 }
/** Tokens of the prompt. */
const promptLength = 512

interface Entry {
  readonly dtype: 'BF16'
  readonly shape: readonly number[]
  readonly data_offsets: readonly [number, number]
}

/** The checkpoint's own tower, and a language model of another size. */
async function writeCheckpoint(folder: string, parameters: number): Promise<void> {
  const { width, inner, heads, keyHeads, vocabulary } = sizes
  const keys = (width / heads) * keyHeads
  const ofLayer: readonly (readonly [name: string, ...sides: number[]])[] = [
    ['self_attn.q_proj', width, width],
    ['self_attn.k_proj', keys, width],
    ['self_attn.v_proj', keys, width],
    ['self_attn.o_proj', width, width],
    ['mlp.gate_proj', inner, width],
    ['mlp.up_proj', inner, width],
    ['mlp.down_proj', width, inner],
    ['input_layernorm', width],
    ['post_attention_layernorm', width],
  ]
  const count = (sides: readonly number[]): number => sides.reduce((all, side) => all * side, 1)
  const perLayer = ofLayer.reduce((all, [, ...sides]) => all + count(sides), 0)
  const layers = Math.max(1, Math.round((parameters - 2 * vocabulary * width) / perLayer))
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(source))
    if (name.endsWith('.json') || name.endsWith('.jinja'))
      await copyFile(join(source, name), join(folder, name))
  const config = JSON.parse(await readFile(join(source, 'config.json'), 'utf8'))
  Object.assign(config.text_config, {
    ...{ hidden_size: width, intermediate_size: inner, num_hidden_layers: layers, vocab_size: vocabulary },
    ...{ num_attention_heads: heads, num_key_value_heads: keyHeads, head_dim: width / heads },
  })
  await writeFile(join(folder, 'config.json'), JSON.stringify(config))
  const weights = await readFile(join(source, 'model.safetensors'))
  const length = Number(weights.readBigUInt64LE(0))
  const small: Readonly<Record<string, Entry>> = JSON.parse(weights.subarray(8, 8 + length).toString())
  const shapes = new Map<string, readonly number[]>()
  for (const [name, { shape }] of Object.entries(small)) {
    if (name.startsWith('multi_modal_projector.linear_1.')) shapes.set(name, [width, ...shape.slice(1)])
    else if (name.startsWith('multi_modal_projector.'))
      shapes.set(
        name,
        shape.map(() => width),
      )
    else if (name.startsWith('vision_tower.')) shapes.set(name, shape)
  }
  for (let layer = 0; layer < layers; layer++)
    for (const [name, ...sides] of ofLayer)
      shapes.set(`language_model.model.layers.${layer}.${name}.weight`, sides)
  shapes.set('language_model.model.norm.weight', [width])
  shapes.set('language_model.model.embed_tokens.weight', [vocabulary, width])
  shapes.set('language_model.lm_head.weight', [vocabulary, width])
  let at = 0
  const entries = [...shapes].map(([name, shape]): [string, Entry] => {
    const begin = at
    at += 2 * count(shape)
    return [name, { dtype: 'BF16', shape, data_offsets: [begin, at] }]
  })
  const header = Buffer.from(JSON.stringify(Object.fromEntries(entries)))
  const head = Buffer.alloc(8)
  head.writeBigUInt64LE(BigInt(header.length))
  const file = createWriteStream(join(folder, 'model.safetensors'))
  const write = async (bytes: Uint8Array): Promise<void> => {
    if (!file.write(bytes)) await once(file, 'drain')
  }
  await write(head)
  await write(header)
  // Small numbers of both signs; the same block again and again, as only its size matters.
  const block = Uint16Array.from({ length: 1 << 23 }, (_, i) => {
    const random = Math.imul(i, 0x9e3779b1) >>> 0
    return 0x3c00 | (random >>> 24) | ((random & 0x800000) >>> 8)
  })
  for (let left = at; left > 0; left -= block.byteLength)
    await write(new Uint8Array(block.buffer, 0, Math.min(left, block.byteLength)))
  file.end()
  await finished(file)
}

/** What a process took so far: bytes at most, and seconds of the processor. */
interface Taken {
  readonly peak: number
  readonly seconds: number
}

function taken(): Taken {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  return { peak: 1024 * maxRSS, seconds: (userCPUTime + systemCPUTime) / 1e6 }
}

/** In a process of its own: what it took when it was loaded, and when it had answered. */
async function loadAndAsk(folder: string): Promise<void> {
  const parts = await loadParts(nodeBackend, await nodeModelFolder(folder), {
    ...{ device: 'cpu', dtype, threads: 2 },
    onProgress: () => {},
  })
  const { decoder_model_merged: decoder } = await parts.sessions
  const loaded = taken()
  await ask(decoder as Session)
  process.stdout.write(JSON.stringify([loaded, taken()]))
}

/** A prompt, then a token after it. */
async function ask(decoder: Session): Promise<void> {
  const { Tensor: Made } = nodeRuntime()
  const { width, heads, keyHeads } = sizes
  const kept = decoder.inputNames.filter(name => name.startsWith('past_key_values'))
  const nothing = (): Tensor => new Made('float32', new Float32Array(), [1, keyHeads, 0, width / heads])
  let past = new Map(kept.map(name => [name, nothing()]))
  let before = 0
  for (const tokens of [promptLength, 1]) {
    before += tokens
    const found = await decoder.run({
      ...Object.fromEntries(past),
      inputs_embeds: new Made('float32', new Float32Array(tokens * width).fill(0.01), [1, tokens, width]),
      attention_mask: new Made('int64', new BigInt64Array(before).fill(1n), [1, before]),
    })
    past = new Map(kept.map(name => [name, found[name.replace('past_key_values', 'present')] as Tensor]))
  }
}

async function measure(folder: string, parameters: number, keeps: boolean): Promise<boolean> {
  await writeCheckpoint(folder, parameters)
  try {
    const overview = await summariseModel(
      await nodeModelFolder(folder),
      'directory',
      {
        webgpu: null,
        streams: true,
      },
      1,
    )
    for (const { dtype, problems, warnings, bytes } of overview.dtypes)
      console.log(
        dtype,
        gigabytes(bytes),
        [...problems.wasm, ...warnings.wasm].map(({ message }) => message),
      )
    const size = overview.dtypes.find(one => one.dtype === dtype)?.bytes ?? 0
    const child = ['--import', 'tsx', 'test/commands/large-checkpoint.ts', '--load', '--dtype', dtype, folder]
    const began = performance.now()
    const { status, stdout } = spawnSync(process.execPath, child, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (status !== 0) throw new Error('It could not be loaded.')
    const [loaded, asked] = JSON.parse(stdout) as [Taken, Taken]
    const most = 1.5 * size + 1e9
    const seconds = Math.round((performance.now() - began) / 1000)
    console.log(
      `${overview.parameters?.count} parameters, ${gigabytes(size)} in ${dtype}, loaded and asked in ${seconds} s: ${inWords(loaded)} loaded, ${inWords(asked)} asked, at most ${gigabytes(most)}`,
    )
    return asked.peak <= most
  } finally {
    if (!keeps) await rm(folder, { recursive: true })
  }
}

const inWords = ({ peak, seconds }: Taken): string =>
  `peak ${gigabytes(peak)} and ${seconds.toFixed(0)} s of the processor`

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`

const args = process.argv.slice(2)
const folder = args.at(-1) ?? ''
const given = (option: string): string | undefined =>
  args.includes(option) ? args[args.indexOf(option) + 1] : undefined
const billions = Number(given('--billions') ?? 3)
const dtype = (given('--dtype') ?? 'q4') as Dtype
if (args.includes('--load')) await loadAndAsk(folder)
else if (!(await measure(folder, 1e9 * billions, args.includes('--keep')))) process.exitCode = 1
