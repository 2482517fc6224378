import { describe, expect, test } from 'vitest'
import { errorText, readReply } from '../../../src/features/servers/engine/reply.ts'

const whole = {
  choices: [
    {
      message: { role: 'assistant', content: 'A' },
      finish_reason: 'stop',
      logprobs: {
        content: [
          {
            token: 'A',
            logprob: -0.25,
            bytes: [65],
            top_logprobs: [{ token: 'A', logprob: -0.25, bytes: null }],
          },
        ],
      },
    },
  ],
  usage: { prompt_tokens: 12, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 8 } },
}
const read = (part: object) => readReply(JSON.stringify({ ...whole, ...part }))
const choice = (part: object) => ({ choices: [{ ...whole.choices[0], ...part }] })

describe('a reply', () => {
  test('is read completely', () => {
    expect(read({})).toEqual({
      text: 'A',
      thoughts: '',
      isOpen: false,
      finish: 'stop',
      usage: { prompt: 12, generated: 2, thinking: null, cached: 8 },
      positions: [{ token: 'A', logprob: -0.25, bytes: [65], top: [{ token: 'A', logprob: -0.25 }] }],
    })
  })

  test('has no positions if the server returns null, or nothing', () => {
    expect(read(choice({ logprobs: null })).positions).toBeNull()
    expect(read(choice({ logprobs: undefined })).positions).toBeNull()
  })

  test('may have no content, as one that was cut while it thought', () => {
    const message = { role: 'assistant', content: null, reasoning_content: 'Hm, ' }
    expect(read(choice({ message, finish_reason: 'length' }))).toMatchObject({
      text: '',
      thoughts: 'Hm, ',
      isOpen: true,
      finish: 'length',
    })
  })

  test.each([
    ['no choice', { choices: [] }],
    ['no message', choice({ message: null })],
    ['a content that is a number', choice({ message: { role: 'assistant', content: 1 } })],
    ['no reason to end', choice({ finish_reason: null })],
    ['no usage', { usage: undefined }],
    ['a token count below 0', { usage: { prompt_tokens: -1, completion_tokens: 0 } }],
    ['a probability above 1', choice({ logprobs: { content: [{ token: 'A', logprob: 0.5 }] } })],
  ])('with %s is refused by name', (_, part) => {
    expect(() => read(part)).toThrow(/choices|usage/)
  })

  test('that was cut is no JSON', () => {
    const text = JSON.stringify(whole)
    for (let end = 0; end < text.length; end += 7) expect(() => readReply(text.slice(0, end))).toThrow()
  })

  test('may have NaN and -Infinity, as Python writes them', () => {
    const text = JSON.stringify(choice({ logprobs: { content: [{ token: 'A', logprob: -9999 }] } }))
    expect(readReply(JSON.stringify({ ...whole, ...JSON.parse(text) })).positions?.[0]?.logprob).toBe(-9999)
  })
})

describe('words instead of an answer', () => {
  test.each([
    [
      'an error beside no choices',
      { choices: null, usage: null, error: { message: 'rejected', code: 400 } },
      'rejected',
      400,
    ],
    ['a text', { choices: [], error: 'no slot' }, 'no slot', null],
    [
      'an object of type error',
      { choices: undefined, object: 'error', message: 'too long' },
      'too long',
      null,
    ],
    [
      'those of the server behind it',
      { choices: undefined, error: { message: 'Provider error', code: 502, metadata: { raw: 'no GPU' } } },
      'Provider error: no GPU',
      502,
    ],
    [
      'an error of the choice',
      choice({ error: { message: 'broke off', code: 500 }, message: null }),
      'broke off',
      500,
    ],
  ])('%s is thrown in the server’s words', (_, part, said, status) => {
    expect(() => read(part)).toThrow(said)
    try {
      read(part)
    } catch (error) {
      expect(error).toMatchObject({ name: 'ErrorInReply', message: said, status })
    }
  })

  test('a refusal and a filter give a reason, and no answer', () => {
    const message = { role: 'assistant', content: null, refusal: 'I cannot help with A.' }
    expect(read(choice({ message }))).toMatchObject({
      text: '',
      refused: 'I cannot help with A.',
      isOpen: false,
    })
    const empty = { message: { content: '' }, finish_reason: 'content_filter' }
    expect(read(choice(empty)).refused).toBe('The server’s content filter withheld the answer.')
    expect(read(choice({ message: { content: 'A', refusal: null } })).refused).toBeUndefined()
  })
})

describe('the text of a server’s error', () => {
  test.each([
    ['{"error":{"message":"no slot","type":"x"}}', 'no slot'],
    ['{"error":"invalid image input"}', 'invalid image input'],
    ['{"detail":"Not Found"}', 'Not Found'],
    ['<html>\n  Bad   Gateway</html>', '<html> Bad Gateway</html>'],
    ['{"error":{"code":1}}', ''],
    ['', ''],
  ])('%s', (body, said) => {
    expect(errorText(body)).toBe(said)
  })

  test('is cut if it is long', () => {
    expect(errorText('x'.repeat(10_000))).toHaveLength(300)
  })
})

