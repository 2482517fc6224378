import { expect, test } from 'vitest'
import { foldedPrompt } from '../../../../../src/ui/results/samples/seen-by-model.tsx'

test('image tokens are counted, everything else is as it is written', () => {
  expect(foldedPrompt(`<|im_start|>User:<global-img>${'<image>'.repeat(64)}<end>`)).toBe(
    '<|im_start|>User:<global-img><image> × 64 <end>',
  )
  expect(foldedPrompt(`[INST]${'[IMG]'.repeat(9)}[/INST]`)).toBe('[INST][IMG] × 9 [/INST]')
  for (const text of [
    'a < b and c > d',
    '<image><image><image>?',
    '',
    'aaaaaaaa',
    '<<<<<<<<',
    '['.repeat(50),
  ])
    expect(foldedPrompt(text)).toBe(text)
})
