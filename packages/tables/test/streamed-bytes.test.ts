import { expect, test } from 'vitest'
import { Random } from '../../../test/unit/support/random.ts'
import { rounds } from '../../../test/unit/support/rounds.ts'
import { streamedBytes } from '../src/streamed-bytes.ts'

const tooMany = () => new Error('It has too many bytes.')

test('any part of a stream can be read, and an earlier one begins it again', async () => {
  const random = new Random(1)
  const all = Uint8Array.from({ length: 300 }, (_, i) => i % 251)
  let [begun, ended] = [0, 0]
  async function* chunks() {
    begun++
    try {
      for (let at = 0; at < all.length; ) {
        const size = random.below(20)
        yield all.subarray(at, at + size)
        at += size
      }
    } finally {
      ended++
    }
  }
  const file = streamedBytes('a', chunks, 300, tooMany)
  for (let at = 0; at < 310; at += 7) expect(await file.read(at, at + 7)).toEqual(all.slice(at, at + 7))
  expect(begun).toBe(1)
  for (let round = 0; round < rounds(1000); round++) {
    const [start, length] = [random.below(310), random.below(50)]
    expect(await file.read(start, start + length)).toEqual(all.slice(start, start + length))
  }
  await file.close()
  expect(ended).toBe(begun)
})

test('a stream that is longer than it may be is ended', async () => {
  const file = streamedBytes(
    'run-0001.json',
    async function* () {
      for (;;) yield new Uint8Array(1000)
    },
    1_000_000,
    tooMany,
  )
  await expect(file.read(2_000_000, 2_000_001)).rejects.toThrow('It has too many bytes.')
})
