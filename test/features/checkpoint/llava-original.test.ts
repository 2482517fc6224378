/** LLaVA in the layout of LLaVA-Med and HuatuoGPT-Vision, made of the same weights in the layout of Python's transformers. */
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nodeModelFolder } from '../../../src/data/sources/node.ts'
import { findFamily } from '../../../src/engine/families/registry.ts'
import { sessionFile } from '../../../src/engine/model/layout.ts'
import { type ModelFolder, readFields } from '../../../src/engine/runtime/model-folder.ts'
import { llavaFiles, withImageToken } from '../../../src/features/checkpoint/engine/layouts/llava-original.ts'

const source = '../shared/checkpoints/llava-bf16'
const tower = 'vit/clip_vit_tiny'

const names: readonly (readonly [RegExp, string])[] = [
  [/^vision_tower\./, 'model.vision_tower.vision_tower.'],
  [/^multi_modal_projector\.linear_1\./, 'model.mm_projector.0.'],
  [/^multi_modal_projector\.linear_2\./, 'model.mm_projector.2.'],
  [/^language_model\.model\./, 'model.'],
  [/^language_model\.lm_head\./, 'lm_head.'],
]

type Json = Record<string, Record<string, unknown>>

/** The bytes of a safetensors file with other names, and without the tensors that get none. */
function renamedFile(bytes: Buffer, rename: (name: string) => string | null): Uint8Array {
  const length = Number(bytes.readBigUInt64LE(0))
  const header: Json = JSON.parse(bytes.subarray(8, 8 + length).toString())
  const entries = Object.entries(header).flatMap(([name, entry]) => {
    const other = name === '__metadata__' ? null : rename(name)
    return other === null ? [] : [[other, entry] as const]
  })
  const text = Buffer.from(JSON.stringify(Object.fromEntries(entries)))
  const head = Buffer.alloc(8)
  head.writeBigUInt64LE(BigInt(text.length))
  return Buffer.concat([head, text, bytes.subarray(8 + length)])
}

const published = (name: string): string => {
  const rule = names.find(([own]) => own.test(name))
  return rule ? name.replace(rule[0], rule[1]) : name
}

interface Wanted {
  /** Whether the image encoder's weights lie in a folder of their own. */
  readonly isApart?: boolean
  /** Before the names of these weights. */
  readonly prefix?: 'vision_model.' | ''
  readonly config?: Readonly<Record<string, unknown>>
}

