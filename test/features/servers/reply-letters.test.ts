import { describe, expect, test } from 'vitest'
import { mostProbable } from '../../../src/engine/protocol/choices.ts'
import { readOutput } from '../../../src/features/servers/engine/answer.ts'
import type { PositionLogprobs, TokenLogprob } from '../../../src/features/servers/engine/reply.ts'

const token = (text: string, share = 0.5): TokenLogprob => ({ token: text, logprob: Math.log(share) })

/** The probabilities of answers in a reply of these tokens. */
function readChoices(positions: readonly PositionLogprobs[], text: string, answers: readonly string[]) {
  const usage = { prompt: 12, generated: 1, thinking: null, cached: null }
  const reply = { text, thoughts: '', isOpen: false, finish: 'stop', usage, positions }
  const asked = { scoring: 'choices', answers, heldTo: null } as const
  const attempted = { tries: 1, took: 1, reencoded: 0 }
  return readOutput(reply, asked, { kind: 'llama-server', context: null }, attempted).choices ?? []
}

const choicesAt = (position: PositionLogprobs, answers: readonly string[]) =>
  readChoices([position], position.token, answers)

/** The position at which the answer is read: each has another probability of one letter. */
function answerPosition(tokens: readonly TokenLogprob[], text: string): number {
  const positions = tokens.map((one, at) => ({ ...one, top: [token('Q', (at + 1) / 100)] }))
  return Math.round(100 * Math.exp(readChoices(positions, text, ['Q'])[0]?.logprob ?? 0)) - 1
}

const tokens = (...texts: string[]) => texts.map(text => token(text))

describe('the start of the answer', () => {
  test.each([
    ['alone', ['A'], 'A', 0],
    ['with white space', [' A'], 'A', 0],
    ['before a mark that ends it', ['A', '<|im_end|>'], 'A', 0],
    ['before a line end that the server strips', ['A', '\n'], 'A', 0],
    [
      'after thoughts that are not in the text',
      ['<think>', 'Is', ' it', ' A', '</think>', '\n\n', 'A'],
      'A',
      6,
    ],
    ['in several tokens', ['The', ' answer', ' is', ' B'], 'The answer is B', 0],
    ['after thoughts, in several tokens', ['hm', ' The', ' B', '</s>'], 'The B', 1],
  ])('%s', (_, texts, text, place) => {
    expect(answerPosition(tokens(...texts), text)).toBe(place)
  })

  test('is found by bytes if a character is two tokens', () => {
    const parts = [token('�'), token('�'), token(' A')]
    const bytes = [[0xc3], [0xa9], [0x20, 0x41]]
    expect(
      answerPosition(
        parts.map((part, i) => ({ ...part, bytes: bytes[i] ?? [] })),
        'é A',
      ),
    ).toBe(0)
  })

  test('is unknown if the tokens are not those of the text', () => {
    const unknown = 'The server returned no log-probabilities for this answer'
    expect(() => answerPosition(tokens('B', 'C'), 'A')).toThrow(unknown)
    expect(() => answerPosition(tokens('A', 'B'), 'A')).toThrow(unknown)
    expect(() => answerPosition([], 'A')).toThrow(unknown)
    expect(() => answerPosition(tokens('A', 'B'), '')).toThrow(unknown)
    // The only token is that of the answer, whatever a server makes of its text.
    expect(answerPosition(tokens('B'), 'A')).toBe(0)
    expect(answerPosition(tokens('A'), '')).toBe(0)
  })
})

const told = (...top: TokenLogprob[]): PositionLogprobs => ({ ...(top[0] ?? token('')), top })

describe('probabilities of the letters', () => {
  test('sum all spellings of one, and leave the rest to the rest', () => {
    const choices = choicesAt(
      told(token('A', 0.4), token(' A', 0.1), token('a', 0.05), token('B', 0.2), token('The', 0.1)),
      ['A', 'B'],
    )
    expect(choices.map(({ logprob }) => Math.exp(logprob))).toEqual([
      expect.closeTo(0.55, 12),
      expect.closeTo(0.2, 12),
    ])
    expect(choices.some(({ isBound }) => isBound)).toBe(false)
  })

  test('beyond the most probable tokens are bounds: the last listed one, or the remainder', () => {
    const [a, b] = choicesAt(told(token('A', 0.6), token('The', 0.3)), ['A', 'B'])
    expect(a).toEqual({ letter: 'A', logprob: Math.log(0.6) })
    expect(b?.isBound).toBe(true)
    expect(Math.exp(b?.logprob ?? 0)).toBeCloseTo(0.1, 12)
    const [, c] = choicesAt(told(token('A', 0.6), token('The', 0.02)), ['A', 'C'])
    expect(Math.exp(c?.logprob ?? 0)).toBeCloseTo(0.02, 12)
  })

  test('are never 0, and no bound is the answer', () => {
    const all = choicesAt(told(token('The', 1)), ['A', 'B'])
    expect(all.every(({ logprob, isBound }) => isBound && Number.isFinite(logprob))).toBe(true)
    expect(mostProbable(all)).toBeNull()
    // The first of equals is no bound either.
    expect(mostProbable(choicesAt(told(token('B', 0.5), token('x', 0.5)), ['A', 'B']))?.letter).toBe('B')
  })

  test('count the sampled token once, even if it is not among the most probable', () => {
    const sampled = { ...token('A', 0.1), top: [token('B', 0.5)] }
    expect(choicesAt(sampled, ['A', 'B']).map(({ logprob }) => Math.exp(logprob))).toEqual([
      expect.closeTo(0.1, 12),
      expect.closeTo(0.5, 12),
    ])
    const twice = { ...token('A', 0.7), bytes: [65], top: [{ ...token('A', 0.7), bytes: [65] }] }
    expect(Math.exp(choicesAt(twice, ['A'])[0]?.logprob ?? 0)).toBeCloseTo(0.7, 12)
  })

  test('are those of yes and no as well', () => {
    const choices = choicesAt(told(token('Yes', 0.6), token(' yes', 0.1), token('No', 0.2)), ['yes', 'no'])
    expect(choices.map(({ logprob }) => Number(Math.exp(logprob).toFixed(9)))).toEqual([0.7, 0.2])
  })
})
