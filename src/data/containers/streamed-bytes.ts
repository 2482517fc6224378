import { joinedBytes } from '../../engine/base/joined-bytes.ts'
import type { ByteFile, Bytes } from './bytes.ts'
import { tooLarge } from './errors.ts'

/** Sequential bytes, read as a file. They are not stored: reading an earlier place restarts the stream. */
export class StreamedBytes implements ByteFile {
  readonly name: string
  /** How many there are is only known at the end. */
  readonly size = Number.POSITIVE_INFINITY
  readonly #open: () => AsyncIterable<Uint8Array>
  readonly #most: number
  #source: AsyncIterator<Uint8Array> | null = null
  /** Received bytes that were not read, and their place. */
  #held: Uint8Array = new Uint8Array()
  #at = 0

  /**
   * @param open begins the bytes
   * @param most how many there may be
   */
  constructor(name: string, open: () => AsyncIterable<Uint8Array>, most: number) {
    this.name = name
    this.#open = open
    this.#most = most
  }

  /** @throws VoxelwiseError file-too-large; errors of the bytes' source */
  async read(start: number, end: number): Promise<Bytes> {
    if (start < this.#at) await this.close()
    const parts: Uint8Array[] = []
    let missing = end - start
    while (missing > 0) {
      if (this.#held.length === 0 && !(await this.#more())) break
      const passed = Math.min(this.#held.length, Math.max(0, start - this.#at))
      const part = this.#held.subarray(passed, passed + missing)
      this.#at += passed + part.length
      this.#held = this.#held.subarray(passed + part.length)
      missing -= part.length
      if (part.length > 0) parts.push(part)
    }
    return joinedBytes(parts)
  }

  /** Ends the source. A later read begins it again. */
  async close(): Promise<void> {
    const source = this.#source
    this.#source = null
    this.#held = new Uint8Array()
    this.#at = 0
    await source?.return?.()
  }

  /** @returns false where there are no more */
  async #more(): Promise<boolean> {
    this.#source ??= this.#open()[Symbol.asyncIterator]()
    const { done, value } = await this.#source.next()
    if (done) return false
    if (this.#at + value.length > this.#most)
      throw tooLarge(
        this.name,
        `It has more than ${this.#most} bytes.`,
        'Import the run from a file of its own.',
      )
    this.#held = value
    return true
  }
}
