/** The server of `npm run evaluate` (and of `npm start`, which is the same without folders), asked past every browser. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Server, servePage } from '../../../../src/cli/serve/serve.ts'
import { pathInFolder } from '../../../../src/cli/serve/serve-folder.ts'
import { listTables } from '../../../../src/data/formats/readers/tables.ts'
import { ServedSource } from '../../../../src/data/sources/served.ts'
import { requestedRange } from '../../../../src/engine/base/byte-range.ts'
import { ask, readAnswer, requestText } from '../../support/raw-http.ts'

let parent = ''
let folder = ''
let server: Server
let port = 0

const page = '<!doctype html><title>the page</title>'
const secret = 'a secret beside the folder'

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'voxelwise-serve-'))
  folder = join(parent, 'data')
  mkdirSync(join(folder, 'sub folder/inner'), { recursive: true })
  writeFileSync(join(folder, 'digits.txt'), '0123456789')
  writeFileSync(join(folder, 'sub folder/é 100%.txt'), 'accents')
  writeFileSync(join(folder, 'empty'), '')
  writeFileSync(join(parent, 'secret.txt'), secret)
  mkdirSync(join(parent, 'data-beside'))
  writeFileSync(join(parent, 'data-beside/secret.txt'), secret)
  mkdirSync(join(parent, 'dist/assets'), { recursive: true })
  writeFileSync(join(parent, 'dist/index.html'), page)
  writeFileSync(join(parent, 'dist/assets/main.js'), 'export {}')
  server = await servePage([{ name: 'data', folder }], join(parent, 'dist'))
  port = Number(new URL(server.origin).port)
})

afterAll(async () => {
  await server.close()
  await rm(parent, { recursive: true })
})

/** The address of a file of the served folder. */
const at = (path: string): string => server.servedAt('data') + path

const served = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  ask(port, { target: at(path), headers })

test('gives the page, its parts and the files of a folder, each with every header', async () => {
  for (const [target, body] of [
    ['/', page],
    ['/index.html', page],
    ['/assets/main.js', 'export {}'],
    [at('digits.txt'), '0123456789'],
    [at('sub%20folder/%C3%A9%20100%25.txt'), 'accents'],
    [at('empty'), ''],
    [at('digits.txt?a=%'), '0123456789'],
  ] as const) {
    const answer = await ask(port, { target })
    expect(answer, target).toMatchObject({
      status: 200,
      body,
      headers: {
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      },
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  }
  expect((await served('digits.txt')).headers).toMatchObject({ 'cache-control': 'no-store' })
})

test('gives the smallest copy that the browser accepts, and the file itself in parts', async () => {
  const text = 'export const many = 1\n'.repeat(100)
  const file = join(parent, 'dist/assets/big.js')
  writeFileSync(file, text)
  writeFileSync(`${file}.gz`, gzipSync(text))
  writeFileSync(`${file}.br`, brotliCompressSync(text))
  const get = (headers: Readonly<Record<string, string>>) =>
    fetch(`${server.origin}/assets/big.js`, { headers })
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0', 'gzip'],
    ['identity', null],
  ] as const) {
    const answer = await get({ 'accept-encoding': accepted })
    expect(answer.headers.get('content-encoding'), accepted).toBe(encoding)
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(await answer.text()).toBe(text)
  }
  const part = await get({ range: 'bytes=0-5', 'accept-encoding': 'br' })
  expect([part.status, part.headers.get('content-encoding'), await part.text()]).toEqual([
    206,
    null,
    'export',
  ])
  const head = await fetch(`${server.origin}/assets/big.js`, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'br' },
  })
  expect(head.headers.get('content-length')).toBe(String(text.length))
})

test('files with a hashed name are never asked for again, all others always', async () => {
  const cached = async (target: string) => (await ask(port, { target })).headers['cache-control']
  expect(await cached('/assets/main.js')).toBe('public, max-age=31536000, immutable')
  expect(await cached('/')).toBe('no-cache')
})

