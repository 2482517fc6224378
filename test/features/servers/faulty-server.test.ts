/** A model server whose connections break every rule: the command that passes questions on to it must survive all of them. */
import type { Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { type Server, servePage } from '../../../src/cli/serve/serve.ts'
import { ServerConnection } from '../../../src/features/servers/data/connection.ts'
import { type RawServer, startRawServer } from '../../unit/support/raw-server.ts'

let models: RawServer
let own: Server
/** Errors that nobody handled: in the command each of them would end the process. */
let unhandled: unknown[]
const note = (error: unknown): void => void unhandled.push(error)

async function start(answer: (socket: Socket, request: string) => void, isHasty = false): Promise<void> {
  unhandled = []
  process.prependListener('uncaughtException', note)
  models = await startRawServer(answer, isHasty)
  own = await servePage([], 'dist', 0, { address: models.address, key: null })
}

afterEach(async () => {
  process.off('uncaughtException', note)
  await own.close()
  await models.close()
})

const post = () =>
  fetch(`${own.origin}/model-server/v1/chat/completions`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(10_000),
  })

/** Sends some bytes; then the connection stays, ends, or is reset. */
const sends =
  (bytes: string, then: 'stay' | 'end' | 'reset' = 'stay') =>
  (socket: Socket): void =>
    void socket.write(bytes, () => {
      if (then === 'end') socket.end()
      // Time for the bytes to be read before the connection is gone.
      if (then === 'reset') setTimeout(() => socket.resetAndDestroy(), 30)
    })

const head = (status: string, ...headers: readonly string[]): string =>
  [`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n')

/** One that a run can be made with. */
const good = '{"fine":true}'
const whole = head('200 OK', `content-length: ${good.length}`) + good

describe('a fault is status 502, in words, and the next question is answered', () => {
  test.each([
    ['status 000', sends(`${head('000 x', 'content-length: 2')}{}`)],
    ['status 099', sends(`${head('099 x', 'content-length: 2')}{}`)],
    ['status 1000', sends(`${head('1000 x', 'content-length: 2')}{}`)],
    ['status -1', sends(`${head('-1 x', 'content-length: 2')}{}`)],
    [
      'a switch of protocols',
      sends(head('101 Switching Protocols', 'upgrade: x', 'connection: upgrade'), 'end'),
    ],
    [
      'a body shorter than its length, then the end',
      sends(`${head('200 OK', 'content-length: 99')}{}`, 'end'),
    ],
    ['a reset in the middle of a body', sends(`${head('200 OK', 'content-length: 99')}{}`, 'reset')],
    ['a reset in the middle of a head', sends('HTTP/1.1 200 OK\r\nconte', 'reset')],
    ['a reset before anything', sends('', 'reset')],
    ['an end before anything', sends('', 'end')],
    ['a head without end', sends(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1_000_000)}`)],
    ['many headers', sends(head('200 OK', ...Array.from({ length: 50_000 }, (_, i) => `x${i}: y`)))],
    ['garbage', sends('\0\x01\x02 what is this?\r\n\r\n')],
    ['another protocol', sends('SSH-2.0-OpenSSH_9.7\r\n')],
    ['a length that is no number', sends(`${head('200 OK', 'content-length: many')}{}`)],
    ['a negative length', sends(`${head('200 OK', 'content-length: -2')}{}`)],
    ['two lengths', sends(`${head('200 OK', 'content-length: 2', 'content-length: 3')}{}`)],
    [
      'a chunk whose size is no number',
      sends(`${head('200 OK', 'transfer-encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`),
    ],
    [
      'a chunk that is too short',
      sends(`${head('200 OK', 'transfer-encoding: chunked')}99\r\n{}\r\n0\r\n\r\n`, 'end'),
    ],
    [
      'a chunk that is too long',
      sends(`${head('200 OK', 'transfer-encoding: chunked')}1\r\n{}\r\n0\r\n\r\n`),
    ],
    [
      'a chunk of enormous size',
      sends(`${head('200 OK', 'transfer-encoding: chunked')}ffffffffffffffffff\r\n{}`),
    ],
    ['chunks without end', sends(`${head('200 OK', 'transfer-encoding: chunked')}2\r\n{}\r\n`, 'end')],
    ['an odd character in a header', sends(`${head('200 OK', 'retry-after: \x01', 'content-length: 2')}{}`)],
    [
      'more than an answer may have',
      sends(head('200 OK', 'connection: close') + 'x'.repeat(33 * 2 ** 20), 'end'),
    ],
  ])('%s', async (_, faulty) => {
    let asked = 0
    await start(socket => (asked++ === 0 ? faulty : sends(whole))(socket))
    const answer = await post()
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({
      error: { message: expect.stringContaining(`${models.address} gave no`) },
    })
    const next = await post()
    expect([next.status, await next.text()]).toEqual([200, good])
    expect(unhandled).toEqual([])
  })
})

