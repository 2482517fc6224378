import { expect, test } from 'vitest'
import { Recent } from '../src/recent.ts'

/** Values that are their own keys, and how often each was made. */
function counted(most: number) {
  const recent = new Recent<string, string>(most)
  const made: string[] = []
  const get = (key: string, size: number) =>
    recent.get(key, size, async () => {
      made.push(key)
      return key
    })
  return { get, made }
}

test('values that are asked for in turn, or at once, are made once', async () => {
  const { get, made } = counted(10)
  for (const key of ['a', 'b', 'a', 'b']) expect(await get(key, 5)).toBe(key)
  expect(await Promise.all([get('c', 5), get('c', 5)])).toEqual(['c', 'c'])
  expect(made).toEqual(['a', 'b', 'c'])
})

test('those that were not asked for longest go first, as many as the limit needs', async () => {
  const { get, made } = counted(10)
  for (const key of ['a', 'b', 'a', 'c']) await get(key, 5)
  await get('a', 5)
  expect(made).toEqual(['a', 'b', 'c'])
  await get('b', 5)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  await get('large', 10)
  await get('a', 5)
  expect(made).toEqual(['a', 'b', 'c', 'b', 'large', 'a'])
})

test('one beyond the limit, and one that failed, are made again', async () => {
  const { get, made } = counted(10)
  await get('a', 5)
  await get('huge', 11)
  await get('huge', 11)
  await get('a', 5)
  expect(made).toEqual(['a', 'huge', 'huge'])
  const recent = new Recent<string, string>(10)
  await expect(recent.get('x', 1, () => Promise.reject(new Error('It failed.')))).rejects.toThrow(
    'It failed.',
  )
  expect(await recent.get('x', 1, async () => 'again')).toBe('again')
})
