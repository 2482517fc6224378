import { joinedBytes } from '@voxelwise/pixels'
import type { ByteFile } from './bytes.ts'

/**
 * Sequential bytes, read as a file. They are not stored: reading an earlier place restarts the stream.
 * @param open begins the bytes
 * @param most how many there may be
 * @param tooMany the error where there are more
 * @returns a file whose `read` throws these and errors of the bytes' source; `close` ends the source
 */
export function streamedBytes(
  name: string,
  open: () => AsyncIterable<Uint8Array>,
  most: number,
  tooMany: () => Error,
): ByteFile & { close(): Promise<void> } {
  let source: AsyncIterator<Uint8Array> | null = null
  /** Received bytes that were not read, and their place. */
  let held: Uint8Array = new Uint8Array()
  let at = 0
  // How many there are is only known at the end.
  return { name, size: Number.POSITIVE_INFINITY, read, close }

  async function read(start: number, end: number) {
    if (start < at) await close()
    const parts: Uint8Array[] = []
    let missing = end - start
    while (missing > 0) {
      if (held.length === 0 && !(await more())) break
      const passed = Math.min(held.length, Math.max(0, start - at))
      const part = held.subarray(passed, passed + missing)
      at += passed + part.length
      held = held.subarray(passed + part.length)
      missing -= part.length
      if (part.length > 0) parts.push(part)
    }
    return joinedBytes(parts)
  }

  /** A later read begins it again. */
  async function close(): Promise<void> {
    const ended = source
    source = null
    held = new Uint8Array()
    at = 0
    await ended?.return?.()
  }

  /** @returns false where there are no more */
  async function more(): Promise<boolean> {
    source ??= open()[Symbol.asyncIterator]()
    const { done, value } = await source.next()
    if (done) return false
    if (at + value.length > most) throw tooMany()
    held = value
    return true
  }
}
