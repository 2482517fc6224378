import { expect, test } from 'vitest'
import { unzstd } from '../src/containers/zstd.ts'

/** A frame of one block, with these literals. */
function frame(literals: readonly number[]): Uint8Array {
  const size = literals.length
  const header = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 16]
  return Uint8Array.from([...header, (size << 3) | (2 << 1) | 1, size >> 5, 0, ...literals])
}

/** 16 literals in one stream, and the tree's FSE table of 32 states before it. */
const literals = (...table: readonly number[]) => [
  0x02,
  0x01,
  0x02,
  table.length + 1,
  ...table,
  1,
  0,
  0,
  0,
  0,
]

test.each([
  ['its first weight', [0xf0, 0x03]],
  ['a weight after others that never occur', [0x10, 0xf8, 0x01]],
])('a Huffman table that %s fills is refused', (_, table) => {
  expect(() => unzstd(frame(literals(...table)), new Uint8Array(16))).toThrow(
    'a Huffman table has one weight only',
  )
})

test('a table in a later frame, behind one that is skipped, is found', () => {
  const skipped = [0x5a, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7]
  const raw = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 1, (1 << 3) | 1, 0, 0, 65]
  const bytes = Uint8Array.from([...raw, ...skipped, ...frame(literals(0xf0, 0x03))])
  expect(() => unzstd(bytes, new Uint8Array(17))).toThrow('a Huffman table has one weight only')
})

test('raw and repeated blocks are unpacked', () => {
  const bytes = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 5, 2 << 3, 0, 0, 72, 105, (3 << 3) | 2 | 1, 0, 0, 33]
  expect(new TextDecoder().decode(unzstd(Uint8Array.from(bytes), new Uint8Array(5)))).toBe('Hi!!!')
})
