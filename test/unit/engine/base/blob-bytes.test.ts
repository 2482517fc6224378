import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blobBytes } from '../../../../src/engine/base/blob-bytes.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A blob that answers only what it is asked for the `answered`th time. */
class Silent extends Blob {
  asked = 0
  readonly #answered: number

  constructor(answered: number) {
    super(['bytes'])
    this.#answered = answered
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    this.asked++
    return this.asked < this.#answered ? new Promise(() => {}) : super.arrayBuffer()
  }
}

test('a blob that answers is asked once', async () => {
  const blob = new Silent(1)
  expect((await blobBytes(blob)).byteLength).toBe(5)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(blob.asked).toBe(1)
})

test('one that leaves a read without an answer is asked again', async () => {
  const blob = new Silent(3)
  const bytes = blobBytes(blob)
  await vi.advanceTimersByTimeAsync(31_000)
  expect((await bytes).byteLength).toBe(5)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(blob.asked).toBe(3)
})

test('an error is reported immediately', async () => {
  const blob = new Blob()
  vi.spyOn(blob, 'arrayBuffer').mockRejectedValue(new DOMException('It is gone.', 'NotFoundError'))
  await expect(blobBytes(blob)).rejects.toThrow('It is gone.')
})
