/** Which models are asked about several images, and how their prompts hold them. */
import * as transformers from '@huggingface/transformers'
import { describe, expect, test } from 'vitest'
import { openModelFolder, summariseModel } from '../../../../src/data/sources/model-files.ts'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import { VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import { findFamily } from '../../../../src/engine/families/registry.ts'
import { checkSettings } from '../../../../src/engine/model/check-settings.ts'
import { refusal } from '../../../../src/engine/model/refusal.ts'
import type { Turn } from '../../../../src/engine/protocol/turns.ts'
import { checkConversation } from '../../../../src/engine/runtime/check-prompt-encoder.ts'
import { type ModelFolder, readConfigs } from '../../../../src/engine/runtime/model-folder.ts'
import { reuses } from '../../../../src/engine/runtime/prepare.ts'
import { PromptEncoder } from '../../../../src/engine/runtime/prompt-encoder.ts'

const phantom = 'public/models/phantom-vlm'
const limits = { webgpu: null, streams: true }
const settings = { device: 'wasm', dtype: 'fp32', chatTemplate: 'own' } as const

async function loadEncoder(folder: ModelFolder) {
  const configs = await readConfigs(folder)
  const family = findFamily(String(configs.config.model_type))
  const promptEncoder = await PromptEncoder.load(transformers, folder, family, configs, {})
  return { promptEncoder, settings: checkSettings(family, configs) }
}

/** The bundled model with another chat template. */
async function withTemplate(template: string) {
  const folder = await openModelFolder(nodeSource(phantom))
  const open = async (path: string) =>
    path === 'chat_template.jinja' ? new Blob([template]) : folder.open(path)
  return loadEncoder({ ...folder, open })
}

const bundled = async () => loadEncoder(await openModelFolder(nodeSource(phantom)))
const openOverview = async (path: string, images = 1) =>
  summariseModel(await openModelFolder(nodeSource(path)), 'directory', limits, images)

function thrown(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof VoxelwiseError) return error.info
    throw error
  }
  return null
}

describe('a family that takes one image', () => {
  test.each(['paligemma', 'llava_qwen2'])('%s is refused by name', async family => {
    const overview = await openOverview(`test/golden/families/${family}`)
    expect(refusal(overview, settings, 1)).toBeNull()
    expect(refusal(overview, settings, 3)).toMatchObject({
      code: 'model-unsupported',
      subject: `${family}: several images`,
      message: expect.stringContaining(`3 images, and the family "${family}" takes one`),
      remedy: expect.stringContaining('docs/models.md'),
    })
  })

  test('others are not', async () => {
    expect(refusal(await openOverview('test/golden/families/qwen2_vl'), settings, 5)).toBeNull()
  })
})

test('memory is estimated for the number of images of a question', async () => {
  const [one, five] = [await openOverview(phantom), await openOverview(phantom, 5)]
  expect(one.prompt.images).toBe(1)
  expect(five.prompt).toEqual({
    images: 5,
    image: one.prompt.image,
    tokens: Math.min(one.prompt.tokens + 4 * one.prompt.image, five.contextLength ?? Infinity),
  })
  const total = ({ dtypes }: typeof one) => dtypes[0]?.memory?.total.wasm ?? 0
  expect(total(five)).toBeGreaterThan(total(one))
})

describe('before the first question', () => {
  const wants = { images: 3, hasExamples: true }

  test('the bundled template can write several images and examples', async () => {
    const { promptEncoder, settings } = await bundled()
    expect(thrown(() => checkConversation(promptEncoder, 'm', settings, wants))).toBeNull()
  })

  test.each([
    [
      'one image only',
      "{% for message in messages %}<image>{% for part in message.content %}{% if part.type == 'text' %}{{ part.text }}{% endif %}{% endfor %}{% endfor %}",
      '3 images in a question: The chat template leaves 2 of 3 images (<image>) out.',
    ],
    [
      'no answers',
      "{% for message in messages if message.role == 'user' %}{% for part in message.content %}{% if part.type == 'text' %}{{ part.text }}{% else %}<image>{% endif %}{% endfor %}{% endfor %}",
      'examples before a question: it leaves a turn out',
    ],
  ])('a template that writes %s is refused', async (_, template, message) => {
    const { promptEncoder, settings } = await withTemplate(template)
    const one = { images: 1, hasExamples: false }
    expect(thrown(() => checkConversation(promptEncoder, 'm', settings, one))).toBeNull()
    expect(thrown(() => checkConversation(promptEncoder, 'm', settings, wants))).toMatchObject({
      code: 'model-unsupported',
      subject: 'm: chat template',
      message: expect.stringContaining(message),
    })
  })
})

describe('a prompt', () => {
  const say = (...parts: readonly (string | number)[]): readonly Turn[] => [
    {
      role: 'user',
      parts: parts.map(part =>
        typeof part === 'string' ? { type: 'text', text: part } : { type: 'image', image: part },
      ),
    },
  ]

  test('contains each image at its place, in the order of the places', async () => {
    const { promptEncoder } = await bundled()
    const text = promptEncoder.render(say('See ', 1, ' and ', 0, ', again ', 1, '.'), ['[first]', '[second]'])
    expect(text).toContain('See [second] and [first], again [second].')
  })

  test('without an image is refused if the template writes one nevertheless', async () => {
    const { promptEncoder } = await withTemplate('<image>{{ messages[0].content[0].text }}')
    expect(thrown(() => promptEncoder.render(say('See.'), []))).toMatchObject({
      code: 'prompt-failed',
      message: 'The chat template writes <image> although there is no image.',
    })
  })

  test('is refused if its text could be taken for an image', async () => {
    const { promptEncoder } = await bundled()
    expect(promptEncoder.render(say('Which <image>?'), [])).toContain('Which <image>?')
    expect(thrown(() => promptEncoder.render(say(0, 'Which <image>?'), ['[first]']))).toMatchObject({
      code: 'prompt-failed',
      subject: '<image>',
    })
  })

  test('shares its beginning only if all images come first, each once, in their order', () => {
    const [prefix, ids] = [
      [1, 2],
      [1, 2, 3],
    ]
    expect(reuses({ ids, images: [0, 1] }, prefix, 2)).toBe(true)
    // Images of one size have the same tokens.
    expect(reuses({ ids, images: [1, 0] }, prefix, 2)).toBe(false)
    expect(reuses({ ids, images: [0, 1, 0] }, prefix, 2)).toBe(false)
    expect(reuses({ ids, images: [0] }, prefix, 2)).toBe(false)
    expect(reuses({ ids: prefix, images: [0, 1] }, prefix, 2)).toBe(false)
  })
})
