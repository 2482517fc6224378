import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KeptVersions } from '../../../src/offline/kept-versions.ts'

const scope = 'https://host.example/page/'
const file = { path: 'models/demo/config.json', size: 2, sha256: 'abc' }
const release = { version: 'one', headers: { 'x-policy': 'strict' }, files: [file] }

/** Never answers, as Chromium's cache after the browser deleted the data of the page. */
const silence = new Promise<never>(() => {})

const wish = `${scope}?offline`

const cache = { match: vi.fn(), put: vi.fn(), keys: vi.fn() }
const opened = vi.fn()
const fetched = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('caches', { open: opened, match: async () => undefined })
  vi.stubGlobal('fetch', fetched)
  opened.mockImplementation(async () => cache)
  cache.match.mockImplementation(async () => undefined)
  cache.put.mockImplementation(async () => {})
  fetched.mockImplementation(async () => new Response('{}'))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

const kept = () => new KeptVersions(release, [file], scope)
const text = async (answer: Promise<Response | null>) => (await answer)?.text()

test.each([
  ['looking it up', () => opened.mockReturnValue(silence)],
  ['finding it', () => cache.match.mockReturnValue(silence)],
  ['keeping it', () => cache.put.mockReturnValue(silence)],
])('if the cache is silent on %s, the host answers', async (_, silenced) => {
  silenced()
  const answer = kept().answer(file.path)
  await vi.advanceTimersByTimeAsync(100_000)
  const response = await answer
  expect(await response?.text()).toBe('{}')
  expect(response?.headers.get('x-policy')).toBe('strict')
})

test('a silent cache keeps only the first waiting', async () => {
  opened.mockReturnValue(silence)
  const versions = kept()
  const first = text(versions.answer(file.path))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await first).toBe('{}')
  const second = text(versions.answer(file.path))
  await vi.advanceTimersByTimeAsync(1)
  expect(await second).toBe('{}')
})

test('a cache that fails is done without', async () => {
  cache.match.mockRejectedValue(new DOMException('Unexpected internal error.', 'UnknownError'))
  const answer = text(kept().answer(file.path))
  await vi.advanceTimersByTimeAsync(0)
  expect(await answer).toBe('{}')
})

test('without a host, a slow cache is awaited', async () => {
  const answers: ((response: Response) => void)[] = []
  cache.match.mockImplementation((address: string) =>
    address === scope
      ? Promise.resolve(new Response('one'))
      : new Promise<Response>(resolve => answers.push(resolve)),
  )
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  const answer = text(kept().answer(file.path))
  await vi.advanceTimersByTimeAsync(30_000)
  answers[0]?.(new Response('kept'))
  expect(await answer).toBe('kept')
})

test('without a host and a cache it reports why the host did not answer', async () => {
  cache.match.mockRejectedValue(new DOMException('Gone.', 'NotFoundError'))
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  const answer = kept().answer(file.path)
  const failure = expect(answer).rejects.toThrow('Failed to fetch')
  await vi.advanceTimersByTimeAsync(1000)
  await failure
})

test('a visit stores the page alone, until the user wants all of it', async () => {
  const stored = new Map<string, Response>()
  cache.match.mockImplementation(async (address: string) => stored.get(address)?.clone())
  cache.put.mockImplementation(async (address: string, response: Response) => {
    stored.set(address, response)
  })
  cache.keys.mockImplementation(async () => [...stored.keys()].map(url => ({ url })))
  const versions = kept()
  await versions.install()
  expect(await versions.status()).toMatchObject({ isWhole: false, isWanted: false, size: 2 })
  await versions.keepAll()
  expect(await versions.status()).toMatchObject({ isWhole: true, isWanted: true })
  expect([...stored.keys()]).toEqual([scope, wish, scope + file.path])
  stored.delete(scope + file.path)
  await kept().install()
  expect(await versions.status()).toMatchObject({ isWhole: true })
})
