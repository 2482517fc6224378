import { expect, test } from 'vitest'
import type { ModelConfigs } from '../../../../src/engine/families/family.ts'
import { estimateMemory } from '../../../../src/engine/model/memory.ts'
import { parseOutline } from '../../../../src/engine/model/onnx-outline.ts'
import { blobSource } from '../../../../src/engine/model/protobuf.ts'
import { type Graph, onnxFile, onnxType } from '../../support/onnx-bytes.ts'

const outline = (graph: Graph) => parseOutline(blobSource(new Blob([onnxFile(graph)])))

const configs: ModelConfigs = {
  config: {
    scale_factor: 2,
    text_config: { hidden_size: 8, intermediate_size: 16, num_attention_heads: 2, vocab_size: 100 },
    vision_config: {
      hidden_size: 4,
      intermediate_size: 8,
      num_attention_heads: 1,
      image_size: 8,
      patch_size: 2,
    },
  },
  generation: {},
  imageProcessor: {},
  processor: {},
}
const prompt = { tokens: 10, image: 8 }

/** 4 (4 n d + 2 n m + h n w): decoder, encoder (32 patches, 16 a tile), logits. */
const activations = 4 * (320 + 320 + 200) + 4 * (512 + 512 + 512) + 400

test('weights, cache and activations follow from the shapes', async () => {
  const decoder = await outline({
    inputs: [
      { name: 'inputs_embeds', dims: ['batch', 'tokens', 8] },
      { name: 'past_key_values.0.key', dims: ['batch', 2, 'past', 4], type: onnxType.half },
      { name: 'past_key_values.0.value', dims: ['batch', 2, 'past', 4], type: onnxType.half },
      { name: 'past_conv.0', dims: ['batch', 8, 3] },
    ],
    tensors: [{ name: 'w', dims: [10], type: onnxType.half }],
  })
  const sessions = [
    { outline: await outline({}), graph: 1000, external: 0 },
    { outline: decoder, graph: 3000, external: 50_000 },
  ]
  const cache = 2 * (2 * (2 * 10 * 4 * 2) + 8 * 3 * 4)
  expect(estimateMemory(sessions, configs, prompt)).toEqual({
    weights: 54_000,
    cache,
    activations,
    total: {
      webgpu: 54_000 + cache + activations,
      wasm: 54_000 + 40 + cache + activations,
      native: 54_000 + cache + activations,
    },
  })
  const large = estimateMemory([{ outline: decoder, graph: 1e6, external: 0 }], configs, prompt)
  expect(large.total.wasm).toBe(2e6 + 40)
})

test('values missing from a configuration are left out, not invented', async () => {
  const sessions = [{ outline: await outline({}), graph: 10, external: 5 }]
  const bare = { ...configs, config: {} }
  const { total, activations: none } = estimateMemory(sessions, bare, prompt)
  expect([none, total.webgpu]).toEqual([0, 15])
})
