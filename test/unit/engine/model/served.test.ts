import { expect, test } from 'vitest'
import { refusal } from '../../../../src/engine/model/refusal.ts'
import { identityText, serverOverview, serverWords } from '../../../../src/engine/model/served.ts'
import type { ServerAbilities } from '../../../../src/engine/protocol/server-info.ts'
import { serverInfo } from '../../support/server-info.ts'

const settings = { device: 'server', dtype: 'server', chatTemplate: 'own' } as const
const refused = (
  abilities: Partial<ServerAbilities>,
  images: number,
  scoring: 'generate' | 'choices' = 'generate',
) => {
  const info = { ...serverInfo, abilities: { ...serverInfo.abilities, ...abilities } }
  return refusal(serverOverview(info), { ...settings, scoring }, images)?.code ?? null
}

test('a model that does not see is not asked about images, and is about text', () => {
  for (const image of ['refused', 'uncounted'] as const) {
    expect(refused({ image }, 1)).toBe('model-unsupported')
    expect(refused({ image }, 0)).toBeNull()
  }
  for (const image of ['seen', 'counted'] as const) expect(refused({ image }, 1)).toBeNull()
})

test('option probabilities need log-probabilities, and a model that answers immediately', () => {
  expect(refused({}, 1, 'choices')).toBeNull()
  expect(refused({ logprobs: 0 }, 1, 'choices')).toBe('choices-impossible')
  expect(refused({ thinking: 'on' }, 1, 'choices')).toBe('choices-impossible')
  expect(refused({ logprobs: 0, thinking: 'on' }, 1)).toBeNull()
})

test('answers are restricted to a letter only by a server that was tested to do so; others are refused by name', () => {
  const held = (abilities: Partial<ServerAbilities>, scoring: 'generate' | 'choices' = 'generate') => {
    const info = { ...serverInfo, abilities: { ...serverInfo.abilities, ...abilities } }
    return refusal(serverOverview(info), { ...settings, scoring, heldToLetter: true }, 1)
  }
  expect(held({ constraint: 'held' })).toBeNull()
  expect(held({ constraint: 'ignored' })).toMatchObject({
    code: 'model-unsupported',
    subject: 'tiny-vlm',
    message:
      'Ollama 0.33.1 cannot restrict its answers: when it was connected it took the constraint and ignored it.',
  })
  expect(held({ constraint: 'refused' })?.message).toMatch(/it refused the constraint/)
  // Where letters are scored nothing is held.
  expect(held({ constraint: 'refused' }, 'choices')).toBeNull()
})

test('its identity follows from its own facts, not from its address or the tests', () => {
  const text = identityText(serverInfo)
  expect(identityText({ ...serverInfo, address: 'http://localhost:1' })).toBe(text)
  const abilities = { ...serverInfo.abilities, repeatsLogprobs: 0.1 }
  expect(identityText({ ...serverInfo, abilities })).toBe(text)
  for (const other of [
    { version: '0.34' },
    { model: 'other' },
    { weights: 'f00d' },
    { quantization: null },
    { context: 8192 },
    { template: '00' },
  ])
    expect(identityText({ ...serverInfo, ...other }), JSON.stringify(other)).not.toBe(text)
})

test('has its name, with its version if it reports one', () => {
  expect(serverWords({ kind: 'ollama', version: '0.33.1' })).toBe('Ollama 0.33.1')
  expect(serverWords({ kind: 'lm-studio', version: null })).toBe('LM Studio')
})
