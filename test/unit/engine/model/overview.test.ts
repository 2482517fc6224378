import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openModelFolder, summariseModel } from '../../../../src/data/sources/model-files.ts'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import type { DeviceLimits } from '../../../../src/engine/model/limits.ts'
import type { ModelOverview } from '../../../../src/engine/model/model-overview.ts'
import { refusal } from '../../../../src/engine/model/refusal.ts'
import { isMixed } from '../../../../src/engine/protocol/mixed-precision.ts'
import { memorySource } from '../../support/memory-source.ts'
import { sessionFiles as sessions } from '../../support/model-graphs.ts'
import { type Graph, onnxFile, onnxType } from '../../support/onnx-bytes.ts'

const gpu = { software: false, f16: true, maxBufferSize: 2 ** 32, maxStorageBufferBindingSize: 2 ** 31 }
const roomy: DeviceLimits = { webgpu: gpu, streams: true }
const noGpu: DeviceLimits = { webgpu: null, streams: true }

const settings = {
  'config.json': {
    model_type: 'idefics3',
    text_config: { max_position_embeddings: 2048 },
    scale_factor: 2,
  },
  'tokenizer.json': {},
  'tokenizer_config.json': { chat_template: 'x' },
  'processor_config.json': { image_seq_len: 16 },
  'preprocessor_config.json': {
    size: { longest_edge: 256 },
    max_image_size: { longest_edge: 128 },
  },
}

async function makeOverview(
  contents: Readonly<Record<string, unknown>>,
  limits = roomy,
  sizes: Readonly<Record<string, number>> = {},
): Promise<ModelOverview> {
  const folder = await openModelFolder(memorySource('m', contents))
  const files = folder.files.map(file => ({ ...file, size: sizes[file.path] ?? file.size }))
  return summariseModel({ ...folder, files }, 'files', limits, 1)
}

const sharded = (location: string, length = 8): Graph => ({
  tensors: [{ name: 'w', dims: [2], external: { location, length } }],
})

test('the bundled model', async () => {
  const folder = await openModelFolder(nodeSource('public/models/phantom-vlm'))
  const overview = await summariseModel(folder, 'bundled', roomy, 1)
  const { text_config: t } = JSON.parse(readFileSync('public/models/phantom-vlm/config.json', 'utf8'))
  expect(overview).toMatchObject({
    family: 'idefics3',
    contextLength: t.max_position_embeddings,
    hasTemplate: true,
    problems: [],
    parameters: { exact: true },
    recommended: { device: 'webgpu', dtype: 'fp32', reason: 'small enough to run in full precision' },
  })
  const { image_seq_len } = JSON.parse(
    readFileSync('public/models/phantom-vlm/processor_config.json', 'utf8'),
  )
  expect(new Set(overview.imageTokens.map(({ tokens }) => tokens))).toEqual(new Set([image_seq_len]))
  const names = overview.dtypes.map(({ dtype }) => dtype)
  expect(names.filter(dtype => !isMixed(dtype))).toEqual(['fp32', 'q8', 'q4'])
  // Each of its three graphs in each of three precisions.
  expect(new Set(names).size).toBe(3 ** 3)
  for (const { memory, bytes } of overview.dtypes) {
    expect(memory?.weights).toBe(bytes)
    // Keys and values in 32 bits, the old and the new.
    expect(memory?.cache).toBe(
      2 * 2 * 4 * t.num_hidden_layers * t.num_key_value_heads * t.head_dim * overview.prompt.tokens,
    )
  }
})

test('tokens of an image are counted tile by tile', async () => {
  const { imageTokens, contextLength } = await makeOverview({ ...settings, ...sessions('_q4') })
  expect(contextLength).toBe(2048)
  // 2 x 2 tiles and the whole; 3:4 fills the same tiles.
  expect(imageTokens.map(({ tokens }) => tokens)).toEqual([80, 80, 80, 80])
})

