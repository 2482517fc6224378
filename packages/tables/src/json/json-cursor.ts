/** JSON read from a file from front to back, a value at a time: only the current value is in memory. */
import { type Json, type JsonAllowance, type JsonKeep, jsonAllowance, parseJson } from '@voxelwise/python'
import { utf8Text } from '../bytes.ts'
import { MAX_ITEM } from '../limits.ts'
import { JsonBytes } from './json-bytes.ts'

/** Text that is not JSON, and where: in bytes from the beginning of the file. */
class JsonPlaceError extends Error {
  override readonly name = 'JsonPlaceError'

  constructor(problem: string, at: number) {
    super(`${problem} at byte ${at}.`)
  }
}

const [comma, colon] = [44, 58]
const [openArray, closeArray, openObject, closeObject] = [91, 93, 123, 125]

/** In an array or object, each value must be read by `value`, skipped by `skip`, or entered, before the next. */
export class JsonCursor extends JsonBytes {
  /** The names of the members of the current object. */
  async *members(): AsyncGenerator<string> {
    await this.#expect(openObject, "A '{' was expected")
    if (await this.takes(closeObject)) return
    for (;;) {
      const name = await this.value()
      if (typeof name !== 'string') throw this.#wrong('A property name in double quotes was expected')
      await this.#expect(colon, "A ':' was expected")
      yield name
      if (await this.takes(closeObject)) return
      await this.#expect(comma, "A ',' or '}' was expected")
    }
  }

  /** Yields once for each item of the current array. */
  async *items(): AsyncGenerator<void> {
    await this.#expect(openArray, "A '[' was expected")
    if (await this.takes(closeArray)) return
    for (;;) {
      yield
      // Waiting for each of millions of short items would take most of the time.
      if (this.nextInWindow() === null) await this.next()
      if (this.takesInWindow(closeArray)) return
      if (!this.takesInWindow(comma)) throw this.#wrong("A ',' or ']' was expected")
    }
  }

  /** Whether the current value is an array. */
  async isArray(): Promise<boolean> {
    return (await this.next()) === openArray
  }

  /**
   * The current value.
   * @param most its maximum size in bytes
   * @throws JsonPlaceError, and as `parseJson`, with places relative to its start; TypeError if it is not UTF-8
   */
  async value(
    allowance: JsonAllowance = jsonAllowance(),
    most = MAX_ITEM,
    keep: JsonKeep = {},
  ): Promise<Json> {
    if (this.nextInWindow() === null) await this.next()
    const tooLong = () => this.#wrong(`A value has more than ${most} bytes`)
    const length = this.extentInWindow('value') ?? (await this.extent('value', most, tooLong))
    return this.#taken(length ?? this.rest().length, allowance, keep)
  }

  /**
   * As `value`, without waiting, which takes longer than to read a short value.
   * @returns undefined where the value goes beyond the window
   */
  valueInWindow(allowance: JsonAllowance, keep: JsonKeep): Json | undefined {
    if (this.nextInWindow() === null) return undefined
    const length = this.extentInWindow('value')
    return length === null ? undefined : this.#taken(length, allowance, keep)
  }

  #taken(length: number, allowance: JsonAllowance, keep: JsonKeep): Json {
    const value = parseJson(utf8Text(this.rest().subarray(0, length)), allowance, keep)
    this.seek(this.place + length)
    return value
  }

  /** Nothing but white space is left. */
  async end(): Promise<void> {
    if ((await this.next()) !== null) throw this.#wrong('Something follows the end of the value')
  }

  async #expect(byte: number, problem: string): Promise<void> {
    if (!(await this.takes(byte))) throw this.#wrong(problem)
  }

  #wrong(problem: string): JsonPlaceError {
    return new JsonPlaceError(problem, this.place)
  }
}
