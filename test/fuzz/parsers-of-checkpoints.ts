/** Parsers of checkpoints in safetensors, their settings and adapters. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CheckpointError, readTensors } from '@voxelwise/checkpoint'
import { openModelFolder } from '../../src/data/sources/model-files.ts'
import { memorySource } from '../unit/support/memory-source.ts'
import type { Random } from '../unit/support/random.ts'
import { type Bytes, joinBytes, mutated } from './bytes.ts'
import { withOtherValue } from './inputs/json.ts'
import { anySafetensors, anyTensorIndex } from './inputs/safetensors.ts'
import type { Input, Parser } from './parser.ts'

const byteSource = (bytes: Bytes) => ({
  size: bytes.length,
  read: async (start: number, end: number) => bytes.slice(start, end),
})

/** A sound checkpoint, a few megabytes with all of its precisions. */
const folder = 'test/golden/checkpoints/hulu-med'
const soundFiles = (): Readonly<Record<string, Bytes>> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter(name => name !== 'cases.json')
      .map(name => [name, new Uint8Array(readFileSync(join(folder, name)))]),
  )

/** The folder with one of its files in place of its own, and all that can be made of it: read to the end. */
async function openedWith(name: string, input: Input, more: Readonly<Record<string, Input>> = {}) {
  const opened = await openModelFolder(memorySource('set', { ...soundFiles(), ...more, [name]: input }))
  for (const { path } of opened.files) await (await opened.open(path)).arrayBuffer()
}

const settings = () => readFileSync(join(folder, 'config.json'), 'utf8')

/** Some of its values replaced. */
function withOtherValues(random: Random, text: string): string {
  let changed = text
  for (let left = 1 + random.below(3); left > 0; left--) changed = withOtherValue(random, changed)
  return changed
}

/** A matrix of 32 x 32. */
const module = 'base_model.model.model.layers.0.self_attn.k_proj'
const adapterSettings = {
  ...{ peft_type: 'LORA', r: 2, lora_alpha: 4, use_rslora: false, bias: 'none', init_lora_weights: true },
  ...{
    rank_pattern: {},
    alpha_pattern: { k_proj: 8 },
    modules_to_save: null,
    base_model_name_or_path: 'a/base',
  },
}

type Matrix = readonly [name: string, type: 'F32' | 'F16' | 'BF16' | 'I8', shape: readonly number[]]

/** A safetensors file of zeros. */
function writeTensors(matrices: readonly Matrix[]): Bytes {
  let at = 0
  const bytesOfType = { F32: 4, F16: 2, BF16: 2, I8: 1 }
  const entries = matrices.map(([name, dtype, shape]) => {
    const begin = at
    at += bytesOfType[dtype] * shape.reduce((count, side) => count * side, 1)
    return [name, { dtype, shape, data_offsets: [begin, at] }]
  })
  const header = new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)))
  const length = new Uint8Array(8)
  new DataView(length.buffer).setBigUint64(0, BigInt(header.length), true)
  return joinBytes(length, header, new Uint8Array(at))
}

const soundAdapter = writeTensors([
  [`${module}.lora_A.weight`, 'F32', [2, 32]],
  [`${module}.lora_B.weight`, 'F32', [32, 2]],
])

/** A few matrices, some of which have sides, types or names of another model's. */
const anyAdapter = (random: Random): Bytes =>
  writeTensors(
    Array.from({ length: 1 + random.below(4) }, (): Matrix => {
      const part = random.pick([
        'lora_A',
        'lora_B',
        'lora_A.default',
        'modules_to_save',
        'lora_magnitude_vector',
      ])
      return [
        `${random.pick([module, module, 'base_model.model.lm_head', 'x', '__proto__'])}.${part}.weight`,
        random.pick(['F32', 'F32', 'F16', 'BF16', 'I8']),
        [random.pick([0, 1, 2, 32, 64]), random.pick([0, 1, 2, 32])],
      ]
    }),
  )

export const parsersOfCheckpoints: Readonly<Record<string, Parser>> = {
  safetensors: {
    make: random => {
      const made = anySafetensors(random)
      return random.below(3) === 0 ? mutated(random, made) : made
    },
    parse: input =>
      readTensors({ paths: ['model.safetensors'], open: async () => byteSource(input as Bytes) }),
    mayThrow: [CheckpointError],
  },
  'safetensors index': {
    make: anyTensorIndex,
    parse: input =>
      readTensors({
        paths: ['model.safetensors.index.json', 'p1.safetensors', 'p2.safetensors'],
        open: async path =>
          byteSource(path.endsWith('.json') ? (input as Bytes) : joinBytes('\x02\0\0\0\0\0\0\0{}')),
      }),
    mayThrow: [CheckpointError],
  },
  'checkpoint settings': {
    make: random => withOtherValues(random, settings()),
    parse: input => openedWith('config.json', input),
  },
  'checkpoint weights': {
    make: random => mutated(random, readFileSync(join(folder, 'model.safetensors'))),
    parse: input => openedWith('model.safetensors', input),
  },
  'adapter settings': {
    make: random => withOtherValues(random, JSON.stringify(adapterSettings)),
    parse: input => openedWith('adapter_config.json', input, { 'adapter_model.safetensors': soundAdapter }),
  },
  'adapter weights': {
    make: random => (random.below(2) === 0 ? anyAdapter(random) : mutated(random, soundAdapter)),
    parse: input =>
      openedWith('adapter_model.safetensors', input, {
        'adapter_config.json': JSON.stringify(adapterSettings),
      }),
  },
}