test('a missing shard is named, with a remedy', async () => {
  const contents = { ...settings, ...sessions('_q4', sharded('decoder_model_merged_q4.onnx_data')) }
  const alone = await makeOverview(contents)
  expect(alone.problems).toEqual([
    {
      code: 'model-file-missing',
      subject: 'm/onnx/decoder_model_merged_q4.onnx_data',
      message: 'No precision of this model is complete; q4 lacks onnx/decoder_model_merged_q4.onnx_data.',
      remedy: expect.stringMatching(/^Put every data file that belongs to it/),
    },
  ])
  expect(alone.recommended).toBeNull()
  const beside = await makeOverview({ ...contents, ...sessions('_quantized') })
  expect(beside.problems).toEqual([])
  expect(beside.recommended?.dtype).toBe('q8')
  expect(refusal(beside, { device: 'wasm', dtype: 'q4', chatTemplate: 'own' }, 1)).toMatchObject({
    code: 'model-file-missing',
    subject: 'm/onnx/decoder_model_merged_q4.onnx_data',
    remedy: 'Choose a complete precision (q8), or download the missing files.',
  })
})

test('a shard that is there counts with its size, and one that is cut is named', async () => {
  const contents = { ...settings, ...sessions('_q4', sharded('d.bin', 3000)) }
  const whole = await makeOverview({ ...contents, 'onnx/d.bin': new Uint8Array(3000) })
  expect(whole.problems).toEqual([])
  expect(whole.dtypes[0]?.bytes).toBeGreaterThan(3000)
  const cut = await makeOverview({ ...contents, 'onnx/d.bin': new Uint8Array(2999) })
  expect(cut.problems).toMatchObject([{ code: 'model-load', subject: 'm/onnx/d.bin' }])
})

test('an unfinished download is named', async () => {
  const onnx = onnxFile({ outputs: ['logits'] })
  const contents = { ...settings, ...sessions('_q4'), 'onnx/embed_tokens_q4.onnx': onnx.slice(0, -3) }
  const { problems } = await makeOverview(contents)
  expect(problems).toMatchObject([{ code: 'model-load', subject: 'm/onnx/embed_tokens_q4.onnx' }])
})

test('a card without 16-bit arithmetic gets another offer, with the reason', async () => {
  const plain: DeviceLimits = { webgpu: { ...gpu, f16: false }, streams: true }
  const contents = { ...settings, ...sessions('_q4f16'), ...sessions('_fp16') }
  const only16 = await makeOverview(contents, plain)
  expect(only16.problems).toEqual([])
  // A small model keeps its letters in 16 bits, and not in 4 (docs/fidelity.md).
  expect(only16.recommended).toMatchObject({ device: 'wasm', dtype: 'fp16' })
  const refused = refusal(only16, { device: 'webgpu', dtype: 'fp16', chatTemplate: 'own' }, 1)
  expect(refused).toMatchObject({ code: 'device-unavailable', subject: 'fp16 on WebGPU' })
  const both = await makeOverview({ ...contents, ...sessions('_q4') }, plain)
  expect(both.recommended).toMatchObject({ device: 'webgpu', dtype: 'q4' })
  expect((await makeOverview(contents, roomy)).recommended).toMatchObject({
    device: 'webgpu',
    dtype: 'q4f16',
  })
})

test('a software adapter is not recommended', async () => {
  const software: DeviceLimits = { webgpu: { ...gpu, software: true }, streams: true }
  const overview = await makeOverview({ ...settings, ...sessions('_q4') }, software)
  expect(overview.recommended).toMatchObject({ device: 'wasm', dtype: 'q4' })
})

test('a tensor larger than a buffer is refused; one larger than a binding is not recommended', async () => {
  const graph = (side: number): Graph => ({ tensors: [{ name: 'head', dims: [side], type: onnxType.float }] })
  const contents = { ...settings, ...sessions('_q4', graph(2 ** 26)), ...sessions('_quantized') }
  const within = (maxBufferSize: number, maxStorageBufferBindingSize: number): DeviceLimits => ({
    webgpu: { software: false, f16: true, maxBufferSize, maxStorageBufferBindingSize },
    streams: true,
  })
  const refused = await makeOverview(contents, within(2 ** 27, 2 ** 27))
  expect(refused.dtypes.find(({ dtype }) => dtype === 'q4')?.problems.webgpu).toEqual([
    {
      code: 'out-of-memory',
      subject: 'onnx/decoder_model_merged_q4.onnx: head',
      message: 'This tensor is 268 MB; a buffer (maxBufferSize) can hold 134 MB on this graphics card.',
      remedy: 'Choose a smaller precision (q4), or WASM.',
    },
  ])
  const bound = await makeOverview(contents, within(2 ** 30, 2 ** 27))
  const q4 = bound.dtypes.find(({ dtype }) => dtype === 'q4')
  expect(q4?.problems.webgpu).toEqual([])
  expect(q4?.warnings.webgpu).toMatchObject([{ code: 'out-of-memory' }])
  expect(bound.recommended).toMatchObject({ device: 'webgpu', dtype: 'q8' })
  expect(bound.recommended?.reason).toMatch(/^with 32-bit activations; not q4: This tensor is 268 MB/)
})