describe('only under this machine’s own names', () => {
  test.each(['localhost', '127.0.0.1', '[::1]'])('%s', async name => {
    expect((await ask(port, { headers: { Host: `${name}:${port}` } })).status).toBe(200)
  })

  const strangers = (at: number): string[] => [
    ...[`evil.example:${at}`, 'evil.example', `localhost.evil.example:${at}`, `localhost:${at}.evil.example`],
    ...[
      `evil.localhost:${at}`,
      `localhost.:${at}`,
      `localhost@evil.example:${at}`,
      `evil.example#localhost:${at}`,
    ],
    ...[
      `127.0.0.1.nip.io:${at}`,
      `127.0.0.2:${at}`,
      `0.0.0.0:${at}`,
      `192.168.0.1:${at}`,
      `2130706433:${at}`,
    ],
    ...[
      `[::ffff:127.0.0.1]:${at}`,
      `[fe80::1]:${at}`,
      'localhost',
      `localhost:${at + 1}`,
      'localhost:',
      'file://x',
    ],
    ...[`localhost:${at}, evil.example`, `localhost :${at}`, '[::1', '%6cocalhost'],
  ]
  test('and no other', async () => {
    for (const host of strangers(port))
      for (const target of ['/', at('files.json'), at('digits.txt')]) {
        const { status, body } = await ask(port, { target, headers: { Host: host } })
        expect([400, 403, 421], `${host} ${target}`).toContain(status)
        expect(body).not.toMatch(/0123456789|the page/)
      }
    // HTTP/1.0 needs no Host.
    const socket = connect(port, 'localhost')
    socket.write('GET /served/data/digits.txt HTTP/1.0\r\n\r\n')
    expect(await readAnswer(socket)).toMatchObject({ status: 421 })
  })
})

test('no file of a folder without the token of this start', async () => {
  const own = at('digits.txt')
  const token = own.split('/')[2] ?? ''
  expect(token).toMatch(/^[\w-]{32}$/)
  const other = await servePage([{ name: 'data', folder }], join(parent, 'dist'))
  await other.close()
  for (const target of [
    '/served/data/digits.txt',
    '/served//data/digits.txt',
    '/served/',
    `${other.servedAt('data')}digits.txt`,
    own.replace(token, token.slice(1)),
    own.replace(token, `${token}x`),
    own.replace(token, token.toLowerCase()),
    own.replace(token, `%00${token}`),
    `/served/data/digits.txt?token=${token}`,
  ]) {
    const { status, body } = await ask(port, { target })
    expect([400, 403], target).toContain(status)
    expect(body).not.toContain('0123456789')
  }
  expect((await ask(port, { target: '/served/data/digits.txt' })).body).toMatch(/address.*printed.*token/)
  expect((await ask(port, { target: own })).status).toBe(200)
})

describe('only to its own pages', () => {
  const status = async (target: string, headers: Readonly<Record<string, string>>): Promise<number> =>
    (await ask(port, { target, headers })).status

  test('no other origin, not even another port of this machine', async () => {
    for (const target of ['/', '/assets/main.js', at('digits.txt')]) {
      for (const origin of [
        ...['null', 'https://evil.example', `http://localhost:${port + 1}`, 'http://localhost', 'file://'],
        ...[`https://localhost:${port}`, `http://127.0.0.1:${port}`, `http://localhost:${port}.evil.example`],
      ])
        expect(await status(target, { Origin: origin }), `${origin} ${target}`).toBe(403)
      expect(await status(target, { Origin: `http://localhost:${port}` })).toBe(200)
    }
  })

  test('no request that a page of another site makes; a link to the page may be followed', async () => {
    for (const site of ['cross-site', 'same-site']) {
      for (const dest of ['image', 'script', 'empty', 'iframe', 'worker', 'style', 'audio'])
        for (const target of ['/', '/assets/main.js', at('digits.txt')])
          expect(await status(target, { 'Sec-Fetch-Site': site, 'Sec-Fetch-Dest': dest })).toBe(403)
      const followed = { 'Sec-Fetch-Site': site, 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' }
      expect(await status('/', followed)).toBe(200)
      expect(await status(at('digits.txt'), followed)).toBe(403)
    }
    for (const site of ['same-origin', 'none'])
      expect(await status(at('digits.txt'), { 'Sec-Fetch-Site': site })).toBe(200)
  })

  test('nothing but GET and HEAD', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'MKCOL', 'LOCK'])
      for (const target of ['/', at('digits.txt')]) {
        const headers = { 'Content-Length': '0', 'Access-Control-Request-Method': 'GET' }
        const answer = await ask(port, { method, target, headers })
        expect(answer.status, `${method} ${target}`).toBe(405)
        expect(answer.headers).toMatchObject({ allow: 'GET, HEAD' })
      }
    const head = await ask(port, { method: 'HEAD', target: at('digits.txt') })
    expect(head).toMatchObject({ status: 200, body: '', headers: { 'content-length': '10' } })
  })
})

