/** InternVL in its authors' layout, made of the same weights in the layout of Python's transformers. */
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nodeModelFolder } from '../../../src/data/sources/node.ts'
import { sessionFile } from '../../../src/engine/model/layout.ts'
import { readFields } from '../../../src/engine/runtime/model-folder.ts'
import { type Floats, wave, writePairs } from '../../unit/support/safetensors.ts'

const source = '../shared/checkpoints/internvl3-bf16'

interface Entry {
  readonly dtype: string
  readonly shape: readonly number[]
  readonly data_offsets: readonly [number, number]
}

const names: readonly (readonly [RegExp, string])[] = [
  [/^vision_tower\.embeddings\.cls_token/, 'vision_model.embeddings.class_embedding'],
  [/^vision_tower\.embeddings\.patch_embeddings\.projection/, 'vision_model.embeddings.patch_embedding'],
  [/^vision_tower\.embeddings\.position_embeddings/, 'vision_model.embeddings.position_embedding'],
  [
    /^vision_tower\.encoder\.layer\.(\d+)\.attention\.projection_layer/,
    'vision_model.encoder.layers.$1.attn.proj',
  ],
  [/^vision_tower\.encoder\.layer\.(\d+)\.layernorm_before/, 'vision_model.encoder.layers.$1.norm1'],
  [/^vision_tower\.encoder\.layer\.(\d+)\.layernorm_after/, 'vision_model.encoder.layers.$1.norm2'],
  [/^vision_tower\.encoder\.layer\.(\d+)\.lambda_/, 'vision_model.encoder.layers.$1.ls'],
  [/^vision_tower\.encoder\.layer\./, 'vision_model.encoder.layers.'],
  [/^multi_modal_projector\.layer_norm/, 'mlp1.0'],
  [/^multi_modal_projector\.linear_1/, 'mlp1.1'],
  [/^multi_modal_projector\.linear_2/, 'mlp1.3'],
]

/** The weights under the authors' names, queries, keys and values in one matrix. */
function fusedFile(bytes: Buffer): Uint8Array {
  const length = Number(bytes.readBigUInt64LE(0))
  const header: Record<string, Entry> = JSON.parse(bytes.subarray(8, 8 + length).toString())
  const parts = new Map<string, { entry: Entry; data: Buffer }>()
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') continue
    const [begin, end] = entry.data_offsets.map(offset => offset + 8 + length) as [number, number]
    parts.set(name, { entry, data: bytes.subarray(begin, end) })
  }
  const written = [...parts].flatMap(([name, { entry, data }]) => {
    const projected = /^(vision_tower\.encoder\.layer\.\d+)\.attention\.([qkv])_proj\.(\w+)$/.exec(name)
    if (!projected) {
      const rule = names.find(([own]) => own.test(name))
      return [{ name: rule ? name.replace(rule[0], rule[1]) : name, entry, data }]
    }
    const [, layer = '', which, kind] = projected
    if (which !== 'q') return []
    const thirds = ['q', 'k', 'v'].map(
      own => parts.get(`${layer}.attention.${own}_proj.${kind}`)?.data ?? Buffer.alloc(0),
    )
    const [rows = 0, ...rest] = entry.shape
    const fused = `${layer.replace('vision_tower.encoder.layer', 'vision_model.encoder.layers')}.attn.qkv.${kind}`
    return [{ name: fused, entry: { ...entry, shape: [3 * rows, ...rest] }, data: Buffer.concat(thirds) }]
  })
  let at = 0
  const entries = written.map(({ name, entry: { dtype, shape }, data }) => {
    const begin = at
    at += data.length
    return [name, { dtype, shape, data_offsets: [begin, at] }]
  })
  const text = Buffer.from(JSON.stringify(Object.fromEntries(entries)))
  const head = Buffer.alloc(8)
  head.writeBigUInt64LE(BigInt(text.length))
  return Buffer.concat([head, text, ...written.map(({ data }) => data)])
}