/** The published layout, beside the same model in the other one. */
async function folders({ isApart = false, prefix = 'vision_model.', config: more = {} }: Wanted = {}) {
  const parent = await mkdtemp(join(tmpdir(), 'llava-original-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  const [ours, theirs] = [join(parent, 'ours'), join(parent, 'theirs')]
  for (const folder of [ours, theirs]) await cp(source, folder, { recursive: true, mode: 0 })
  const config: Json = JSON.parse(await readFile(join(source, 'config.json'), 'utf8'))
  const { text_config: text = {}, vision_config: vision = {} } = config
  const write = async (path: string, value: unknown) => {
    await rm(path, { force: true })
    await writeFile(path, JSON.stringify(value))
  }
  await write(join(ours, 'config.json'), {
    ...config,
    text_config: { ...text, model_type: 'mistral', sliding_window: null },
  })
  await write(join(theirs, 'config.json'), {
    ...text,
    sliding_window: null,
    model_type: 'llava_mistral',
    architectures: ['LlavaMistralForCausalLM'],
    image_aspect_ratio: 'pad',
    mm_projector_type: 'mlp2x_gelu',
    mm_vision_select_layer: -2,
    mm_vision_tower: tower,
    ...more,
  })
  await mkdir(join(theirs, tower), { recursive: true })
  await write(join(theirs, tower, 'config.json'), vision)
  const weights = await readFile(join(source, 'model.safetensors'))
  const isOfTower = (name: string): boolean => name.startsWith('vision_tower.')
  await rm(join(theirs, 'model.safetensors'))
  await writeFile(
    join(theirs, 'model.safetensors'),
    renamedFile(weights, name => (isApart && isOfTower(name) ? null : published(name))),
  )
  if (isApart)
    await writeFile(
      join(theirs, tower, 'model.safetensors'),
      renamedFile(weights, name =>
        isOfTower(name) ? name.replace(/^vision_tower\.(?:vision_model\.)?/, prefix) : `text_model.${name}`,
      ),
    )
  return { ours, theirs }
}

const readData = async (folder: ModelFolder, session: string): Promise<Buffer> =>
  Buffer.from(await (await folder.open(`${sessionFile(session, 'q4')}_data`)).arrayBuffer())

describe.runIf(existsSync(source))('LLaVA in its authors’ layout', () => {
  test.each([{ isApart: false }, { isApart: true }, { isApart: true, prefix: '' }] as const)(
    'has the same graphs and weights (%j)',
    async wanted => {
      const { ours, theirs } = await folders(wanted)
      const [expected, found] = [await nodeModelFolder(ours), await nodeModelFolder(theirs)]
      for (const session of findFamily('llava').sessions)
        expect(Buffer.compare(await readData(found, session), await readData(expected, session))).toBe(0)
      expect(await readFields(found, 'config.json')).toMatchObject({
        model_type: 'llava',
        vision_feature_layer: -2,
        vision_feature_select_strategy: 'default',
      })
      expect(await readFields(found, 'preprocessor_config.json')).toMatchObject({
        do_pad: true,
        image_processor_type: 'LlavaImageProcessor',
      })
    },
  )

  test.each([
    ['nowhere', 'other.safetensors', 'openai/clip-vit-large-patch14', /are not in this folder/],
    ['a pickle file', 'pytorch_model.bin', `${tower}/`, /are a pickle file/],
  ])('whose image encoder is %s says which command writes it', async (_, file, from, message) => {
    const { theirs } = await folders({ isApart: true })
    await rename(join(theirs, tower, 'model.safetensors'), join(theirs, tower, file))
    const error: unknown = await nodeModelFolder(theirs).catch(thrown => thrown)
    expect(error).toMatchObject({ message: expect.stringMatching(message) })
    expect(error).toMatchObject({ info: { remedy: expect.stringContaining(`from_pretrained('${from}')`) } })
  })

  test.each([
    ['image_aspect_ratio', 'anyres'],
    ['mm_projector_type', 'ldpnet'],
    ['mm_use_im_start_end', true],
  ])('with %s %s is refused by the name of the setting', async (field, value) => {
    const { theirs } = await folders({ config: { [field]: value } })
    await expect(nodeModelFolder(theirs)).rejects.toThrow(new RegExp(field))
  })
})

test('LLaVA 1.5 of its authors has the class of HuatuoGPT-Vision 34B, and is refused: its prompt is not known', () => {
  const config = {
    architectures: ['LlavaLlamaForCausalLM'],
    mm_projector_type: 'mlp2x_gelu',
    vocab_size: 32_000,
  }
  const files = (tower: string, more = {}) =>
    llavaFiles({ ...config, mm_vision_tower: tower, ...more }, { config: {}, processor: {} }, 7)
  expect(() => files('openai/clip-vit-large-patch14-336')).toThrow(/layout of its authors/)
  for (const made of [
    files('./vit/clip_vit_large_patch14_336'),
    files('openai/clip-vit-large-patch14-336', { vocab_size: 64_000 }),
  ]) {
    expect(JSON.parse(made['config.json'])).toMatchObject({ text_config: { model_type: 'llama' } })
    expect(made['chat_template.jinja']).toContain('<|user|>')
  }
})

describe('the token that stands for an image', () => {
  const tokenizer = { model: { vocab: { '<unk>': 0, a: 1 }, unk_token: '<unk>' }, added_tokens: [] }

  test('is the first row that no token has', () => {
    expect(withImageToken(tokenizer, { vocab_size: 4 }).id).toBe(2)
  })

  test('is the unknown token where every row is taken', () => {
    const { id, text } = withImageToken(tokenizer, { vocab_size: 2 })
    expect(id).toBe(0)
    expect(JSON.parse(text).added_tokens).toMatchObject([{ id: 0, content: '<image>', special: true }])
  })

  test('is the tokenizer’s own where it has one', () => {
    const own = { ...tokenizer, added_tokens: [{ id: 1, content: '<image>' }] }
    expect(withImageToken(own, { vocab_size: 4 }).id).toBe(1)
  })

  test('a tokenizer without any is refused', () => {
    expect(() => withImageToken({ model: { vocab: { a: 0 } } }, { vocab_size: 1 })).toThrow(/unk_token/)
  })
})
