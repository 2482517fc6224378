import { expect, test } from 'vitest'
import { joinedBlob } from '../../../../src/engine/base/joined-blob.ts'

const letters = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

test('any stretch of the parts is read as one file', async () => {
  const joined = joinedBlob([letters('abc'), new Blob(['']), new Blob(['defg']), letters(''), letters('h')])
  expect(joined.size).toBe(8)
  for (let start = 0; start <= 8; start++)
    for (let end = start; end <= 8; end++)
      expect(await joined.slice(start, end).text()).toBe('abcdefgh'.slice(start, end))
})

test('where a file has become shorter, the bytes end there: none of the next part stand in its place', async () => {
  const shorter = new Blob(['de'])
  Object.defineProperty(shorter, 'size', { value: 4 })
  expect(await joinedBlob([letters('abc'), shorter, letters('h')]).text()).toBe('abcde')
})
