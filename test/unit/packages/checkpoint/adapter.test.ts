/** What is added to a checkpoint's matrices, beside what peft merges (tools/checkpoints/adapters.py). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  Adapter,
  adapterSettings,
  type ReadBytes,
  readTensors,
  type TensorFolder,
  Tensors,
} from '@voxelwise/checkpoint'
import { describe, expect, test } from 'vitest'
import { loadFloats } from '../../../../packages/checkpoint/src/values.ts'

const root = 'test/golden/adapters'
const refused: Readonly<Record<string, RegExp>> = {
  dora: /DoRA is not read/,
  biases: /An adapter with biases is not read/,
  pissa: /An adapter begun as pissa is not read/,
}

const openTensorFolder = (folder: string): TensorFolder => ({
  paths: readdirSync(folder),
  open: async path => {
    const bytes = new Uint8Array(readFileSync(join(folder, path)))
    return { size: bytes.length, read: async (start, end) => bytes.slice(start, end) }
  },
})

const readIn =
  (folder: string): ReadBytes =>
  async (file, begin, end) =>
    new Uint8Array(readFileSync(join(folder, file)).subarray(begin, end))

const readSettings = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, name, 'adapter_config.json'), 'utf8'))

async function adapterIn(name: string, changes: Record<string, unknown> = {}): Promise<Adapter> {
  const settings = adapterSettings({ ...readSettings(name), ...changes })
  const tensors = await readTensors(openTensorFolder(join(root, name)), 'adapter')
  return new Adapter(tensors, settings, [], 'a/base', module => [module])
}

describe('merged in 32 bits', () => {
  const all = readdirSync(root).filter(name => !Object.hasOwn(refused, name))

  test.each(all)('%s gives the weights that peft merges', async name => {
    const folder = join(root, name)
    const adapter = await adapterIn(name)
    const tensors = new Tensors(await readTensors(openTensorFolder(folder)), [], adapter)
    const bytes = new Uint8Array(readFileSync(join(folder, 'merged.safetensors')))
    const source = { size: bytes.length, read: async (a: number, b: number) => bytes.slice(a, b) }
    const merged = await readTensors({ paths: ['model.safetensors'], open: async () => source })
    const read: ReadBytes = readIn(folder)
    let changed = 0
    for (const { name: tensor, shape, begin, end } of merged.values()) {
      const expected = new Float32Array(bytes.slice(begin, end).buffer)
      const values = tensors.take(tensor, shape)
      if (values.stored === null) changed++
      const columns = shape.at(-1) ?? 1
      // By rows, as a conversion reads them, and in two uneven slices.
      const parts = [
        await loadFloats(values, read, 0, columns),
        await loadFloats(values, read, columns, expected.length),
      ].flatMap(part => [...part])
      const apart = parts.map((value, i) => Math.abs(value - (expected[i] ?? Number.NaN)))
      expect(parts).toHaveLength(expected.length)
      expect(Math.max(...apart)).toBeLessThan(1e-5)
    }
    expect(changed).toBe(adapter.size)
    expect(adapter.unused(() => false)).toEqual([])
  })
})

describe('is refused by name', () => {
  test.each(Object.entries(refused))('%s', async (name, message) => {
    expect(() => adapterSettings(readSettings(name))).toThrow(message)
  })

  test.each([
    [{ peft_type: 'IA3' }, /An adapter of the kind IA3 is not read/],
    [{ peft_type: undefined }, /of the kind undefined/],
    [{ use_qalora: true }, /QA-LoRA/],
    [{ layer_replication: [[0, 1]] }, /replicated layers/],
    [{ trainable_token_indices: [1] }, /trained tokens/],
    [{ init_lora_weights: 'loftq' }, /begun as loftq/],
    [{ r: 0 }, /a number above 0/],
    [{ lora_alpha: '8' }, /a number above 0/],
  ])('%o', (change, message) => {
    expect(() => adapterSettings({ ...readSettings('plain'), ...change })).toThrow(message)
  })

  test('an expression of another form', async () => {
    for (const pattern of ['(a*)*b', '(.*)+', '(?<x>q)', 'a{9}', 'q'.repeat(300).concat('.*')])
      await expect(adapterIn('plain', { alpha_pattern: { [pattern]: 1 } })).rejects.toThrow(/is not read/)
  })

  test('an adapter of a wider model, with the model that it was trained on', async () => {
    const adapter = await adapterIn('plain')
    const tensors = new Tensors(
      new Map([
        [
          'lm_head.weight',
          { name: 'lm_head.weight', type: 'F32', shape: [9, 16], file: 'm', begin: 0, end: 576 },
        ],
      ]),
      [],
      adapter,
    )
    expect(() => tensors.take('lm_head.weight', [9, 16])).toThrow(/trained on a\/base/)
    expect(adapter.unused(() => false)).not.toEqual([])
    // In a layer that no graph needs an adapter may change what it wants.
    expect(adapter.unused(() => true)).toEqual([])
  })
})
