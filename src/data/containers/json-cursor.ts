/** JSON read from a file from front to back, a value at a time: what is held is the value in hand. */
import { type Json, type JsonAllowance, jsonAllowance, parseJson } from '../../engine/base/json.ts'
import type { ByteFile } from './bytes.ts'
import { MAX_ITEM, SLICE } from './limits.ts'

/** Text that is not JSON, and where: in bytes from the beginning of the file. */
export class JsonPlaceError extends Error {
  override readonly name = 'JsonPlaceError'

  constructor(problem: string, at: number) {
    super(`${problem} at byte ${at}.`)
  }
}

const [quote, backslash, comma, colon] = [34, 92, 44, 58]
const [openArray, closeArray, openObject, closeObject] = [91, 93, 123, 125]
const isSpace = (byte: number): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9
const endsScalar = (byte: number): boolean =>
  byte === comma || byte === closeArray || byte === closeObject || isSpace(byte)

/** Whoever goes into an array or object takes each of its values, by `value` or by going into it, before the next. */
export class JsonCursor {
  readonly #file: ByteFile
  #window = new Uint8Array()
  /** Where the window begins in the file, and the place in hand within it. */
  #base = 0
  #at = 0

  constructor(file: ByteFile) {
    this.#file = file
  }

  /** Bytes read so far. */
  get place(): number {
    return this.#base + this.#at
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
   * @throws JsonPlaceError, and as `parseJson`, whose places are counted from where it begins; TypeError where it is not UTF-8
   */
  async value(allowance: JsonAllowance = jsonAllowance()): Promise<Json> {
    await this.#next()
    const end = await this.#endOfValue()
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      this.#window.subarray(this.#at, end),
    )
    const value = parseJson(text, allowance)
    this.#at = end
    return value
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
  async #endOfValue(): Promise<number> {
    let depth = 0
    let isText = false
    // Counted from the beginning of the value: the window moves as more is read.
    for (let offset = 0; ; offset++) {
      if (this.#at + offset >= this.#window.length) {
        if (offset > MAX_ITEM) throw this.#wrong(`A value has more than ${MAX_ITEM} bytes`)
        if (!(await this.#more())) return this.#window.length
      }
      const byte = this.#window[this.#at + offset] as number
      if (isText) {
        const close = this.#window.indexOf(quote, this.#at + offset)
        if (close < 0) {
          offset = this.#window.length - this.#at - 1
          continue
        }
        let slashes = 0
        while (this.#window[close - 1 - slashes] === backslash) slashes++
        offset = close - this.#at
        if (slashes % 2 > 0) continue
        isText = false
        if (depth === 0) return close + 1
      } else if (byte === quote) isText = true
      else if (byte === openArray || byte === openObject) depth++
      else if (depth === 0 && endsScalar(byte)) return this.#at + offset
      else if (byte === closeArray || byte === closeObject) {
        if (--depth === 0) return this.#at + offset + 1
      }
    }
  }

  /** @returns false at the end of the file */
  async #more(): Promise<boolean> {
    const held = this.#window.subarray(this.#at)
    const from = this.#base + this.#window.length
    if (from >= this.#file.size) return false
    const slice = await this.#file.read(from, Math.min(this.#file.size, from + Math.max(SLICE, held.length)))
    if (slice.length === 0) return false
    this.#base += this.#at
    this.#at = 0
    this.#window = new Uint8Array(held.length + slice.length)
    this.#window.set(held)
    this.#window.set(slice, held.length)
    return true
  }
}
