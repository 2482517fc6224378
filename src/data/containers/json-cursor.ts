/** JSON read from a file from front to back, a value at a time: what is held is the value in hand. */
import {
  type Json,
  type JsonAllowance,
  type JsonKeep,
  jsonAllowance,
  parseJson,
} from '../../engine/base/json.ts'
import type { ByteFile } from './bytes.ts'
import { JsonValueEnd } from './json-value-end.ts'
import { MAX_ITEM, SLICE } from './limits.ts'

/** Text that is not JSON, and where: in bytes from the beginning of the file. */
export class JsonPlaceError extends Error {
  override readonly name = 'JsonPlaceError'

  constructor(problem: string, at: number) {
    super(`${problem} at byte ${at}.`)
  }
}

/** One for all values: a file may have millions. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const [comma, colon] = [44, 58]
const [openArray, closeArray, openObject, closeObject] = [91, 93, 123, 125]
const isSpace = (byte: number): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9

/**
 * In an array or object, each value must be read by `value`, passed over by `skip`, or gone into, before the next.
 */
export class JsonCursor {
  readonly #file: ByteFile
  readonly #slice: number
  #window = new Uint8Array()
  /** Where the window begins in the file, and the place in hand within it. */
  #base = 0
  #at = 0

  /** @param slice bytes that are read at once */
  constructor(file: ByteFile, slice = SLICE) {
    this.#file = file
    this.#slice = slice
  }

  /** Where in the file the cursor stands, in bytes. */
  get place(): number {
    return this.#base + this.#at
  }

  /** @param place where the cursor stood before */
  seek(place: number): void {
    const at = place - this.#base
    if (at >= 0 && at <= this.#window.length) {
      this.#at = at
      return
    }
    this.#window = new Uint8Array()
    this.#base = place
    this.#at = 0
  }

  /** The names of the members of the object that stands here. */
  async *members(): AsyncGenerator<string> {
    await this.#expect(openObject, "A '{' was expected")
    if (await this.#takes(closeObject)) return
    for (;;) {
      const name = await this.value()
      if (typeof name !== 'string') throw this.#wrong('A property name in double quotes was expected')
      await this.#expect(colon, "A ':' was expected")
      yield name
      if (await this.#takes(closeObject)) return
      await this.#expect(comma, "A ',' or '}' was expected")
    }
  }

  /** Once for each item of the array that stands here. */
  async *items(): AsyncGenerator<void> {
    await this.#expect(openArray, "A '[' was expected")
    if (await this.#takes(closeArray)) return
    for (;;) {
      yield
      if (await this.#takes(closeArray)) return
      await this.#expect(comma, "A ',' or ']' was expected")
    }
  }

  /** Whether the value that stands here is an array. */
  async isArray(): Promise<boolean> {
    return (await this.#next()) === openArray
  }

  /**
   * The value that stands here.
   * @param most bytes that it may have
   * @throws JsonPlaceError, and as `parseJson`, whose places are counted from where it begins; TypeError where it is not UTF-8
   */
  async value(
    allowance: JsonAllowance = jsonAllowance(),
    most = MAX_ITEM,
    keep: JsonKeep = {},
  ): Promise<Json> {
    await this.#next()
    const end = await this.#endOfValue(most)
    const value = parseJson(utf8.decode(this.#window.subarray(this.#at, end)), allowance, keep)
    this.#at = end
    return value
  }

  /** Passes over the value that stands here. None of it is held, and only its brackets and quotes are read. */
  async skip(): Promise<void> {
    await this.#next()
    const value = new JsonValueEnd()
    for (;;) {
      const end = value.find(this.#window, this.#at)
      this.#at = end ?? this.#window.length
      if (end !== null || !(await this.#more())) return
    }
  }

  /** Passes over the byte order mark that some editors write at the beginning of a file. */
  async skipMark(): Promise<void> {
    while (this.#window.length < 3 && (await this.#more()));
    const [first, second, third] = this.#window
    if (first === 0xef && second === 0xbb && third === 0xbf) this.#at = 3
  }

  /** Nothing but white space is left. */
  async end(): Promise<void> {
    if ((await this.#next()) !== null) throw this.#wrong('Something follows the end of the value')
  }

  /** The next byte that is no white space, which is then in hand; null at the end of the file. */
  async #next(): Promise<number | null> {
    for (;;) {
      while (this.#at < this.#window.length && isSpace(this.#window[this.#at] as number)) this.#at++
      const byte = this.#window[this.#at]
      if (byte !== undefined) return byte
      if (!(await this.#more())) return null
    }
  }

  async #takes(byte: number): Promise<boolean> {
    const isNext = (await this.#next()) === byte
    if (isNext) this.#at++
    return isNext
  }

  async #expect(byte: number, problem: string): Promise<void> {
    if (!(await this.#takes(byte))) throw this.#wrong(problem)
  }

  #wrong(problem: string): JsonPlaceError {
    return new JsonPlaceError(problem, this.place)
  }

  /** Where in the window the value in hand ends, as far as brackets and quotes tell. */
  async #endOfValue(most: number): Promise<number> {
    const value = new JsonValueEnd()
    // Counted from the beginning of the value: the window moves as more is read.
    let read = 0
    for (;;) {
      const end = value.find(this.#window, this.#at + read)
      if (end !== null) return end
      read = this.#window.length - this.#at
      if (read > most) throw this.#wrong(`A value has more than ${most} bytes`)
      if (!(await this.#more())) return this.#window.length
    }
  }

  /** @returns false at the end of the file */
  async #more(): Promise<boolean> {
    const held = this.#window.subarray(this.#at)
    const from = this.#base + this.#window.length
    if (from >= this.#file.size) return false
    const slice = await this.#file.read(
      from,
      Math.min(this.#file.size, from + Math.max(this.#slice, held.length)),
    )
    if (slice.length === 0) return false
    this.#base += this.#at
    this.#at = 0
    this.#window = new Uint8Array(held.length + slice.length)
    this.#window.set(held)
    this.#window.set(slice, held.length)
    return true
  }
}
