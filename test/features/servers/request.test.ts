import { describe, expect, test } from 'vitest'
import { serverKinds } from '../../../src/engine/protocol/server-info.ts'
import { plainTurn } from '../../../src/engine/protocol/turns.ts'
import {
  bluePicture,
  type ChatRequest,
  chatBody,
  heldAnswer,
  redPicture,
} from '../../../src/features/servers/engine/request.ts'

const request = (part: Partial<ChatRequest> = {}): ChatRequest => ({
  turns: plainTurn('Which?', 2),
  pictures: [redPicture, bluePicture],
  maxTokens: 8,
  logprobs: 0,
  heldTo: null,
  noThinking: false,
  ...part,
})
const ollama = { kind: 'ollama', model: 'tiny' } as const

describe('the body', () => {
  test('states everything that a server would choose otherwise, images first', () => {
    expect(chatBody(ollama, request())).toEqual({
      model: 'tiny',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: redPicture } },
            { type: 'image_url', image_url: { url: bluePicture } },
            { type: 'text', text: 'Which?' },
          ],
        },
      ],
      temperature: 0,
      top_p: 1,
      seed: 1,
      stream: false,
      max_tokens: 8,
    })
  })

  test('is one text if there is no image, and turns stay turns', () => {
    const turns = [
      ...plainTurn('One?', 0),
      { role: 'assistant', parts: [{ type: 'text', text: 'Yes.' }] } as const,
      ...plainTurn('Two?', 0),
    ]
    expect(chatBody(ollama, request({ turns, pictures: [] })).messages).toEqual([
      { role: 'user', content: 'One?' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'Two?' },
    ])
  })

  test('asks for log-probabilities only if they are wanted: without them `top_logprobs` is an error', () => {
    expect(chatBody(ollama, request({ logprobs: 20 }))).toMatchObject({ logprobs: true, top_logprobs: 20 })
    expect(chatBody(ollama, request())).not.toHaveProperty('top_logprobs')
  })

  test.each([
    ['llama-server', { grammar: 'root ::= "A" | "B"' }],
    ['vllm', { structured_outputs: { choice: ['A', 'B'] } }],
    ['sglang', { regex: '(A|B)' }],
  ] as const)('holds %s to a letter', (kind, part) => {
    expect(chatBody({ kind, model: 'm' }, request({ heldTo: ['A', 'B'] }))).toMatchObject(part)
    expect(heldAnswer(kind, 'A', ['A', 'B'])).toBe('A')
    expect(heldAnswer(kind, 'A.', ['A', 'B'])).toBeNull()
  })

  test.each(['ollama', 'lm-studio', 'other'] as const)('holds %s to a letter inside of JSON', kind => {
    const { response_format } = chatBody({ kind, model: 'm' }, request({ heldTo: ['A', 'B'] }))
    expect(response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { schema: { properties: { answer: { enum: ['A', 'B'] } } } },
    })
    expect(heldAnswer(kind, ' {"answer": "B"}\n', ['A', 'B'])).toBe('B')
    expect(heldAnswer(kind, '{"answer": "C"}', ['A', 'B'])).toBeNull()
    expect(heldAnswer(kind, 'B', ['A', 'B'])).toBeNull()
  })

  test('asks every kind to leave out thoughts, in its own words', () => {
    for (const kind of serverKinds) {
      const body = chatBody({ kind, model: 'm' }, request({ noThinking: true }))
      expect('reasoning_effort' in body || 'chat_template_kwargs' in body, kind).toBe(true)
    }
  })
})
