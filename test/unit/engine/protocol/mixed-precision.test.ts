import { describe, expect, test } from 'vitest'
import { dtypes } from '../../../../src/engine/protocol/device.ts'
import {
  dtypeOfGraph,
  dtypesWithin,
  dtypeWords,
  isMixed,
  isUnquantised,
  mainDtype,
  mixedDtype,
  readDtype,
  withGraph,
} from '../../../../src/engine/protocol/mixed-precision.ts'
import { Random } from '../../support/random.ts'

const mixed = mixedDtype('q4', { vision_encoder: 'fp32', embed_tokens: 'fp16' })

test('one text says which graph is in which precision', () => {
  expect(mixed).toBe('q4+embed_tokens=fp16+vision_encoder=fp32')
  const sessions = ['vision_encoder', 'embed_tokens', 'decoder_model_merged']
  expect(sessions.map(session => dtypeOfGraph(mixed, session))).toEqual(['fp32', 'fp16', 'q4'])
  expect(mainDtype(mixed)).toBe('q4')
  expect(dtypesWithin(mixed)).toEqual(['q4', 'fp16', 'fp32'])
  expect([isMixed(mixed), isMixed('q4'), isMixed('server')]).toEqual([true, false, false])
  expect(dtypeWords(mixed)).toBe('q4, embeddings fp16, image encoder fp32')
  expect(isUnquantised(mixed)).toBe(false)
  expect(isUnquantised(mixedDtype('fp32', { embed_tokens: 'fp16' }))).toBe(true)
})

test('a mixture of one precision is that precision, so that no model has two names', () => {
  for (const dtype of dtypes)
    expect(
      mixedDtype(dtype, { vision_encoder: dtype, embed_tokens: dtype, decoder_model_merged: 'q4' }),
    ).toBe(dtype)
  const back = withGraph(withGraph(mixed, 'vision_encoder', 'q4'), 'embed_tokens', 'q4')
  expect(back).toBe('q4')
})

describe('reading', () => {
  test.each([
    ['another order', 'q4+vision_encoder=fp32+embed_tokens=fp16'],
    ['the same twice', 'q4+vision_encoder=fp32+vision_encoder=fp32'],
    ['one that equals the decoder’s', 'q4+vision_encoder=q4'],
    ['the decoder again', 'q4+decoder_model_merged=fp32'],
    ['no such graph', 'q4+__proto__=fp32'],
    ['no such precision', 'q4+vision_encoder=q3'],
    ['nothing after the sign', 'q4+'],
    ['two signs', 'q4+vision_encoder=fp32=fp16'],
    ['blanks', 'q4 +vision_encoder=fp32'],
    ['nothing', ''],
    ['a method of objects', 'constructor'],
  ])('refuses %s', (_, text) => {
    expect(readDtype(text)).toBeNull()
  })

  test('takes what is written and nothing else, whatever the text', () => {
    const random = new Random(20261129)
    const pieces = [
      'q4',
      'fp32',
      'q8',
      '+',
      '=',
      'vision_encoder',
      'embed_tokens',
      'decoder_model_merged',
      ' ',
    ]
    let read = 0
    for (let i = 0; i < 20_000; i++) {
      const text = Array.from({ length: 1 + random.below(9) }, () => random.pick(pieces)).join('')
      const dtype = readDtype(text)
      if (dtype === null) continue
      read++
      const sessions = ['vision_encoder', 'embed_tokens'].map(one => [one, dtypeOfGraph(dtype, one)])
      expect(mixedDtype(mainDtype(dtype), Object.fromEntries(sessions))).toBe(text)
    }
    expect(read).toBeGreaterThan(100)
  })
})
