import { expect, test } from 'vitest'
import { KeyedCache } from '../../../../src/engine/base/keyed-cache.ts'

/** A cache, and what it loaded. */
function loading() {
  const cache = new KeyedCache<string>()
  const loaded: string[] = []
  const get = (id: string, key: string) =>
    cache.get(id, key, async () => {
      loaded.push(id + key)
      return id + key
    })
  return { cache, loaded, get }
}

test('a value is loaded once for callers at the same time, and again for another key', async () => {
  const { loaded, get } = loading()
  expect(await Promise.all([get('a', '1'), get('a', '1'), get('b', '1')])).toEqual(['a1', 'a1', 'b1'])
  expect(await get('a', '2')).toBe('a2')
  expect(await get('a', '2')).toBe('a2')
  expect(loaded).toEqual(['a1', 'b1', 'a2'])
})

test('other ids are dropped', async () => {
  const { cache, loaded, get } = loading()
  for (const id of ['a', 'b', 'c']) await get(id, '1')
  cache.keepOnly(['b', 'd'])
  for (const id of ['a', 'b', 'c']) await get(id, '1')
  expect(loaded).toEqual(['a1', 'b1', 'c1', 'a1', 'c1'])
})

test('a failed load is not cached, and does not drop its successor', async () => {
  const cache = new KeyedCache<string>()
  let fail: (error: Error) => void = () => {}
  const first = cache.get('a', '1', () => new Promise((_, reject) => (fail = reject)))
  const second = cache.get('a', '2', async () => 'second')
  fail(new Error('It broke.'))
  await expect(first).rejects.toThrow('It broke.')
  expect(await second).toBe('second')
  expect(await cache.get('a', '2', () => Promise.reject(new Error('loaded again')))).toBe('second')
  await expect(cache.get('b', '1', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await cache.get('b', '1', async () => 'b')).toBe('b')
})
