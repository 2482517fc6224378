import { expect, test } from 'vitest'
import { ClosingFrame } from '../../../../src/cli/serve/closing-frame.ts'

const [message, close, ping] = [2, 8, 9] as const

/** A frame as RFC 6455 has it; its contents look like closing frames. */
function frame(size: number, opcode: number, isMasked = true): Buffer {
  const extended = size < 126 ? 0 : size < 65_536 ? 2 : 8
  const head = Buffer.alloc(2 + extended + (isMasked ? 4 : 0), 0x88)
  head[0] = 0x80 + opcode
  head[1] = (isMasked ? 128 : 0) + (extended === 0 ? size : extended === 2 ? 126 : 127)
  if (extended === 2) head.writeUInt16BE(size, 2)
  if (extended === 8) head.writeBigUInt64BE(BigInt(size), 2)
  return Buffer.concat([head, Buffer.alloc(size, 0x88)])
}

const parts = (bytes: Buffer, size: number): readonly Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size))

test.each([1, 2, 3, 7, 1000, 1e6])('is seen after messages of every size, in parts of %d bytes', size => {
  const messages = [0, 1, 125, 126, 127, 65_535, 65_536, 70_000].map(length => frame(length, message))
  const watch = new ClosingFrame()
  const before = Buffer.concat([...messages, frame(0, ping), frame(3, message, false)])
  expect(parts(before, size).some(part => watch.isIn(part))).toBe(false)
  expect(parts(frame(2, close), size).some(part => watch.isIn(part))).toBe(true)
})

test('is seen behind a message in the same part', () => {
  expect(new ClosingFrame().isIn(Buffer.concat([frame(300, message), frame(2, close)]))).toBe(true)
})
