/** The way to a model server, asked past every browser: what passes, and that nothing else does. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { modelServerAt } from '../../../../src/cli/serve/model-server.ts'
import { type Server, servePage } from '../../../../src/cli/serve/serve.ts'
import type { VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import { ask } from '../../support/raw-http.ts'

let own: Server
let port = 0
/** Requests that came to the model server. */
let came: { readonly method: string; readonly url: string; readonly headers: object; readonly size: number }[]
let reply: (request: IncomingMessage, response: ServerResponse) => void
let close: () => Promise<void>
let address = ''

beforeEach(async () => {
  came = []
  reply = (_, response) => response.end('{"ok":true}')
  const server = createServer(async (request, response) => {
    let size = 0
    for await (const part of request) size += part.length
    came.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, size })
    reply(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('The server has no port.')
  address = `http://127.0.0.1:${bound.port}`
  close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  own = await servePage([], 'dist', 0, { address, key: 'a secret key' })
  port = Number(new URL(own.origin).port)
})
afterEach(async () => {
  await own.close()
  await close()
})

const chat = '/model-server/v1/chat/completions'
const post = (target: string, body = '{}', headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${own.origin}${target}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })

test('forwards questions with the key, and nothing else from the page or the server', async () => {
  reply = (_, response) => {
    response.setHeader('set-cookie', 'a=b')
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('content-type', 'text/html')
    response.setHeader('retry-after', '3')
    response.statusCode = 429
    response.end('<script>')
  }
  const answer = await post(chat, '{"a":1}', { cookie: 'x=y', 'x-other': 'z' })
  expect(answer.status).toBe(429)
  expect(await answer.text()).toBe('<script>')
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('retry-after')).toBe('3')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  for (const name of ['set-cookie', 'access-control-allow-origin'])
    expect(answer.headers.get(name)).toBeNull()
  expect(came).toEqual([
    {
      method: 'POST',
      url: '/v1/chat/completions',
      size: 7,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'content-length': '7',
        authorization: 'Bearer a secret key',
        host: new URL(address).host,
        connection: expect.any(String),
      },
    },
  ])
})

test('gives the page the address and not the key', async () => {
  const answer = await fetch(`${own.origin}/model-server/`)
  expect(await answer.json()).toEqual({ address })
})

describe('passes on nothing', () => {
  test.each([
    ['GET', '/model-server/api/pull', 404],
    ['GET', '/model-server/v1/chat/completions', 404],
    ['POST', '/model-server/api/pull', 404],
    ['POST', '/model-server/api/delete', 404],
    ['POST', '/model-server/v1/models', 404],
    ['POST', '/model-server/', 404],
    ['GET', '/model-server/v1/models/../../x', 400],
    ['GET', '/model-server/%2e%2e/v1/models', 400],
    ['GET', '/model-server//other.host/v1/models', 404],
    ['GET', '/model-server/http://other.host/v1/models', 404],
    ['PUT', '/model-server/v1/chat/completions', 405],
    ['DELETE', '/model-server/v1/models', 405],
    ['POST', '/index.html', 405],
    ['POST', '/served/x/files.json', 405],
  ])('%s %s', async (method, target, status) => {
    const headers = { 'content-type': 'application/json', 'content-length': '0' }
    expect((await ask(port, { method, target, headers })).status).toBe(status)
    expect(came).toEqual([])
  })

  test('from another origin, under another name, or without JSON', async () => {
    const json = { 'content-type': 'application/json', 'content-length': '0' }
    for (const [headers, status] of [
      [{ ...json, origin: 'http://evil.example' }, 403],
      [{ ...json, origin: 'null' }, 403],
      [{ ...json, 'sec-fetch-site': 'cross-site' }, 403],
      [{ ...json, Host: 'evil.example' }, 421],
      [{ 'content-type': 'text/plain', 'content-length': '0' }, 415],
      [{ ...json, 'content-length': String(2 ** 27) }, 413],
    ] as const)
      expect(
        (await ask(port, { method: 'POST', target: chat, headers })).status,
        JSON.stringify(headers),
      ).toBe(status)
    // A link from elsewhere opens the page, and not what is passed on.
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }
    expect((await ask(port, { target: '/model-server/v1/models', headers: link })).status).toBe(403)
    expect(came).toEqual([])
  })
})

test('follows no redirect', async () => {
  reply = (_, response) => response.writeHead(302, { location: 'http://other.host/' }).end()
  const answer = await fetch(`${own.origin}/model-server/v1/models`, { redirect: 'manual' })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBeNull()
})

test('an answer that breaks off is status 502, and one without end is ended', async () => {
  reply = (_, response) => {
    response.write('{"half":')
    setTimeout(() => response.destroy(), 20)
  }
  expect((await post(chat)).status).toBe(502)
  const part = 'x'.repeat(2 ** 20)
  let sent = 0
  reply = (_, response) => {
    const more = (): void => {
      if (response.destroyed || sent > 100) return
      sent++
      response.write(part, more)
    }
    more()
  }
  const endless = await post(chat)
  expect([endless.status, await endless.text()]).toEqual([502, expect.stringContaining('more than 32 MiB')])
  expect(sent).toBeLessThan(100)
})

test('a client may leave, and the server is notified', async () => {
  const gone = new Promise<void>(resolve => {
    reply = (_, response) => response.on('close', () => resolve())
  })
  const leave = new AbortController()
  const asked = fetch(own.origin + chat, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
    signal: leave.signal,
  })
  while (came.length === 0) await new Promise(resolve => setTimeout(resolve, 10))
  leave.abort()
  await expect(asked).rejects.toThrow()
  await gone
})

test('an unreachable server is status 502, with its address', async () => {
  await close()
  const answer = await post(chat)
  expect(answer.status).toBe(502)
  expect(await answer.text()).toContain(`${address} gave no answer`)
  close = async () => {}
})

test('without the flag nothing is forwarded', async () => {
  const without = await servePage([], 'dist')
  const other = Number(new URL(without.origin).port)
  for (const [method, target, status] of [
    ['GET', '/model-server/', 404],
    ['GET', '/model-server/v1/models', 404],
    ['POST', chat, 405],
  ] as const)
    expect((await ask(other, { method, target })).status, `${method} ${target}`).toBe(status)
  expect(came).toEqual([])
  await without.close()
})

describe('the address', () => {
  test.each([
    ['http://127.0.0.1:11434', 'http://127.0.0.1:11434'],
    ['http://localhost:1234/v1/', 'http://localhost:1234'],
    ['https://models.hospital.example/vision/v1', 'https://models.hospital.example/vision'],
  ])('%s', (text, expected) => {
    expect(modelServerAt(text, undefined)).toEqual({ address: expected, key: null })
  })

  test.each([
    '11434',
    'localhost:11434',
    'file:///etc/passwd',
    'http://u:p@host',
    'http://host/?a=b',
    'http://host/#x',
    'http://anna:sesame@host:99999999',
  ])('%s is refused', text => {
    expect(() => modelServerAt(text, undefined)).toThrow(/--server takes an address/)
  })

  test.each([
    'http://anna:sesame@host',
    'http://host/v1?key=sesame',
    'http://host/#sesame',
    'sesame@host:11434',
    'ftp://sesame/',
  ])('an error does not repeat what may be a key in %s', text => {
    const refuse = () => modelServerAt(text, undefined)
    expect(refuse).toThrow(expect.objectContaining({ info: expect.anything() }))
    try {
      refuse()
    } catch (error) {
      expect(JSON.stringify((error as VoxelwiseError).info)).not.toContain('sesame')
    }
  })
})
