import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { modelOverviewOf } from '../../../../src/data/sources/model-files.ts'
import { modelFingerprint } from '../../../../src/data/sources/model-fingerprint.ts'
import { nodeModelFolder } from '../../../../src/data/sources/node.ts'
import { familyOf } from '../../../../src/engine/families/registry.ts'

const root = '../shared/checkpoints'
const folders = ['gemma3-bf16', 'internvl3-bf16', 'llava-bf16', 'qwen2_vl-bf16-shards']
const limits = { webgpu: null, streams: true }

/** A copy of a checkpoint that a test may damage. */
async function copyOf(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'checkpoint-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(root, name), folder, { recursive: true, mode: 0 })
  return folder
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
    '%s can be loaded in four precisions, with as many parameters as PyTorch counts',
    async name => {
      const folder = await nodeModelFolder(join(root, name))
      const overview = await modelOverviewOf(folder, 'directory', limits)
      const { parameters } = JSON.parse(readFileSync(join(root, name, 'cases.json'), 'utf8'))
      expect(overview.problems).toEqual([])
      expect(overview.dtypes.map(({ dtype, missing, problems }) => [dtype, missing, problems.wasm])).toEqual(
        (['fp32', 'fp16', 'q8', 'q4'] as const).map(dtype => [dtype, [], []]),
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
    const copy = await copyOf('llava-bf16')
    const of = async (dtype: 'fp32' | 'q4') =>
      modelFingerprint(await nodeModelFolder(copy), familyOf('llava').sessions, dtype, null)
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
      /must be one of/,
    ],
    [
      'angles that depend on the length',
      (c: Record<string, unknown>) =>
        Object.assign((c.text_config as { rope_parameters: object }).rope_parameters, {
          rope_type: 'dynamic',
        }),
      /must be default/,
    ],
  ])('%s', async (_, change, message) => {
    const copy = await copyOf('llava-bf16')
    await changeConfig(copy, change)
    await expect(nodeModelFolder(copy)).rejects.toThrow(message)
  })

  test('a part that is missing', async () => {
    const copy = await copyOf('qwen2_vl-bf16-shards')
    await rm(join(copy, 'model-00003-of-00007.safetensors'))
    await expect(nodeModelFolder(copy)).rejects.toThrow(/not in the folder/)
  })

  test('a part that is cut', async () => {
    const copy = await copyOf('llava-bf16')
    const file = join(copy, 'model.safetensors')
    const bytes = await readFile(file)
    await rm(file)
    await writeFile(file, bytes.subarray(0, bytes.length - 100))
    await expect(nodeModelFolder(copy)).rejects.toThrow(/The file is cut/)
  })
})