const upwards = [
  '..',
  '%2e%2e',
  '.%2e',
  '%2E.',
  '..%00',
  '%252e%252e',
  '..;',
  '...',
  '%c0%ae%c0%ae',
  '%uff0e%uff0e',
]
const slashes = ['/', '%2f', '%2F', '\\', '%5c', '%5C', '%252f', '//', '%c0%af']

describe('no file outside the folder', () => {
  const traversals = [
    ...upwards.flatMap(up => slashes.map(slash => `${up}${slash}secret.txt`)),
    ...slashes.map(slash => `sub%20folder${slash}..${slash}..${slash}secret.txt`),
    ...slashes.map(slash => `..${slash}data-beside${slash}secret.txt`),
    ...['../../secret.txt', '../../../../../../etc/passwd', '..//..//secret.txt', './/../secret.txt'],
    ...['/etc/passwd', '//etc/passwd', '%2fetc%2fpasswd', 'file:///etc/passwd', 'C:%5cWindows%5cwin.ini'],
    ...[
      'digits.txt/../../secret.txt',
      'digits.txt%00.png',
      '%00',
      'sub%20folder',
      'sub%20folder/',
      '.',
      './',
    ],
    ...['digits.txt/', 'digits.txt/x', '-beside/secret.txt', '%ff', '%', '%zz', '%2', '%e0%a4%a'],
  ]
  test(`${traversals.length} ways to try`, async () => {
    expect(traversals.length).toBeGreaterThan(43)
    for (const path of traversals) {
      const { status, body, headers } = await served(path)
      expect([400, 404], path).toContain(status)
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
      expect(body, path).not.toMatch(/secret beside|root:|at .*\.(ts|js):\d|node_modules/)
    }
  })

  test('nor through the page’s own folder, or a name near to the served one', async () => {
    for (const path of [
      '../data/digits.txt',
      '%2e%2e/secret.txt',
      '..%2fsecret.txt',
      '..\\secret.txt',
      '%',
      '%00',
    ])
      expect([400, 404]).toContain((await ask(port, { target: `/${path}` })).status)
    const token = server.servedAt('data').slice(0, -'/data/'.length)
    for (const target of ['/data', '/dat/digits.txt', '/data.txt', '/', ''].map(rest => token + rest))
      expect((await ask(port, { target })).status, target).toBe(404)
    expect((await ask(port, { target: '/nothing' })).status).toBe(404)
    for (const target of ['//localhost/served/data/digits.txt', '//', 'http://localhost/', '*', 'x'])
      expect([400, 404]).toContain((await ask(port, { target })).status)
  })

  test('Windows parts folders by backslashes and colons name drives; elsewhere they are letters', () => {
    expect(pathInFolder('a%5Cb/c%3Ad.png', 'linux')).toBe('a\\b/c:d.png')
    expect(pathInFolder('a%5Cb', 'win32')).toBe(null)
    expect(pathInFolder('C%3A/x', 'win32')).toBe(null)
    expect(pathInFolder('..%5C..%5Cx', 'win32')).toBe(null)
  })
})

