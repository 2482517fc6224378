/** What a faulty server sends: status lines, lengths and bodies that do not fit each other. */

import { type Bytes, howMany, joinBytes, mutated } from '../../../fuzz/bytes.ts'
import { anyJson, anyValue } from '../../../fuzz/inputs/json.ts'
import type { Random } from '../../../unit/support/random.ts'

const statuses = [
  '200',
  '200',
  '200',
  '000',
  '099',
  '100',
  '101',
  '204',
  '301',
  '304',
  '429',
  '500',
  '503',
  '999',
  '1000',
  '-1',
  'x',
  '',
]

const anyBody = (random: Random): string =>
  random.pick([
    () => anyJson(random),
    () => `{"data":${anyValue(random)},"choices":${anyValue(random)},"error":${anyValue(random)}}`,
    () => '{"data":[{"id":"m","owned_by":"vllm","max_model_len":8}]}',
    () => anyReply(random),
    () => anyStream(random),
    () => 'x'.repeat(howMany(random, 5_000_000)),
    () => '\n'.repeat(howMany(random, 5_000_000)),
  ])()

export function anyResponse(random: Random): Bytes {
  const body = anyBody(random)
  const honest = Buffer.byteLength(body, 'latin1')
  const length = random.pick([
    honest,
    honest,
    honest + 1,
    Math.max(0, honest - 1),
    0,
    -1,
    2 ** 53,
    'x',
    '1, 2',
  ])
  const framing = random.pick([
    `content-length: ${length}\r\n`,
    `content-length: ${length}\r\ncontent-length: 3\r\n`,
    'transfer-encoding: chunked\r\n',
    `transfer-encoding: chunked\r\ncontent-length: ${length}\r\n`,
    '',
  ])
  const chunked = framing.startsWith('transfer') && random.below(3) > 0
  const head = `HTTP/1.1 ${random.pick(statuses)} ${random.pick(['OK', '', 'x'.repeat(howMany(random, 100_000))])}\r\n`
  const retry = random.pick(['', `retry-after: ${random.pick(['1', '-1', '99999999', 'soon'])}\r\n`])
  const sent = chunked
    ? `${honest.toString(16)}\r\n${body}\r\n${random.pick(['0\r\n\r\n', '', 'z\r\n'])}`
    : body
  const whole = joinBytes(head, framing, retry, 'connection: close\r\n\r\n', sent)
  return random.below(6) === 0 ? mutated(random, whole) : whole
}

/** Events of a streamed reply, nearly right, some of them cut. */
const anyStream = (random: Random): string =>
  Array.from({ length: howMany(random, 20_000) }, () => {
    const event = anyReply(random, 20).replace('"message"', '"delta"')
    return `data: ${random.below(20) === 0 ? event.slice(0, random.below(40)) : event}${random.pick(['\n\n', '\n', '\r\n\r\n'])}`
  }).join('')

/** A reply to a chat request that is nearly right. @param longest pieces of its text */
export function anyReply(random: Random, longest = 2_000_000): string {
  const some = (value: string) => (random.below(5) === 0 ? anyValue(random) : value)
  const text = () => JSON.stringify(random.pick(['A', '<think>', ' ', '\n']).repeat(howMany(random, longest)))
  const position = some(
    `{"token":"A","logprob":-1,"bytes":[65],"top_logprobs":[{"token":"A","logprob":${some('-9999')}}]}`,
  )
  const positions = `[${Array.from({ length: random.below(4) }, () => position).join()}]`
  return `{"choices":[{"message":{"content":${some(text())},"reasoning_content":${some('null')}},"finish_reason":${some('"stop"')},"logprobs":{"content":${some(positions)}}}],"usage":{"prompt_tokens":${some('3')},"completion_tokens":${some('1')}}}`
}
