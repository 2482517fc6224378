import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { summariseModel } from '../../../src/data/sources/model-files.ts'
import { modelFingerprint } from '../../../src/data/sources/model-fingerprint.ts'
import { nodeModelFolder } from '../../../src/data/sources/node.ts'
import { findFamily } from '../../../src/engine/families/registry.ts'
import { suffixes } from '../../../src/engine/model/layout.ts'
import { checkpointDtypes, checkpointMixtures } from '../../../src/features/checkpoint/engine/graphs.ts'

const root = '../shared/checkpoints'
const folders = ['gemma3-bf16', 'internvl3-bf16', 'llava-bf16', 'qwen2_vl-bf16-shards']
const limits = { webgpu: null, streams: true }

/** A copy of a checkpoint that a test may damage. */
async function copyFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'checkpoint-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(root, name), folder, { recursive: true, mode: 0 })
  return folder
}

interface StoredEntry {
  readonly dtype: string
  readonly shape: readonly number[]
  readonly data_offsets: readonly number[]
}

/** A safetensors file of zeros with this header. */
async function writeTensors(folder: string, header: Readonly<Record<string, StoredEntry>>): Promise<void> {
  const text = new TextEncoder().encode(JSON.stringify(header))
  const length = Math.max(...Object.values(header).map(({ data_offsets: [, end = 0] }) => end))
  const bytes = new Uint8Array(8 + text.length + length)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true)
  bytes.set(text, 8)
  await writeFile(join(folder, 'model.safetensors'), bytes)
}

async function changeConfig(
  folder: string,
  change: (config: Record<string, unknown>) => void,
): Promise<void> {
  const file = join(folder, 'config.json')
  const config = JSON.parse(await readFile(file, 'utf8'))
  change(config)
  await rm(file)
  await writeFile(file, JSON.stringify(config))
}

describe.runIf(existsSync(root))('a checkpoint of PyTorch', () => {
  test.each(folders)(
    '%s can be loaded in four precisions, three of them with an encoder in bytes, with as many parameters as PyTorch counts',
    async name => {
      const folder = await nodeModelFolder(join(root, name))
      const overview = await summariseModel(folder, 'directory', limits, 1)
      const { parameters } = JSON.parse(readFileSync(join(root, name, 'cases.json'), 'utf8'))
      expect(overview.problems).toEqual([])
      expect(overview.dtypes.map(({ dtype, missing, problems }) => [dtype, missing, problems.wasm])).toEqual(
        [...checkpointDtypes, ...checkpointMixtures].map(dtype => [dtype, [], []]),
      )
      // LLaVA takes the output of the layer before the last one, which is therefore not written.
      const left = name === 'llava-bf16' ? 8608 : 0
      expect(overview.parameters).toEqual({ count: parameters - left, exact: true })
    },
  )

  test('its data files are as large as they are listed, and of other bytes in each precision', async () => {
    const folder = await nodeModelFolder(join(root, 'llava-bf16'))
    for (const { path, size } of folder.files.filter(({ path }) => folder.written?.has(path)))
      expect([path, (await folder.open(path)).size]).toEqual([path, size])
  })

  test('its identity is that of its files, whatever is written of them', async () => {
    const copy = await copyFolder('llava-bf16')
    const of = async (dtype: 'fp32' | 'q4') =>
      modelFingerprint(await nodeModelFolder(copy), findFamily('llava').sessions, dtype, null)
    const before = await of('fp32')
    expect(await of('fp32')).toBe(before)
    expect(await of('q4')).not.toBe(before)
    const weights = await readFile(join(copy, 'model.safetensors'))
    weights[weights.length - 1] = (weights.at(-1) ?? 0) ^ 1
    await rm(join(copy, 'model.safetensors'))
    await writeFile(join(copy, 'model.safetensors'), weights)
    expect(await of('fp32')).not.toBe(before)
  })
})

