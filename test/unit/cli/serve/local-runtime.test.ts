/** Who may use the local runtime, asked past every browser. */
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LocalRuntime } from '../../../../src/cli/serve/local-runtime.ts'
import { type Server, servePage } from '../../../../src/cli/serve/serve.ts'
import { answerOf, ask, requestText } from '../../support/raw-http.ts'

let own: Server
let port = 0
let connected = 0

/** Connects to nothing. */
class Counted extends LocalRuntime {
  override connect(...[, socket]: Parameters<LocalRuntime['connect']>): boolean {
    connected++
    socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')
    return true
  }
}

beforeEach(async () => {
  connected = 0
  const runtime = new Counted({ devices: ['cpu'], onnxruntime: '1.0' }, () => {})
  own = await servePage([], 'dist', 0, null, undefined, runtime)
  port = Number(new URL(own.origin).port)
})
afterEach(() => own.close())

async function upgrade(headers: Readonly<Record<string, string>> = {}, target = '/local-runtime') {
  const socket = connect(port, 'localhost')
  const all = { Connection: 'Upgrade', Upgrade: 'websocket', Origin: own.origin, ...headers }
  socket.write(requestText(port, { target, headers: all }))
  return (await answerOf(socket)).status
}

test('a page of our own origin is connected', async () => {
  expect([await upgrade(), connected]).toEqual([101, 1])
})

test.each([
  ['of another origin', { Origin: 'http://example.org' }],
  ['of another port', { Origin: 'http://localhost:1' }],
  ['that names no origin', { Origin: '' }],
  ['of another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['under another name (DNS rebinding)', { Host: 'example.org' }],
  ['of another protocol', { Upgrade: 'h2c' }],
  ['with a body', { 'Content-Length': '5' }],
])('a WebSocket %s is refused', async (_, headers) => {
  expect([await upgrade(headers), connected]).toEqual([403, 0])
})

test('a WebSocket to any other address is refused', async () => {
  for (const target of ['/', '/local-runtime/', '/model-server/', '/served/x/files.json'])
    expect([await upgrade({}, target), connected]).toEqual([403, 0])
})

test('its description is for our own pages, and empty without it', async () => {
  const target = '/local-runtime'
  expect((await ask(port, { target })).body).toBe('{"devices":["cpu"],"onnxruntime":"1.0"}')
  expect((await ask(port, { target, headers: { Origin: 'http://example.org' } })).status).toBe(403)
  const plain = await servePage([], 'dist')
  const other = Number(new URL(plain.origin).port)
  expect((await ask(other, { target })).body).toBe('{"devices":[],"onnxruntime":""}')
  await plain.close()
})
