import { expect, test } from 'vitest'
import { ReadAhead } from '../../../../src/engine/runtime/read-ahead.ts'

const file = (text: string): Blob => new Blob([text])
const text = async (read: Promise<ArrayBuffer> | null): Promise<string | null> =>
  read && new TextDecoder().decode(await read)

test('files are read in sequence, and each is kept until it is taken', async () => {
  let reading = 0
  let most = 0
  const ahead = new ReadAhead(async one => {
    most = Math.max(most, ++reading)
    const bytes = await one.arrayBuffer()
    reading--
    return bytes
  })
  for (const name of ['a', 'b', 'c']) ahead.begin(name, file(`bytes of ${name}`))
  expect(await text(ahead.take('b'))).toBe('bytes of b')
  expect(await text(ahead.take('a'))).toBe('bytes of a')
  expect(ahead.take('a')).toBeNull()
  expect(ahead.take('never begun')).toBeNull()
  expect(await text(ahead.take('c'))).toBe('bytes of c')
  expect(most).toBe(1)
})

test('an unreadable file fails for its taker, and the next is read', async () => {
  const ahead = new ReadAhead(async one => {
    if (one.size === 0) throw new DOMException('The file has changed.', 'NotReadableError')
    return one.arrayBuffer()
  })
  ahead.begin('gone', file(''))
  ahead.begin('there', file('there'))
  expect(await text(ahead.take('there'))).toBe('there')
  await expect(ahead.take('gone')).rejects.toThrow('The file has changed.')
})
