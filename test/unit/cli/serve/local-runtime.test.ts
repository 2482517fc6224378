/** Who may use the local runtime, asked past every browser. */
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LocalRuntime } from '../../../../src/cli/serve/local-runtime.ts'
import { type Server, servePage } from '../../../../src/cli/serve/serve.ts'
import { ask, readAnswer, requestText } from '../../support/raw-http.ts'

let own: Server
let port = 0
let connected = 0
let token = ''
let isFull = false

/** Connects to nothing. */
class Counted extends LocalRuntime {
  override connect(...[, socket]: Parameters<LocalRuntime['connect']>): boolean {
    if (isFull) return false
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
  token = new URL(own.address()).search
  isFull = false
})
afterEach(() => own.close())

async function upgrade(headers: Readonly<Record<string, string>> = {}, target = `/local-runtime${token}`) {
  const socket = connect(port, 'localhost')
  const all = { Connection: 'Upgrade', Upgrade: 'websocket', Origin: own.origin, ...headers }
  socket.write(requestText(port, { target, headers: all }))
  return readAnswer(socket)
}

test('a page of our own origin is connected', async () => {
  expect([(await upgrade()).status, connected]).toEqual([101, 1])
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
  expect([(await upgrade(headers)).status, connected]).toEqual([403, 0])
})

test('a WebSocket to any other address is refused', async () => {
  for (const target of ['/', '/local-runtime/', '/model-server/', '/served/x/files.json'])
    expect([(await upgrade({}, target + token)).status, connected]).toEqual([403, 0])
})

test('a WebSocket without the token of this start is refused, and learns what to do', async () => {
  const other = await servePage([], 'dist')
  await other.close()
  for (const query of [
    '',
    '?',
    '?token=',
    `${token}x`,
    token.slice(0, -1),
    new URL(other.address()).search,
  ]) {
    const { status, body } = await upgrade({}, `/local-runtime${query}`)
    expect([status, body, connected], query).toEqual([403, expect.stringContaining('printed'), 0])
  }
})

test('a WebSocket that finds too many is answered 503 with a text', async () => {
  isFull = true
  const { status, body, isWhole } = await upgrade()
  expect([status, isWhole]).toEqual([503, true])
  expect(body).toMatch(/^Too many models run/)
})

test('its description is for our own pages, and names no device without it', async () => {
  const target = '/local-runtime.json'
  const said = async (query: string) => JSON.parse((await ask(port, { target: target + query })).body)
  expect(await said(token)).toEqual({ devices: ['cpu'], onnxruntime: '1.0', closed: null })
  const locked = { devices: [], onnxruntime: '', closed: 'token' }
  for (const query of ['', '?token=x', `${token}x`]) expect(await said(query), query).toEqual(locked)
  const stranger = { Origin: 'http://example.org' }
  expect((await ask(port, { target: target + token, headers: stranger })).status).toBe(403)
  const plain = await servePage([], 'public')
  const other = Number(new URL(plain.origin).port)
  expect(JSON.parse((await ask(other, { target })).body)).toEqual({ devices: [], onnxruntime: '' })
  await plain.close()
})
