/** Tokenizers and chat templates with one fault: found on a harmless prompt, under their own name. */
import * as transformers from '@huggingface/transformers'
import { expect, test } from 'vitest'
import { goldenFamilies } from '../../../../src/cli/base/family-goldens.ts'
import { openModelFolder } from '../../../../src/data/sources/model-files.ts'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import { findFamily } from '../../../../src/engine/families/registry.ts'
import { checkSettings } from '../../../../src/engine/model/check-settings.ts'
import { plainTurn } from '../../../../src/engine/protocol/turns.ts'
import { checkPrompter } from '../../../../src/engine/runtime/check-prompt-encoder.ts'
import { type ModelFolder, readConfigs } from '../../../../src/engine/runtime/model-folder.ts'
import { prepareGroup } from '../../../../src/engine/runtime/prepare.ts'
import { PromptEncoder } from '../../../../src/engine/runtime/prompt-encoder.ts'

const phantom = 'public/models/phantom-vlm'

type Json = Readonly<Record<string, unknown>>
type Change = (fields: Json) => Json

/** A model's folder with one JSON file changed, or a file's text replaced. */
async function changed(path: string, file: string, change: Change | string): Promise<ModelFolder> {
  const folder = await openModelFolder(nodeSource(path))
  return {
    ...folder,
    async open(name) {
      if (name !== file) return folder.open(name)
      if (typeof change === 'string') return new Blob([change])
      return new Blob([JSON.stringify(change(JSON.parse(await (await folder.open(name)).text())))])
    },
  }
}

async function tried(folder: ModelFolder): Promise<PromptEncoder> {
  const configs = await readConfigs(folder)
  const family = findFamily(String(configs.config.model_type))
  const settings = checkSettings(family, configs)
  const promptEncoder = await PromptEncoder.load(transformers, folder, family, configs, {})
  checkPrompter(promptEncoder, folder.name, settings)
  return promptEncoder
}

test.each([phantom, ...goldenFamilies('test/golden/families').map(name => `test/golden/families/${name}`)])(
  '%s is sound',
  async path => {
    await tried(await openModelFolder(nodeSource(path)))
  },
)

const model =
  (more: Json): Change =>
  all => ({ ...all, model: { ...(all.model as Json), ...more } })
const regex = (pattern: string) => ({
  pre_tokenizer: { type: 'Split', pattern: { Regex: pattern }, behavior: 'Isolated', invert: false },
})

const tokenizer = 'tokenizer.json'
const config = 'tokenizer_config.json'
const template = 'chat_template.jinja'

test.each<readonly [what: string, file: string, change: Change | string, subject: string]>([
  ['an empty vocabulary', tokenizer, model({ vocab: {}, merges: [] }), 'tokenizer.json: model.vocab'],
  ['no model', tokenizer, () => ({}), 'tokenizer.json: model'],
  ['a model of no known type', tokenizer, model({ type: 'Magic', vocab: { a: 0 } }), tokenizer],
  ['a token far away', tokenizer, model({ vocab: { a: 4e9 } }), 'tokenizer.json: model.vocab'],
  ['an id of text', tokenizer, model({ vocab: { a: 'one' } }), 'tokenizer.json: model.vocab'],
  ['a vocabulary of one letter', tokenizer, model({ vocab: { a: 9 }, merges: [] }), tokenizer],
  [
    'added tokens without ids',
    tokenizer,
    all => ({ ...all, added_tokens: [{}] }),
    'tokenizer.json: added_tokens',
  ],
  [
    'an added token far away',
    tokenizer,
    all => ({ ...all, added_tokens: [{ id: 1e15, content: 'x' }] }),
    'tokenizer.json: added_tokens',
  ],
  ['a broken regular expression', tokenizer, all => ({ ...all, ...regex('(((') }), tokenizer],
  ['a step of no known type', tokenizer, all => ({ ...all, normalizer: { type: 'Magic' } }), tokenizer],
  [
    'a class that is no tokenizer',
    config,
    all => ({ ...all, tokenizer_class: 'Tensor' }),
    'tokenizer_config.json: tokenizer_class',
  ],
  [
    'a class of text that is none',
    config,
    all => ({ ...all, tokenizer_class: 5 }),
    'tokenizer_config.json: tokenizer_class',
  ],
  ['a token that is no token', config, all => ({ ...all, unk_token: { a: 1 } }), tokenizer],
  ['a template that raises', template, "{{ raise_exception('No') }}", template],
  ['a template with a syntax error', template, '{% for %}', template],
  ['a template without the image', template, '{{ messages[0].content[1].text }}', template],
  [
    'a template that never ends',
    template,
    '{% for i in range(90000) %}{% for j in range(90000) %}{% endfor %}{% endfor %}',
    template,
  ],
  [
    'another image token',
    'config.json',
    all => ({ ...all, image_token_id: 5 }),
    'config.json: image_token_id',
  ],
  [
    'fewer embeddings than tokens',
    'config.json',
    all => ({ ...all, text_config: { ...(all.text_config as Json), vocab_size: 3 } }),
    tokenizer,
  ],
  [
    'a penalty of text',
    'generation_config.json',
    all => ({ ...all, repetition_penalty: 'a' }),
    'generation_config.json: repetition_penalty',
  ],
  [
    'an end of text',
    'generation_config.json',
    all => ({ ...all, eos_token_id: 'end' }),
    'generation_config.json: eos_token_id',
  ],
])('%s', async (_, file, change, subject) => {
  const error = await tried(await changed(phantom, file, change)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(VoxelwiseError)
  const { info } = error as VoxelwiseError
  expect([info.code, info.subject.replace('phantom-vlm/', '')]).toEqual(['model-config', subject])
})

test('a class that transformers.js does not have is the general one', async () => {
  await tried(await changed(phantom, config, all => ({ ...all, tokenizer_class: 'Qwen9Tokenizer' })))
})

test('a prompt that cannot be written fails its own question', async () => {
  const source = [
    "{% for part in messages[0].content %}{% if part.type == 'text' %}{{ part.text }}",
    "{% if 'strange' in part.text %}{{ raise_exception('No') }}{% endif %}{% endif %}{% endfor %}",
  ].join('')
  const folder = await changed(phantom, template, source)
  const configs = await readConfigs(folder)
  const promptEncoder = await PromptEncoder.load(transformers, folder, findFamily('idefics3'), configs, {})
  const question = (text: string) => ({ index: 0, text, turns: plainTurn(text, 0), answers: [] })
  const { prompts } = prepareGroup(promptEncoder, [], [question('plain'), question('strange')], null)
  expect(prompts[0]?.ids.length).toBeGreaterThan(0)
  expect(prompts.map(({ error }) => error && [error.code, error.subject])).toEqual([
    undefined,
    ['prompt-failed', 'phantom-vlm/chat_template.jinja'],
  ])
})
