import { describe, expect, test } from 'vitest'
import { goldenFamilies } from '../../../../src/cli/base/family-goldens.ts'
import { openModelFolder, summariseModel } from '../../../../src/data/sources/model-files.ts'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import type { DeviceLimits } from '../../../../src/engine/model/limits.ts'
import { memorySource } from '../../support/memory-source.ts'
import { decoderGraph, embedGraph, encoderGraph, sessionFiles } from '../../support/model-graphs.ts'
import { type Graph, onnxFile, onnxType } from '../../support/onnx-bytes.ts'

const limits: DeviceLimits = { webgpu: null, streams: true }
const settings = {
  'config.json': {
    model_type: 'idefics3',
    text_config: { max_position_embeddings: 2048, hidden_size: 8, num_attention_heads: 2 },
    scale_factor: 2,
  },
  'tokenizer.json': {},
  'tokenizer_config.json': { chat_template: 'x' },
  'processor_config.json': { image_seq_len: 16 },
  'preprocessor_config.json': { size: { longest_edge: 256 }, max_image_size: { longest_edge: 128 } },
}

async function findProblems(files: Readonly<Record<string, unknown>>) {
  const folder = await openModelFolder(memorySource('m', { ...settings, ...files }))
  return (await summariseModel(folder, 'files', limits, 1)).problems
}

const inputs = (...changes: NonNullable<Graph['inputs']>[number][]): Graph['inputs'] => [
  ...(decoderGraph.inputs ?? []).filter(({ name }) => !changes.some(change => change.name === name)),
  ...changes,
]
const without = (name: string): Graph['inputs'] => decoderGraph.inputs?.filter(input => input.name !== name)
const onnx = 'm/onnx/decoder_model_merged.onnx'

test('a complete model has no problems', async () => {
  expect(await findProblems(sessionFiles(''))).toEqual([])
})

test.each([
  // What optimum-onnx 0.1 exports of a text model.
  [
    'words in place of embeddings',
    {
      inputs: [
        { name: 'input_ids', type: onnxType.int64, dims: ['b', 'n'] },
        ...(without('inputs_embeds') ?? []),
      ],
    },
    `${onnx}: input_ids`,
    /wants an input "input_ids".*embeds words itself/,
  ],
  [
    'an unknown input',
    { inputs: inputs({ name: 'speech', dims: [1] }) },
    `${onnx}: speech`,
    /known are inputs_embeds/,
  ],
  ['no logits', { outputs: decoderGraph.outputs?.slice(1) ?? [] }, onnx, /no output "logits"/],
  ['no cache', { inputs: decoderGraph.inputs?.slice(0, 3), outputs: ['logits'] }, onnx, /keeps no cache/],
  [
    'a cache that is not given back',
    { outputs: ['logits', 'present.0.key'] },
    `${onnx}: past_key_values.0.value`,
    /No output of the decoder gives/,
  ],
  [
    'a cache of a fixed length',
    { inputs: inputs({ name: 'past_key_values.0.key', dims: [1, 2, 128, 4] }) },
    `${onnx}: past_key_values.0.key`,
    /fixed length of 128 tokens/,
  ],
  [
    'a cache of another layout',
    { inputs: inputs({ name: 'past_key_values.0.key', dims: [2, 'b', 2, 'past', 4] }) },
    `${onnx}: past_key_values.0.key`,
    /has 5 sides/,
  ],
] as const)('%s is refused by name before anything is loaded', async (_, decoder, subject, message) => {
  const [problem] = await findProblems(sessionFiles('', decoder as Graph))
  expect(problem).toMatchObject({
    code: 'model-unsupported',
    subject,
    message: expect.stringMatching(message),
  })
  expect(problem?.remedy).toMatch(/tools\/export/)
})

test('an encoder and an embedding that ask for more', async () => {
  const more = { name: 'more', dims: [1] }
  const files = {
    ...sessionFiles(''),
    'onnx/vision_encoder.onnx': onnxFile({ ...encoderGraph, inputs: [...(encoderGraph.inputs ?? []), more] }),
    'onnx/embed_tokens.onnx': onnxFile({ ...embedGraph, inputs: [...(embedGraph.inputs ?? []), more] }),
  }
  const [problem] = await findProblems(files)
  expect(problem?.subject).toBe('m/onnx/vision_encoder.onnx: more')
})

describe('positions of M-RoPE: time, row and column', () => {
  const mrope = {
    'config.json': {
      model_type: 'qwen2_vl',
      image_token_id: 5,
      hidden_size: 8,
      num_attention_heads: 2,
      max_position_embeddings: 2048,
      vision_config: { patch_size: 14, spatial_merge_size: 2 },
    },
    'preprocessor_config.json': { patch_size: 14, merge_size: 2, min_pixels: 3136, max_pixels: 1_003_520 },
    'onnx/vision_encoder.onnx': onnxFile({
      inputs: [
        { name: 'pixel_values', dims: ['patches', 1176] },
        { name: 'image_grid_thw', type: onnxType.int64, dims: ['images', 3] },
      ],
      outputs: ['image_features'],
    }),
  }
  const positions = (...dims: readonly (string | number)[]) =>
    findProblems({
      ...sessionFiles('', { inputs: inputs({ name: 'position_ids', type: onnxType.int64, dims }) ?? [] }),
      ...mrope,
    })

  test.each([[[3, 'batch', 'length']], [['axes', 'batch', 'length']]])('%j are fed', async dims => {
    expect(await positions(...dims)).toEqual([])
  })

  test.each([
    [['batch', 'length'], /have 3 sides, 3 \(time, row and column\) × batch × length; the decoder takes 2/],
    [[4, 'batch', 'length'], /the first side that the decoder takes is 4/],
  ])('%j are refused by the input’s name, with the export command', async (dims, message) => {
    const [problem, ...others] = await positions(...dims)
    expect(others).toEqual([])
    expect(problem).toMatchObject({
      code: 'model-unsupported',
      subject: `${onnx}: position_ids`,
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(/tools\/export/),
    })
  })

  test('a decoder without such inputs is refused', async () => {
    const decoder = { inputs: without('position_ids') ?? [] }
    const [problem] = await findProblems({ ...sessionFiles('', decoder), ...mrope })
    expect(problem).toMatchObject({
      code: 'model-unsupported',
      subject: `${onnx}: position_ids`,
      message: expect.stringMatching(/takes no positions/),
    })
  })
})

describe('models that run have nothing against them', () => {
  test.each(goldenFamilies('test/golden/families'))('%s', async name => {
    const folder = await openModelFolder(nodeSource(`test/golden/families/${name}`))
    const overview = await summariseModel(folder, 'directory', limits, 1)
    expect(overview.problems).toEqual([])
    for (const { dtype, problems } of overview.dtypes) expect([dtype, problems.wasm]).toEqual([dtype, []])
  })
})
