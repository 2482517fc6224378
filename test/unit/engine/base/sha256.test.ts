import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256, sha256OfPieces } from '../../../../src/engine/base/sha256.ts'

const hex = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

test('of bytes', async () => {
  expect(await sha256(new TextEncoder().encode('abc'))).toBe(hex('abc'))
})

test('of a file: the digest of its pieces’ digests, of which the last may be shorter', async () => {
  const piece = 1 << 24
  const bytes = new Uint8Array(piece + 3).fill(7)
  const pieces = [hex(bytes.subarray(0, piece)), hex(bytes.subarray(piece))]
  expect(await sha256OfPieces(new Blob([bytes]))).toBe(hex(pieces.join('\n')))
  expect(await sha256OfPieces(new Blob([bytes.subarray(3)]))).toBe(hex(hex(bytes.subarray(3))))
  expect(await sha256OfPieces(new Blob())).toBe(hex(''))
})
