import { expect, test } from 'vitest'
import { prefixUnsupportedReason } from '../../../../src/engine/runtime/vlm.ts'

const decoder = (name: string, type: 'float16' | 'float32') => ({
  scalesWholeCalls: false,
  inputMetadata: [{ name, isTensor: true, type, shape: ['batch_size', 4, 8, 16] } as const],
})

test('the shared part of prompts is computed once if it gives the same numbers', () => {
  expect(prefixUnsupportedReason({}, decoder('past_key_values.0.key', 'float16'))).toBeNull()
  expect(prefixUnsupportedReason({}, decoder('past_conv.0', 'float16'))).toBeNull()
  expect(prefixUnsupportedReason({}, decoder('past_recurrent.0', 'float32'))).toBeNull()
})

test('every prompt is computed in full if a cut would change its numbers', () => {
  expect(prefixUnsupportedReason({}, decoder('past_recurrent.0', 'float16'))).toMatch(/rounds the state/)
  expect(
    prefixUnsupportedReason({}, { ...decoder('past_conv.0', 'float32'), scalesWholeCalls: true }),
  ).toMatch(/scales/)
  expect(
    prefixUnsupportedReason({ prefixUnsupported: 'of the family' }, decoder('past_conv.0', 'float32')),
  ).toBe('of the family')
})