describe('parts of a file', () => {
  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=8-', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 200, '0123456789', undefined],
    ['bytes=4-99999999999999999999999', 206, '456789', 'bytes 4-9/10'],
    ['bytes=10-', 416, undefined, 'bytes */10'],
    [`bytes=${'9'.repeat(400)}-`, 416, undefined, 'bytes */10'],
    ['bytes=-0', 416, undefined, 'bytes */10'],
    ['bytes=5-3', 200, '0123456789', undefined],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    [`bytes=${'0-,'.repeat(1500)}0-`, 200, '0123456789', undefined],
    ['bytes=-', 200, '0123456789', undefined],
    ['bytes=a-b', 200, '0123456789', undefined],
    ['items=0-3', 200, '0123456789', undefined],
    ['bytes=1.5-2', 200, '0123456789', undefined],
  ] as const)('$0', async (range, status, body, part) => {
    const answer = await served('digits.txt', { Range: range })
    expect(answer.status).toBe(status)
    if (body !== undefined) expect(answer.body).toBe(body)
    expect(answer.headers['content-range']).toBe(part)
    expect(answer.isWhole).toBe(true)
  })

  test('an empty file has no ranges', () => {
    expect(requestedRange('bytes=0-0', 0)).toBe(null)
    expect(requestedRange('bytes=-1', 0)).toBe(null)
    expect(requestedRange(undefined, 0)).toEqual({ start: 0, end: 0 })
  })
})

test('an address of a megabyte is refused, and the server keeps running', async () => {
  expect([414, 431]).toContain((await served('a'.repeat(1 << 20))).status)
  expect((await served('a'.repeat(8000))).status).toBe(404)
  expect((await served('digits.txt')).status).toBe(200)
})

describe('an unreadable file affects one answer, and the server keeps running', () => {
  const alive = async () =>
    expect(await served('digits.txt')).toMatchObject({ status: 200, body: '0123456789' })
  const source = () => new ServedSource('served', 'data', server.origin + server.servedAt('data'))

  test('a folder, a FIFO, a name too long, a link to nothing and one to itself', async () => {
    execFileSync('mkfifo', [join(folder, 'fifo.png')])
    symlinkSync('nowhere.png', join(folder, 'broken.png'))
    symlinkSync('loop.png', join(folder, 'loop.png'))
    for (const path of ['sub%20folder', 'fifo.png', 'broken.png', 'loop.png', 'n'.repeat(300)])
      expect((await served(path)).status, path).toBe(404)
    await expect(source().open('broken.png')).rejects.toMatchObject({
      info: { code: 'file-missing', subject: 'data/broken.png' },
    })
    const listed = (await source().list()).map(({ path }) => path).sort()
    expect(listed).toEqual(['digits.txt', 'empty', 'sub folder/é 100%.txt'])
    for (const name of ['fifo.png', 'broken.png', 'loop.png']) rmSync(join(folder, name))
    await alive()
  })

  test('one without permission', async () => {
    writeFileSync(join(folder, 'locked.png'), 'locked')
    chmodSync(join(folder, 'locked.png'), 0)
    chmodSync(parent, 0o755)
    await asNobody(async () => {
      expect((await served('locked.png')).status).toBe(403)
      await expect(source().bytes('locked.png', () => {})).rejects.toMatchObject({
        info: { code: 'permission-denied', subject: 'data/locked.png' },
      })
      await alive()
    })
    rmSync(join(folder, 'locked.png'))
  })

  // Linux has files that can be opened but not read, and some that are shorter than they say.
  const unreadable = '/sys/class/net/lo/speed'
  const short = '/sys/kernel/mm/transparent_hugepage/enabled'
  test.runIf(existsSync(unreadable))('a file whose disk fails', async () => {
    symlinkSync(unreadable, join(folder, 'failing.png'))
    expect((await served('failing.png')).status).toBe(500)
    await expect(source().open('failing.png')).rejects.toMatchObject({
      info: { code: 'file-unreadable', subject: 'data/failing.png' },
    })
    rmSync(join(folder, 'failing.png'))
    await alive()
  })

  test.runIf(existsSync(short))('one that is shorter than its size', async () => {
    symlinkSync(short, join(folder, 'short.png'))
    expect(await served('short.png')).toMatchObject({ isWhole: false })
    await expect(source().bytes('short.png', () => {})).rejects.toMatchObject({
      info: { code: 'file-unreadable', subject: 'data/short.png' },
    })
    rmSync(join(folder, 'short.png'))
    await alive()
  })

  test('one that is cut while a slow client reads it; no file stays open', async () => {
    const file = join(folder, 'large.bin')
    writeFileSync(file, Buffer.alloc(64 << 20, 'x'))
    const before = openFiles()
    const slow = Array.from({ length: 8 }, () => {
      const socket = connect(port, 'localhost')
      socket.write(requestText(port, { target: at('large.bin') }))
      return socket
    })
    await Promise.all(slow.map(socket => new Promise(resolve => socket.once('readable', resolve))))
    await alive()
    truncateSync(file, 1 << 20)
    const [first, ...others] = slow
    for (const socket of others) socket.destroy()
    if (first) expect(await readAnswer(first)).toMatchObject({ status: 200, isWhole: false })
    rmSync(file)
    await alive()
    await expect.poll(openFiles).toBeLessThanOrEqual(before)
  })
})

