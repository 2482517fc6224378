/** What PyTorch thinks and answers with the tiny thinking model (tools/export/tiny_thinking_model.py). */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { isCut, type RunRecord } from '../../../src/engine/protocol/record.ts'

export const thinkingModel = 'test/golden/thinking'

interface Thoughts {
  readonly limits: { readonly thought: number; readonly answer: number }
  readonly asked: readonly {
    readonly prompt: string
    readonly thought: string
    /** Tokens of the thought and its closing mark. */
    readonly tokens: number
    /** Null where the thought was cut. */
    readonly answer: { readonly text: string; readonly tokens: number } | null
  }[]
}

export const thoughts: Thoughts = JSON.parse(readFileSync(`${thinkingModel}/thoughts.json`, 'utf8'))

/** Expects PyTorch's tokens for its questions, in the data set's order: thought and answer apart, cut thoughts counted. */
export function expectThoughts(records: readonly RunRecord[]): void {
  const { asked, limits } = thoughts
  expect(
    records.map(record => {
      if (record.status !== 'answered') return record.error
      const { score, response } = record
      const isOpen = score?.thought?.isOpen === true
      return {
        prompt: record.prompt,
        thought: score?.thought?.text,
        tokens: score?.thought?.tokens,
        answer: isOpen ? null : { text: response, tokens: score?.tokens.generated },
      }
    }),
  ).toEqual(
    asked.map(({ prompt, thought, tokens, answer }) => ({
      prompt,
      thought,
      tokens,
      answer: answer && { text: answer.text, tokens: answer.tokens },
    })),
  )
  const open = records.filter(record => record.status === 'answered' && record.score?.thought?.isOpen)
  expect(open.length).toBe(asked.filter(({ answer }) => answer === null).length)
  for (const record of open) expect(record).toMatchObject({ correct: false, response: '' })
  // No answer ends by itself: all reach one limit or the other.
  expect(records.filter(isCut).length).toBe(
    asked.filter(({ answer }) => answer === null || answer.tokens === limits.answer).length,
  )
}