describe('a content in parts', () => {
  test.each<[unknown, string, string]>([
    [[{ type: 'text', text: 'B' }], 'B', ''],
    [
      [
        { type: 'thinking', thinking: [{ type: 'text', text: 'A?' }] },
        { type: 'text', text: 'B' },
      ],
      'B',
      'A?',
    ],
    [
      [
        { type: 'reasoning', summary: [{ text: 'A?' }] },
        { type: 'output_text', text: 'B' },
      ],
      'B',
      'A?',
    ],
    [['B'], 'B', ''],
    [[{ type: 'text', text: '<think>A?</think>B' }], 'B', 'A?'],
    [[], '', ''],
  ])('%j', (content, text, thoughts) => {
    expect(read(choice({ message: { role: 'assistant', content } }))).toMatchObject({ text, thoughts })
  })

  test.each([{ thinking: 'A?' }, { reasoning_details: [{ type: 'reasoning.text', text: 'A?' }] }])(
    'thoughts apart: %j',
    more => {
      expect(read(choice({ message: { role: 'assistant', content: 'B', ...more } }))).toMatchObject({
        text: 'B',
        thoughts: 'A?',
      })
    },
  )
})

test.each<[object, string]>([
  [{ detail: [{ loc: ['body'], msg: 'field required' }, { msg: 'too long' }] }, 'field required; too long'],
  [{ errors: [{ message: 'bad' }] }, 'bad'],
  [{ status: 'error', msg: 'busy' }, 'busy'],
  [{ base_resp: { status_code: 1008, status_msg: 'no balance' }, choices: null }, 'no balance'],
  [{ success: false, error_msg: 'quota' }, 'quota'],
  [{ choices: [], prompt_filter_results: [{}] }, 'The server’s content filter refused the question.'],
])('an error in the words of %j', (body, said) => {
  expect(errorText(JSON.stringify(body))).toBe(said)
  expect(() => readReply(JSON.stringify(body))).toThrow(said)
})

describe('a reply that is streamed though none was asked for', () => {
  const event = (part: object) => `data: ${JSON.stringify(part)}\n\n`
  const delta = (part: object, more: object = {}) =>
    event({ choices: [{ index: 0, delta: part, finish_reason: null, ...more }] })
  const [own] = whole.choices
  const end = (finish = 'stop') =>
    delta({}, { finish_reason: finish }) + event({ choices: [], usage: whole.usage })
  const streamed = (parts: readonly string[], finish?: string) =>
    readReply(`${parts.join('')}${end(finish)}data: [DONE]\n\n`)

  test('is the same as in one piece, with its positions', () => {
    const pieces = [
      ': comment\n\n',
      delta({ role: 'assistant', content: '' }),
      delta({ content: 'A' }, own && { logprobs: own.logprobs }),
    ]
    expect(streamed(pieces)).toEqual(read({}))
    expect(streamed(pieces.map(piece => piece.replaceAll('\n', '\r\n')))).toEqual(read({}))
  })

  test('has its thoughts apart from its answer, wherever the pieces are cut', () => {
    const text = '<think>Perhaps B, or C.</think>A'
    for (let size = 1; size < text.length; size++) {
      const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
        text.slice(i * size, (i + 1) * size),
      )
      expect(streamed(parts.map(content => delta({ content })))).toMatchObject({
        text: 'A',
        thoughts: 'Perhaps B, or C.',
        isOpen: false,
      })
    }
    for (const name of ['reasoning_content', 'reasoning', 'thinking']) {
      const parts = ['Perhaps ', 'B.'].map(piece => delta({ [name]: piece, content: null }))
      expect(streamed([...parts, delta({ content: 'A' })])).toMatchObject({
        text: 'A',
        thoughts: 'Perhaps B.',
      })
    }
    const listed = delta({
      content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Perhaps B.' }] }],
    })
    expect(streamed([listed, delta({ content: 'A' })])).toMatchObject({ text: 'A', thoughts: 'Perhaps B.' })
  })

  test('that was cut while it thought has no answer', () => {
    expect(streamed([delta({ content: '<think>Perhaps B' })], 'length')).toMatchObject({
      text: '',
      isOpen: true,
      finish: 'length',
    })
  })

  test('that breaks off is refused, and an error in it is said in the server’s words', () => {
    expect(() => readReply(delta({ content: 'A' }))).toThrow('breaks off before its finish_reason')
    expect(() =>
      readReply(delta({ content: 'A' }) + event({ error: { message: 'no GPU', code: 503 } })),
    ).toThrow('no GPU')
    expect(() => readReply(`${delta({ content: 'A' })}data: {"choices"`)).toThrow()
    expect(() => readReply(`${delta({ content: 'A' })}${delta({}, { finish_reason: 'stop' })}`)).toThrow(
      /usage/,
    )
  })
})
