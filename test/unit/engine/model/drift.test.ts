/** How far a graphics card's answers are from another device's during a run. */
import { expect, test } from 'vitest'
import { driftNote, hasDrifted, withAnswer } from '../../../../src/engine/model/drift.ts'
import { driftWords } from '../../../../src/engine/protocol/device-test.ts'
import type { AnsweredRecord } from '../../../../src/engine/protocol/record.ts'
import { answered as someAnswer } from '../../support/records.ts'

const answered = (parsed: string, logprobs?: readonly number[], thought?: string): AnsweredRecord => {
  const timings = { encode: 0, prefix: 0, prefill: 0, decode: 0 }
  const choices = logprobs?.map((logprob, i) => ({ letter: 'ABCD'[i] ?? '', logprob }))
  return {
    ...someAnswer(0, {}),
    parsed,
    response: parsed,
    score: {
      text: parsed,
      tokens: { prompt: 1, image: 0, reused: 0, generated: 0 },
      stop: choices ? 'choices' : 'verdict',
      ...(choices && { choices }),
      ...(thought !== undefined && { thought: { text: thought, tokens: 1 } }),
      timings,
    },
  }
}

test('changed answers are counted, and the largest difference of all questions is kept', () => {
  const one = withAnswer(undefined, answered('A', [-0.5, -1]), answered('A', [-0.52, -1]))
  expect(one.isSame).toBe(true)
  const two = withAnswer(one.drift, answered('A', [-0.5, -0.51]), answered('B', [-0.5, -0.5]))
  expect(two.isSame).toBe(false)
  expect(two.drift).toEqual({ against: 'wasm', questions: 2, answers: 1, logprobs: expect.closeTo(0.02) })
  expect(driftWords(two.drift)).toBe('1 of 2 answers as on WASM; log-probabilities at most 0.02 apart')
})

test('numbers decide: a changed letter between equally probable options is no drift', () => {
  const tie = withAnswer(undefined, answered('A', [-0.69, -0.7]), answered('B', [-0.7, -0.69])).drift
  expect(hasDrifted(tie, 'fp32')).toBe(false)
  const wrong = withAnswer(tie, answered('A', [-0.5, -1]), answered('A', [-0.6, -1])).drift
  expect(hasDrifted(wrong, 'fp32')).toBe(true)
  expect(hasDrifted(wrong, 'fp16')).toBe(false)
  expect(driftNote(wrong, 'fp32')).toMatch(/The graphics card may compute wrongly$/)
})

test('answers in words are compared by what was read, and one changed answer is no drift', () => {
  const first = withAnswer(undefined, answered('A'), answered('B')).drift
  expect(first).toEqual({ against: 'wasm', questions: 1, answers: 1, logprobs: null })
  expect(hasDrifted(first, 'q4')).toBe(false)
  const second = withAnswer(first, answered('A'), answered('C')).drift
  expect(hasDrifted(second, 'q4')).toBe(true)
})

test('probabilities after different thoughts are not compared', () => {
  const found = withAnswer(undefined, answered('A', [-0.5], 'one'), answered('A', [-3], 'other')).drift
  expect(found.logprobs).toBeNull()
})

test('an option without any probability is a large but finite difference', () => {
  const none = Number.NEGATIVE_INFINITY
  expect(withAnswer(undefined, answered('A', [0, none]), answered('A', [0, none])).drift.logprobs).toBe(0)
  expect(withAnswer(undefined, answered('A', [0, none]), answered('A', [0, -1])).drift.logprobs).toBe(999)
})