async function authorsFolder(change: Record<string, unknown> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'internvl-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const file of ['tokenizer.json', 'tokenizer_config.json', 'generation_config.json'])
    await cp(join(source, file), join(folder, file))
  await writeFile(
    join(folder, 'model.safetensors'),
    fusedFile(await readFile(join(source, 'model.safetensors'))),
  )
  const { text_config, vision_config } = JSON.parse(await readFile(join(source, 'config.json'), 'utf8'))
  const { attention_bias, use_qk_norm, image_size, patch_size, model_type, ...vision } = vision_config
  const config = {
    model_type: 'internvl_chat',
    template: 'internvl2_5',
    ps_version: 'v2',
    downsample_ratio: 0.5,
    select_layer: -1,
    dynamic_image_size: true,
    force_image_size: image_size[0],
    min_dynamic_patch: 1,
    max_dynamic_patch: 12,
    llm_config: text_config,
    vision_config: {
      ...vision,
      model_type: 'intern_vit_6b',
      qkv_bias: attention_bias,
      qk_normalization: use_qk_norm,
      image_size: 448,
      patch_size: patch_size[0],
    },
    ...change,
  }
  await writeFile(join(folder, 'config.json'), JSON.stringify(config))
  return folder
}

async function adapterFolder(
  pairs: ReadonlyMap<string, readonly [Floats, Floats]>,
  settings: Record<string, unknown>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adapter-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  writePairs(folder, pairs, settings)
  return folder
}

describe.runIf(existsSync(source))('InternVL in its authors’ layout', () => {
  test.each(['vision_encoder', 'embed_tokens', 'decoder_model_merged'])(
    'gives the graph and the weights of the other layout: %s',
    async session => {
      const [own, other] = [await nodeModelFolder(await authorsFolder()), await nodeModelFolder(source)]
      const path = sessionFile(session, 'fp32')
      const sizes = (folder: typeof own) =>
        folder.files.filter(file => file.path.startsWith(path)).map(({ size }) => size)
      expect(sizes(own)[1]).toBe(sizes(other)[1])
      const data = async (folder: typeof own) =>
        Buffer.from(await (await folder.open(`${path}_data`)).arrayBuffer())
      expect((await data(own)).equals(await data(other))).toBe(true)
    },
  )

  test('merges an adapter of packed queries, keys and values as three of the other layout', async () => {
    const [down, up] = [wave([2, 32], 1), wave([96, 2], 7)]
    const thirds = ['q', 'k', 'v'].map((own, i): [string, [Floats, Floats]] => [
      `vision_tower.encoder.layer.1.attention.${own}_proj`,
      [down, { shape: [32, 2], values: up.values.slice(64 * i, 64 * (i + 1)) }],
    ])
    const packed = new Map<string, [Floats, Floats]>([['vision_model.encoder.layers.1.attn.qkv', [down, up]]])
    const [own, other] = await Promise.all([
      nodeModelFolder(
        await authorsFolder(),
        await adapterFolder(packed, { alpha_pattern: { 'attn.qkv': 3 } }),
      ),
      nodeModelFolder(source, await adapterFolder(new Map(thirds), { lora_alpha: 3 })),
    ])
    expect(own.adapter).toMatchObject({ changes: 1 })
    const data = async (folder: typeof own) =>
      Buffer.from(await (await folder.open(`${sessionFile('vision_encoder', 'fp32')}_data`)).arrayBuffer())
    expect((await data(own)).equals(await data(other))).toBe(true)
    expect((await data(own)).equals(await data(await nodeModelFolder(source)))).toBe(false)
  })

  test('says in files what the authors’ code says: tiles, colours, tokens and the system message', async () => {
    const folder = await nodeModelFolder(await authorsFolder())
    expect(await readFields(folder, 'config.json')).toMatchObject({
      model_type: 'internvl',
      image_token_id: 5,
      image_seq_length: 16,
    })
    expect(await readFields(folder, 'preprocessor_config.json')).toMatchObject({
      size: { height: 32, width: 32 },
      max_patches: 12,
      image_mean: [0.485, 0.456, 0.406],
    })
    expect(await (await folder.open('chat_template.jinja')).text()).toContain('书生·万象')
  })

  test.each([
    [{ ps_version: 'v1' }, /ps_version/],
    [{ template: 'phi3-chat' }, /template/],
    [{ llm_config: null }, /llm_config/],
  ])('is refused by field where the layout differs: %o', async (change, message) => {
    await expect(nodeModelFolder(await authorsFolder(change))).rejects.toThrow(message)
  })
})
