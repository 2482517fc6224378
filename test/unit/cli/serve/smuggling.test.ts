/** Raw bytes against the real local server, with a model server behind it that records every request it hears. */
import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Server, servePage } from '../../../../src/cli/serve/serve.ts'
import { type Answer, readAnswer } from '../../support/raw-http.ts'

let own: Server
let port = 0
let modelServer: HttpServer
/** Request line and body of each request that reached the model server, and how many connections it came over. */
let reached: string[]
let connections: number

beforeEach(async () => {
  reached = []
  connections = 0
  modelServer = createServer(async (request, response) => {
    let body = ''
    try {
      for await (const part of request) body += part
    } catch {
      return
    }
    reached.push(`${request.method} ${request.url} ${body}`.trim())
    response.end('{"ok":true}')
  })
  modelServer.on('connection', () => connections++)
  modelServer.listen(0, '127.0.0.1')
  await once(modelServer, 'listening')
  const address = `http://127.0.0.1:${(modelServer.address() as AddressInfo).port}`
  own = await servePage([], 'dist', 0, { address, key: null }, { head: 300, question: 300 })
  port = Number(new URL(own.origin).port)
})

afterEach(async () => {
  await own.close()
  modelServer.closeAllConnections()
  modelServer.close()
})

/** Sends the bytes as they are, and reads until the server closes the connection. */
function send(...lines: readonly string[]): Promise<Answer> {
  const socket = connect(port, 'localhost')
  socket.write(lines.join('\r\n'))
  return readAnswer(socket)
}

const host = (): string => `Host: localhost:${port}`
const hidden = 'DELETE /api/delete HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n'
const chunked = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`

test.each([
  ['a chunked body', ['Transfer-Encoding: chunked'], chunked],
  ['a chunked body, in another spelling', ['transfer-encoding: CHUNKED'], chunked],
  ['a body of a given length', [`Content-Length: ${hidden.length}`], hidden],
])('a GET with %s is refused, and nothing reaches the model server', async (_, headers, body) => {
  for (const method of ['GET', 'HEAD'])
    for (const target of ['/model-server/v1/models', '/model-server/', '/index.html']) {
      const answer = await send(`${method} ${target} HTTP/1.1`, host(), ...headers, '', body)
      expect(answer.status, `${method} ${target}`).toBe(400)
      expect(answer.headers.connection).toBe('close')
    }
  expect(reached).toEqual([])
})

test('a GET with a body of zero bytes is answered', async () => {
  const answer = await send(
    'GET /model-server/v1/models HTTP/1.1',
    host(),
    'Content-Length: 0',
    'Connection: close',
    '',
    '',
  )
  expect(answer.status).toBe(200)
  expect(reached).toEqual(['GET /v1/models'])
})

test.each([
  ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
  ['two lengths', ['Content-Length: 5', 'Content-Length: 50']],
  ['an encoding that is not chunked', ['Transfer-Encoding: gzip']],
  [
    'an upgrade to another protocol',
    ['Transfer-Encoding: chunked', 'Upgrade: h2c', 'Connection: Upgrade, close'],
  ],
])('a question with %s never becomes two', async (_, headers) => {
  const json = 'Content-Type: application/json'
  await send('POST /model-server/v1/chat/completions HTTP/1.1', host(), json, ...headers, '', chunked)
  expect(reached.filter(line => !line.startsWith('POST /v1/chat/completions'))).toEqual([])
})

test('a chunked question reaches the model server as one question', async () => {
  const answer = await send(
    'POST /model-server/v1/chat/completions HTTP/1.1',
    host(),
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    'Connection: close',
    '',
    '3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n',
  )
  expect(answer.status).toBe(200)
  expect(reached).toEqual(['POST /v1/chat/completions {"a":1}'])
})

test('every request to the model server has a connection of its own', async () => {
  for (let i = 0; i < 3; i++)
    await send('GET /model-server/v1/models HTTP/1.1', host(), 'Connection: close', '', '')
  expect(reached).toHaveLength(3)
  expect(connections).toBe(3)
})

test('a request with two Host headers is refused', async () => {
  for (const other of [host(), 'Host: evil.example', 'host: '])
    for (const hosts of [
      [host(), other],
      [other, host()],
    ])
      for (const target of ['/', '/model-server/v1/models']) {
        const { status } = await send(`GET ${target} HTTP/1.1`, ...hosts, 'Connection: close', '', '')
        expect(status, hosts.join(' and ')).toBe(400)
      }
  expect(reached).toEqual([])
})

test.each([
  ['nothing', []],
  ['half a request line', ['GET /mod']],
  ['half a header', ['GET / HTTP/1.1', 'Ho']],
  ['a head without its end', ['GET / HTTP/1.1', 'X: y', '']],
])('a connection that sends %s is closed', async (_, lines) => {
  const { status } = await send(...lines)
  expect([0, 408]).toContain(status)
})

test('a question whose body never ends is closed here and at the model server', async () => {
  const closed = new Promise(resolve => {
    modelServer.once('connection', socket => socket.on('close', resolve))
  })
  const { status } = await send(
    'POST /model-server/v1/chat/completions HTTP/1.1',
    host(),
    'Content-Type: application/json',
    'Content-Length: 1000',
    '',
    '{"half":',
  )
  expect([0, 408]).toContain(status)
  await closed
  expect(reached).toEqual([])
})