test('files beyond the browser’s limit are refused, with the reason', async () => {
  const data = 'decoder_model_merged.onnx_data'
  const contents = { ...settings, ...sessions('', sharded(data)), [`onnx/${data}`]: new Uint8Array(8) }
  const large = { [`onnx/${data}`]: 3 * 2 ** 30 }
  const streamed = await makeOverview(contents, roomy, large)
  expect([streamed.problems, streamed.recommended?.device]).toEqual([[], 'webgpu'])
  const held = await makeOverview(contents, { ...roomy, streams: false }, large)
  expect(held.problems).toMatchObject([{ code: 'out-of-memory', subject: `onnx/${data}` }])
  const [fp32] = (await makeOverview(contents, noGpu, { [`onnx/${data}`]: 5 * 2 ** 30 })).dtypes
  expect(fp32?.problems.wasm).toMatchObject([
    { subject: 'fp32 on WASM', message: 'Its weights are 5.4 GB; WebAssembly can hold 4.3 GB.' },
  ])
})

test('an unsupported family is named, and the folder’s contents are still shown', async () => {
  const config = { ...settings, 'config.json': { model_type: 'florence2' }, ...sessions('_q4') }
  const { problems, dtypes } = await makeOverview(config)
  expect(problems).toMatchObject([{ code: 'model-unsupported', subject: 'florence2' }])
  expect(dtypes.map(({ dtype }) => dtype)).toEqual(['q4'])
})

test('without a chat template the built-in one must be chosen', async () => {
  const overview = await makeOverview({ ...settings, 'tokenizer_config.json': {}, ...sessions('_q4') })
  expect([overview.hasTemplate, overview.problems]).toEqual([false, []])
  const choice = { device: 'webgpu', dtype: 'q4' } as const
  expect(refusal(overview, { ...choice, chatTemplate: 'own' }, 1)).toMatchObject({ code: 'model-config' })
  expect(refusal(overview, { ...choice, chatTemplate: 'fallback' }, 1)).toBeNull()
})

test('a setting that is missing is named before anything is loaded', async () => {
  const { problems } = await makeOverview({
    ...settings,
    'preprocessor_config.json': { size: {} },
    ...sessions('_q4'),
  })
  expect(problems).toMatchObject([
    { code: 'model-config', subject: 'preprocessor_config.json: max_image_size' },
  ])
})

test('known differences of a decoder from PyTorch are reported, and none if there are none', async () => {
  for (const family of ['gemma3', 'gemma4', 'qwen3_vl', 'llava']) {
    const folder = await openModelFolder(nodeSource(`test/golden/families/${family}`))
    expect((await summariseModel(folder, 'files', roomy, 1)).departure, family).toBeNull()
  }
  const findDeparture = async (config: object, width: number) => {
    const inputs = [{ name: 'inputs_embeds', dims: ['batch', 'length', width] }]
    const contents = { ...settings, 'config.json': config, ...sessions('', { inputs }) }
    return (await makeOverview(contents)).departure
  }
  expect(await findDeparture({ model_type: 'gemma3' }, 8)).toMatch(/token_type_ids.* differ from PyTorch’s/)
  const qwen = {
    model_type: 'qwen3_vl',
    text_config: { hidden_size: 8 },
    vision_config: { deepstack_visual_indexes: [5, 11] },
  }
  expect(await findDeparture(qwen, 8)).toMatch(/DeepStack/)
  expect(await findDeparture(qwen, 24)).toBeNull()
})
