/** Checkpoints that are too large for a device: refused by name, from the headers of their files alone. */
import { expect, test } from 'vitest'
import { modelOverviewOf, openModelFolder } from '../../../../src/data/sources/model-files.ts'
import type { FolderSource } from '../../../../src/data/sources/source.ts'
import type { ModelOverview } from '../../../../src/engine/model/model-overview.ts'
import { refusal } from '../../../../src/engine/model/refusal.ts'

const wide = { hidden_size: 3072, intermediate_size: 8192, num_attention_heads: 24, num_key_value_heads: 8 }
const tower = {
  hidden_size: 32,
  intermediate_size: 64,
  num_attention_heads: 2,
  image_size: 32,
  patch_size: 8,
}

const linear = (name: string, outputs: number, inputs: number) =>
  [
    [`${name}.weight`, [outputs, inputs]],
    [`${name}.bias`, [outputs]],
  ] as const

const norm = (name: string) =>
  [
    [`${name}.weight`, [tower.hidden_size]],
    [`${name}.bias`, [tower.hidden_size]],
  ] as const

/** Names and shapes of LLaVA with a language model of so many layers. */
function shapesOf(layers: number): readonly (readonly [name: string, shape: readonly number[]])[] {
  const { hidden_size: width, intermediate_size: inner } = wide
  const keys = (width / wide.num_attention_heads) * wide.num_key_value_heads
  const vision = 'vision_tower.vision_model'
  const layer = `${vision}.encoder.layers.0`
  const own = tower.hidden_size
  return [
    [`${vision}.embeddings.class_embedding`, [own]],
    [`${vision}.embeddings.patch_embedding.weight`, [own, 3, 8, 8]],
    [`${vision}.embeddings.position_embedding.weight`, [17, own]],
    ...norm(`${vision}.pre_layrnorm`),
    ...norm(`${layer}.layer_norm1`),
    ...norm(`${layer}.layer_norm2`),
    ...['q', 'k', 'v', 'out'].flatMap(part => linear(`${layer}.self_attn.${part}_proj`, own, own)),
    ...linear(`${layer}.mlp.fc1`, tower.intermediate_size, own),
    ...linear(`${layer}.mlp.fc2`, own, tower.intermediate_size),
    ...linear('multi_modal_projector.linear_1', width, own),
    ...linear('multi_modal_projector.linear_2', width, width),
    ...Array.from({ length: layers }, (_, i) => {
      const name = `language_model.model.layers.${i}`
      return [
        [`${name}.self_attn.q_proj.weight`, [width, width]],
        [`${name}.self_attn.k_proj.weight`, [keys, width]],
        [`${name}.self_attn.v_proj.weight`, [keys, width]],
        [`${name}.self_attn.o_proj.weight`, [width, width]],
        [`${name}.mlp.gate_proj.weight`, [inner, width]],
        [`${name}.mlp.up_proj.weight`, [inner, width]],
        [`${name}.mlp.down_proj.weight`, [width, inner]],
        [`${name}.input_layernorm.weight`, [width]],
        [`${name}.post_attention_layernorm.weight`, [width]],
      ] as const
    }).flat(),
    ['language_model.model.norm.weight', [width]],
    ['language_model.model.embed_tokens.weight', [32_000, width]],
    ['language_model.lm_head.weight', [32_000, width]],
  ]
}

/** A folder whose weights are nowhere: only the header of their file can be read. */
function folderOf(layers: number) {
  let at = 0
  const entries = shapesOf(layers).map(([name, shape]) => {
    const begin = at
    at += 2 * shape.reduce((product, side) => product * side, 1)
    return [name, { dtype: 'BF16', shape, data_offsets: [begin, at] }] as const
  })
  const text = new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)))
  const header = new Uint8Array(8 + text.length)
  new DataView(header.buffer).setBigUint64(0, BigInt(text.length), true)
  header.set(text, 8)
  const config = {
    model_type: 'llava',
    image_token_index: 5,
    vision_feature_layer: -1,
    text_config: { model_type: 'llama', ...wide, num_hidden_layers: layers, vocab_size: 32_000 },
    vision_config: { model_type: 'clip_vision_model', ...tower, num_hidden_layers: 1 },
  }
  const processor = { size: { shortest_edge: 32 }, crop_size: { height: 32, width: 32 } }
  const jsons = new Map<string, Uint8Array<ArrayBuffer>>(
    Object.entries({
      'config.json': config,
      'preprocessor_config.json': processor,
      'tokenizer.json': {},
      'tokenizer_config.json': {},
      'chat_template.json': { chat_template: '{{ messages }}' },
    }).map(([path, value]) => [path, new TextEncoder().encode(JSON.stringify(value))]),
  )
  const weights = 'model.safetensors'
  const sizeOf = (path: string): number =>
    path === weights ? header.length + at : (jsons.get(path)?.length ?? 0)
  const source: FolderSource = {
    kind: 'directory',
    name: 'large',
    list: async () => [...jsons.keys(), weights].map(path => ({ path, size: sizeOf(path) })),
    open: async path => new Blob([jsons.get(path) ?? new Uint8Array()]),
    size: async path => sizeOf(path),
    async read(path, start, end) {
      const file = path === weights ? header : jsons.get(path)
      if (!file || end > file.length) throw new Error(`Weights are read: ${path}, ${start} to ${end}`)
      return file.slice(start, end)
    },
  }
  return source
}

/** Why each precision cannot run on WASM; null where it can. */
const refused = ({ dtypes }: ModelOverview) =>
  Object.fromEntries(dtypes.map(({ dtype, problems }) => [dtype, problems.wasm[0]?.message ?? null]))

test.each([
  [
    'three billion parameters',
    28,
    { fp32: /Its weights are 12\.\d GB/, fp16: /6\.\d GB/, q8: null, q4: null },
  ],
  ['eight billion parameters', 77, { fp32: /31\.\d GB/, fp16: /15\.\d GB/, q8: /9\.\d GB/, q4: /5\.\d GB/ }],
])('%s on WASM', async (_, layers, expected) => {
  const overview = await modelOverviewOf(await openModelFolder(folderOf(layers)), 'directory', {
    webgpu: null,
    streams: true,
  })
  // The page and `evaluate` ask the same before a run.
  expect(refusal(overview, { device: 'wasm', dtype: 'fp32', chatTemplate: 'own' })?.code).toBe(
    'out-of-memory',
  )
  const found = refused(overview)
  for (const [dtype, message] of Object.entries(expected))
    if (message === null) expect([dtype, found[dtype]]).toEqual([dtype, null])
    else expect(found[dtype]).toMatch(message)
})