describe('an odd but complete answer is forwarded', () => {
  test.each([
    ['a second answer that nobody asked for', sends(whole + whole), 200, good],
    ['a body up to the end of the connection', sends(`${head('200 OK')}${good}`, 'end'), 200, good],
    ['a reset after the answer', sends(whole, 'reset'), 200, good],
    ['status 999', sends(`${head('999 x', 'content-length: 2')}{}`), 999, '{}'],
    ['no body where there is none', sends(head('204 No Content', 'content-length: 5')), 204, ''],
    ['an answer with hints before it', sends(head('103 Early Hints', 'link: x') + whole), 200, good],
    [
      'Retry-After as a date',
      sends(`${head('429 x', 'retry-after: Tue, 24 Nov 2026 00:00:00 GMT', 'content-length: 2')}{}`),
      429,
      '{}',
    ],
  ])('%s', async (_, odd, status, body) => {
    await start(odd)
    const answer = await post()
    expect([answer.status, await answer.text()]).toEqual([status, body])
    const next = await post()
    expect([next.status, await next.text()]).toEqual([status, body])
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(unhandled).toEqual([])
  })
})

test('a body longer than its length is cut there or refused, as the bytes arrive, and harms nothing', async () => {
  let asked = 0
  await start(socket => sends(asked++ === 0 ? `${whole}${'y'.repeat(100_000)}` : whole)(socket))
  expect([200, 502]).toContain((await post()).status)
  expect((await post()).status).toBe(200)
  expect(unhandled).toEqual([])
})

test.each([
  ['resets the connection', sends('', 'reset')],
  ['answers', sends(whole, 'end')],
  ['writes nonsense', sends('what?\r\n\r\n', 'reset')],
])('a server that %s before it has read a long question ends nothing', async (_, hasty) => {
  await start(hasty, true)
  const long = fetch(`${own.origin}/model-server/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify('x'.repeat(40 * 2 ** 20)),
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(20_000),
  })
  // Whether the answer, the reason, or the end of the connection comes first is a matter of time.
  await long.then(
    answer => answer.text(),
    () => {},
  )
  expect([200, 502]).toContain((await post()).status)
  expect(unhandled).toEqual([])
})

test('a run asks again after a fault, as after any connection that broke', async () => {
  const reply = JSON.stringify({
    choices: [{ message: { content: 'A' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  })
  const faults = [
    sends(`${head('000 x', 'content-length: 2')}{}`),
    sends(head('200 OK', `content-length: ${reply.length + 9}`) + reply, 'end'),
  ]
  await start(socket =>
    (faults.shift() ?? sends(head('200 OK', `content-length: ${reply.length}`) + reply))(socket),
  )
  const connection = await ServerConnection.open(`${own.origin}/model-server/`)
  const answered = await connection.chat({}, { seconds: 10 })
  expect(answered).toMatchObject({ tries: 3, reply: { text: 'A' } })
  expect(unhandled).toEqual([])
})
