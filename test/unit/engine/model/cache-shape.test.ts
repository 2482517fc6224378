import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cacheShape } from '../../../../src/engine/model/cache-shape.ts'
import { estimateMemory } from '../../../../src/engine/model/memory.ts'
import { parseOutline } from '../../../../src/engine/model/onnx-outline.ts'
import { blobSource } from '../../../../src/engine/model/protobuf.ts'

const config = (text: object) => ({ config: { text_config: text } })
const smolvlm = config({ hidden_size: 576, num_attention_heads: 9, num_key_value_heads: 3 })

test('a side that the graph leaves open is filled from config.json', () => {
  const open = [null, 3, null, null]
  expect(cacheShape('past_key_values.0.key', open, smolvlm)).toEqual([1, 3, 'length', 64])
  expect(cacheShape('past_key_values.0.value', [null, null, null, null], smolvlm)).toEqual([
    1,
    3,
    'length',
    64,
  ])
  const own = config({ hidden_size: 576, num_attention_heads: 9, head_dim: 32 })
  expect(cacheShape('past_key_values.0.key', [null, null, null, null], own)).toEqual([1, 9, 'length', 32])
})

test('the graph takes precedence over config.json, and states of other layers are ignored', () => {
  expect(cacheShape('past_key_values.0.key', [null, 2, null, 8], smolvlm)).toEqual([1, 2, 'length', 8])
  expect(cacheShape('past_conv.0', [null, 32, 3], smolvlm)).toEqual([1, 32, 3])
  expect(cacheShape('past_recurrent.0', [null, 4, 8, 16], smolvlm)).toEqual([1, 4, 8, 16])
})

test('unknown sizes are reported as unknown, never as 0', () => {
  expect(cacheShape('past_key_values.0.key', [null, 2, null, null], config({ hidden_size: 7 }))).toEqual([
    1,
    2,
    'length',
    null,
  ])
  expect(cacheShape('past_key_values.0.key', [2, null, null, null, null], smolvlm)).not.toContain(1)
})

test('memory of a decoder by ONNX Runtime GenAI’s builder, whose cache is open', async () => {
  const file = readFileSync('test/golden/third-party/genai-0.18/fp32/model.onnx')
  const outline = await parseOutline(blobSource(new Blob([file])))
  const configs = {
    config: JSON.parse(readFileSync('test/golden/families/lighton_ocr/config.json', 'utf8')),
    generation: {},
    imageProcessor: {},
    processor: {},
  }
  const { cache } = estimateMemory([{ outline, graph: 1, external: 1 }], configs, { tokens: 1000, image: 0 })
  const { num_hidden_layers: layers, num_key_value_heads: heads, head_dim: size } = configs.config.text_config
  expect(cache).toBe(2 * 2 * 4 * layers * heads * size * 1000)
})