describe.runIf(existsSync(root))('is refused before a weight is read, by name', () => {
  test.each([
    [
      'quantised',
      (c: Record<string, unknown>) => Object.assign(c, { quantization_config: { quant_method: 'gptq' } }),
      /quantised \(gptq\)/,
    ],
    [
      'a layer too many',
      (c: Record<string, unknown>) => Object.assign(c.text_config as object, { num_hidden_layers: 4 }),
      /no such tensor/,
    ],
    [
      'a layer too few',
      (c: Record<string, unknown>) => Object.assign(c.text_config as object, { num_hidden_layers: 2 }),
      /does not describe/,
    ],
    [
      'another width',
      (c: Record<string, unknown>) => Object.assign(c.text_config as object, { intermediate_size: 96 }),
      /config.json describes/,
    ],
    [
      'another language model',
      (c: Record<string, unknown>) => Object.assign(c.text_config as object, { model_type: 'mamba' }),
      /model_type "mamba", only with llama/,
    ],
    [
      'angles that depend on the length',
      (c: Record<string, unknown>) =>
        Object.assign((c.text_config as { rope_parameters: object }).rope_parameters, {
          rope_type: 'longrope',
        }),
      /rope_type "longrope", only with default/,
    ],
    [
      'a head of which a part turns',
      (c: Record<string, unknown>) => Object.assign(c.text_config as object, { partial_rotary_factor: 0.5 }),
      /partial_rotary_factor 0.5/,
    ],
    [
      'an activation that no graph has',
      (c: Record<string, unknown>) => Object.assign(c, { projector_hidden_act: 'relu2' }),
      /projector_hidden_act "relu2"/,
    ],
    [
      'another image encoder',
      (c: Record<string, unknown>) => Object.assign(c.vision_config as object, { model_type: 'pixtral' }),
      /model_type "pixtral", only with clip_vision_model/,
    ],
  ])('%s', async (_, change, message) => {
    const copy = await copyFolder('llava-bf16')
    await changeConfig(copy, change)
    await expect(nodeModelFolder(copy)).rejects.toThrow(message)
  })

  test.each([
    ['FP8', 'quantization_config', { quant_method: 'fp8' }, /quantised \(fp8\)/],
    ['no method', 'quantization_config', {}, /quantised \(unknown method\)/],
    [
      'compressed-tensors',
      'compression_config',
      { quant_method: 'compressed-tensors' },
      /compressed-tensors/,
    ],
  ])('quantised, as config.json says: %s', async (_, field, value, message) => {
    const copy = await copyFolder('llava-bf16')
    await changeConfig(copy, config => Object.assign(config, { [field]: value }))
    await expect(nodeModelFolder(copy)).rejects.toThrow(message)
  })

  test.each([
    ['self_attn.q_proj.qweight', 'I32', /GPTQ or AWQ/],
    ['self_attn.q_proj.weight.absmax', 'F32', /bitsandbytes/],
    ['self_attn.q_proj.weight.quant_state.bitsandbytes__nf4', 'U8', /bitsandbytes/],
    ['mlp.up_proj.weight_scale', 'F32', /FP8 or compressed-tensors/],
    ['mlp.up_proj.weight', 'F8_E4M3', /FP8/],
  ])('quantised, as the tensor %s says', async (name, dtype, message) => {
    const copy = await copyFolder('llava-bf16')
    const size = dtype === 'F32' || dtype === 'I32' ? 4 : 1
    await rm(join(copy, 'model.safetensors'))
    await writeTensors(copy, {
      [`model.layers.0.${name}`]: { dtype, shape: [1], data_offsets: [0, size] },
    })
    await expect(nodeModelFolder(copy)).rejects.toThrow(message)
  })

  test.each([
    ['pytorch_model.bin', /pickle file.*save_pretrained/s],
    ['pytorch_model-00001-of-00002.bin', /pickle file/],
    ['consolidated.00.pth', /pickle file/],
    ['model-Q4_K_M.gguf', /GGUF/],
  ])('weights in %s alone', async (file, message) => {
    const copy = await copyFolder('llava-bf16')
    await rename(join(copy, 'model.safetensors'), join(copy, file))
    await expect(nodeModelFolder(copy)).rejects.toThrow(message)
  })

  test('a pickle file beside safetensors is not looked at', async () => {
    const copy = await copyFolder('llava-bf16')
    await writeFile(join(copy, 'pytorch_model.bin'), 'x')
    await expect(nodeModelFolder(copy)).resolves.toMatchObject({ adapter: null })
  })

  test('a family whose graphs only the exporter can make', async () => {
    const copy = await copyFolder('llava-bf16')
    await changeConfig(copy, config => Object.assign(config, { model_type: 'gemma3n' }))
    await expect(nodeModelFolder(copy)).rejects.toThrow(/tools\/export/)
  })

  test('a family that nobody knows is named by the overview', async () => {
    const copy = await copyFolder('llava-bf16')
    await changeConfig(copy, config => Object.assign(config, { model_type: 'florence2' }))
    const { problems } = await summariseModel(await nodeModelFolder(copy), 'directory', limits, 1)
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/"florence2" is not supported/),
    ])
  })

  test('a part that is missing', async () => {
    const copy = await copyFolder('qwen2_vl-bf16-shards')
    await rm(join(copy, 'model-00003-of-00007.safetensors'))
    await expect(nodeModelFolder(copy)).rejects.toThrow(/not in the folder/)
  })

  test('a part that is cut', async () => {
    const copy = await copyFolder('llava-bf16')
    const file = join(copy, 'model.safetensors')
    const bytes = await readFile(file)
    await rm(file)
    await writeFile(file, bytes.subarray(0, bytes.length - 100))
    await expect(nodeModelFolder(copy)).rejects.toThrow(/The file is cut/)
  })
})

