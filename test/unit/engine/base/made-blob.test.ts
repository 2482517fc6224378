import { expect, test } from 'vitest'
import { MadeBlob } from '../../../../src/engine/base/made-blob.ts'

const length = 20 * 2 ** 20 + 3

const pattern = Uint8Array.from({ length: length }, (_, i) => i % 251)

/** Bytes that follow from their place, with a note of what was made. */
function counting(): { readonly blob: MadeBlob; readonly asked: number[] } {
  const asked: number[] = []
  const blob = new MadeBlob(length, async (start, end) => {
    asked.push(end - start)
    return pattern.slice(start, end)
  })
  return { blob, asked }
}

test('a part has the bytes of its place, and no others are made', async () => {
  const { blob, asked } = counting()
  const part = blob.slice(500, 900).slice(100, 105)
  expect(part.size).toBe(5)
  expect([...(await part.bytes())]).toEqual([600, 601, 602, 603, 604].map(place => place % 251))
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(await part.bytes())
  expect(asked).toEqual([5, 5, 5])
  expect(blob.slice(length - 2, length + 10).size).toBe(2)
})

test('read whole or as a stream, a stretch is made at a time', async () => {
  const { blob, asked } = counting()
  const whole = await blob.bytes()
  expect(whole.length).toBe(length)
  expect(whole[length - 1]).toBe((length - 1) % 251)
  let at = 0
  for await (const chunk of blob.stream()) {
    expect(Buffer.compare(chunk, whole.subarray(at, at + chunk.length))).toBe(0)
    at += chunk.length
  }
  expect(at).toBe(length)
  expect(Math.max(...asked)).toBe(2 ** 24)
})