test('a folder of links, as Hugging Face’s cache is made, is listed with sizes and given', async () => {
  const cache = join(parent, 'models--someone--some-model')
  const snapshot = join(cache, 'snapshots/0123abcd')
  mkdirSync(join(snapshot, 'onnx'), { recursive: true })
  mkdirSync(join(cache, 'blobs'))
  writeFileSync(join(cache, 'blobs/aaaa'), '{"model_type":"x"}')
  writeFileSync(join(cache, 'blobs/bbbb'), 'weights')
  symlinkSync('../../blobs/aaaa', join(snapshot, 'config.json'))
  symlinkSync('../../../blobs/bbbb', join(snapshot, 'onnx/decoder_model_merged.onnx'))
  const links = await servePage([{ name: 'model', folder: snapshot }], join(parent, 'dist'))
  try {
    const source = new ServedSource('served', 'model', links.origin + links.servedAt('model'))
    expect(await source.list()).toEqual(
      expect.arrayContaining([
        { path: 'config.json', size: 18 },
        { path: 'onnx/decoder_model_merged.onnx', size: 7 },
      ]),
    )
    expect(await (await source.open('config.json')).text()).toBe('{"model_type":"x"}')
    const part = await source.read('onnx/decoder_model_merged.onnx', 2, 5)
    expect(new TextDecoder().decode(part)).toBe('igh')
  } finally {
    await links.close()
  }
})

test('for a data set in one file, its folder is served without other tables', async () => {
  const set = join(parent, 'set')
  mkdirSync(join(set, 'images'), { recursive: true })
  for (const name of ['a.csv', 'b.csv', 'images/x.png']) writeFileSync(join(set, name), 'question\nq\n')
  const files = await servePage([{ name: 'dataset', folder: join(set, 'a.csv') }], join(parent, 'dist'))
  try {
    const source = new ServedSource('served', 'set', files.origin + files.servedAt('dataset'))
    expect((await source.list()).map(({ path }) => path).sort()).toEqual(['a.csv', 'images/x.png'])
    expect(await source.size('a.csv')).toBe(11)
    const { tables } = await listTables({ source, files: await source.list() }, undefined)
    expect(tables.map(({ name, columns }) => [name, columns])).toEqual([['a', ['question']]])
  } finally {
    await files.close()
  }
})

/** How many files this process holds open; 0 where the system does not tell. */
function openFiles(): number {
  return existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0
}

/** Root may read everything, so permissions mean something only to somebody else. */
async function asNobody(action: () => Promise<void>): Promise<void> {
  const isRoot = process.getuid?.() === 0
  if (isRoot) process.seteuid?.(65534)
  try {
    await action()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}