describe.runIf(existsSync(root))('a part that is cut after the folder was opened', () => {
  test.each(['fp32', 'q4'] as const)('is named while %s is made of it', async dtype => {
    const copy = await copyFolder('qwen2_vl-bf16-shards')
    const folder = await nodeModelFolder(copy)
    const part = 'model-00003-of-00007.safetensors'
    // A file of the copy may share its bytes with the original.
    const bytes = await readFile(join(copy, part))
    await rm(join(copy, part))
    await writeFile(join(copy, part), bytes.subarray(0, bytes.length / 2))
    const made = folder.files.filter(
      ({ path }) =>
        path.endsWith('_data') && folder.written?.has(path) && path.includes(`${suffixes[dtype]}.onnx`),
    )
    const problems = await Promise.all(
      made.map(async ({ path }) =>
        (await folder.open(path)).arrayBuffer().then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    )
    expect(problems).toContainEqual(
      expect.objectContaining({
        info: expect.objectContaining({
          code: 'model-load',
          subject: expect.stringContaining(part),
          message: expect.stringContaining('could be read. The file has changed'),
        }),
      }),
    )
  })
})

describe.runIf(existsSync(root))('a LoRA adapter', () => {
  /** An adapter of the second layer's queries, as peft would save it. */
  async function adapterFolder(settings: Record<string, unknown> = {}, columns = 32): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'adapter-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(
      join(folder, 'adapter_config.json'),
      JSON.stringify({
        peft_type: 'LORA',
        r: 2,
        lora_alpha: 4,
        base_model_name_or_path: 'hospital/base',
        ...settings,
      }),
    )
    const module = 'base_model.model.model.language_model.layers.1.self_attn.q_proj'
    const size = 4 * 2 * columns
    await writeTensors(folder, {
      [`${module}.lora_A.weight`]: tensorAt([2, columns], 0, size),
      [`${module}.lora_B.weight`]: tensorAt([32, 2], size, size + 256),
    })
    await rename(join(folder, 'model.safetensors'), join(folder, 'adapter_model.safetensors'))
    return folder
  }

  const tensorAt = (shape: readonly number[], begin: number, end: number) => ({
    dtype: 'F32',
    shape,
    data_offsets: [begin, end],
  })

  const model = join(root, 'llava-bf16')

  test('is part of the name, of the overview and of the identity', async () => {
    const adapter = await adapterFolder()
    const folder = await nodeModelFolder(model, adapter)
    const overview = await summariseModel(folder, 'directory', limits, 1)
    expect(overview.name).toBe(`llava-bf16 + ${basename(adapter)}`)
    expect(overview.adapter).toEqual({ base: 'hospital/base', rank: 2, alpha: 4, changes: 1 })
    const { sessions } = findFamily('llava')
    const of = async (path: string | null) =>
      modelFingerprint(await nodeModelFolder(model, path), sessions, 'fp32', null)
    expect(await of(adapter)).not.toBe(await of(null))
    expect(await of(adapter)).not.toBe(await of(await adapterFolder({ lora_alpha: 8 })))
    expect(await of(adapter)).toBe(await of(await adapterFolder()))
  })

  test('of another model is refused by that model’s name', async () => {
    const other = await adapterFolder({}, 48)
    await expect(nodeModelFolder(model, other)).rejects.toThrow(/trained on hospital\/base/)
    await expect(nodeModelFolder(join(root, 'internvl3-bf16'), other)).rejects.toThrow(/hospital\/base/)
  })

  test('is refused beside exported graphs, without its own file, and without its model', async () => {
    const adapter = await adapterFolder()
    await expect(nodeModelFolder('test/golden/families/llava', adapter)).rejects.toThrow(
      /exported ONNX graphs/,
    )
    await expect(nodeModelFolder(model, model)).rejects.toThrow(/no adapter_config.json/)
    await expect(nodeModelFolder(adapter)).rejects.toThrow(/an adapter of hospital\/base, without that model/)
  })

  test('as a pickle file is refused', async () => {
    const adapter = await adapterFolder()
    await rename(join(adapter, 'adapter_model.safetensors'), join(adapter, 'adapter_model.bin'))
    await expect(nodeModelFolder(model, adapter)).rejects.toThrow(/pickle file/)
  })
})
