/** A language model without images: what its folder need not have, what it is asked, and what it is refused. */
import * as transformers from '@huggingface/transformers'
import { expect, test } from 'vitest'
import { openModelFolder, summariseModel } from '../../../../src/data/sources/model-files.ts'
import { nodeSource } from '../../../../src/data/sources/node.ts'
import { findFamily } from '../../../../src/engine/families/registry.ts'
import { checkSettings } from '../../../../src/engine/model/check-settings.ts'
import { refusal } from '../../../../src/engine/model/refusal.ts'
import { plainTurn } from '../../../../src/engine/protocol/turns.ts'
import { checkPrompter } from '../../../../src/engine/runtime/check-prompt-encoder.ts'
import { readConfigs } from '../../../../src/engine/runtime/model-folder.ts'
import { PromptEncoder } from '../../../../src/engine/runtime/prompt-encoder.ts'

const folder = await openModelFolder(nodeSource('test/golden/language-model'))

test('it can be run as tools/export writes it', async () => {
  const overview = await summariseModel(folder, 'files', { webgpu: null, streams: true }, 1)
  expect(overview).toMatchObject({
    family: 'llama',
    textOnly: true,
    problems: [],
    imageTokens: [],
    contextLength: 4096,
  })
  expect(overview.recommended).toMatchObject({ dtype: 'fp32', device: 'wasm' })
  const settings = { device: 'wasm', dtype: 'fp32', chatTemplate: 'own' } as const
  expect(refusal(overview, settings, 0)).toBeNull()
  expect(refusal(overview, settings, 1)).toMatchObject({
    code: 'model-unsupported',
    subject: 'llama: images',
    message: expect.stringContaining('accepts none'),
  })
})

test('its chat template is given texts, whatever else it mentions', async () => {
  const configs = await readConfigs(folder)
  const family = findFamily('llama')
  const open = async (path: string) =>
    path === 'chat_template.jinja'
      ? new Blob([
          "{% for message in messages %}{{ message.role + ': ' + message['content'] }}{% endfor %}{# type #}",
        ])
      : folder.open(path)
  const encoder = await PromptEncoder.load(transformers, { ...folder, open }, family, configs, {})
  expect(encoder.render(plainTurn('Rate this.', 0), [])).toBe('user: Rate this.')
  expect(() => checkPrompter(encoder, folder.name, checkSettings(family, configs))).not.toThrow()
})
