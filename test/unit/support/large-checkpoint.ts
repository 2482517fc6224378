/** A checkpoint of LLaVA whose weights are nowhere: settings, and the header of its file of weights, which says how large it is. */
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
function listShapes(layers: number): readonly (readonly [name: string, shape: readonly number[]])[] {
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

export interface LargeCheckpoint {
  /** Settings, by their paths. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
  /** The beginning of `model.safetensors`. */
  readonly header: Uint8Array<ArrayBuffer>
  /** Bytes of that file. */
  readonly size: number
}

/** @param layers of the language model, of 100 million parameters each */
export function largeCheckpoint(layers: number): LargeCheckpoint {
  let at = 0
  const entries = listShapes(layers).map(([name, shape]) => {
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
  const files = new Map<string, Uint8Array<ArrayBuffer>>(
    Object.entries({
      'config.json': config,
      'preprocessor_config.json': processor,
      'tokenizer.json': {},
      'tokenizer_config.json': {},
      'chat_template.json': { chat_template: '{{ messages }}' },
    }).map(([path, value]) => [path, new TextEncoder().encode(JSON.stringify(value))]),
  )
  return { files, header, size: header.length + at }
}
