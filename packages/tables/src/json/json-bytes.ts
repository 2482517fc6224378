/**
 * JSON in a file, scanned from front to back for the end of a value, an item or a line. Only brackets, commas and
 * quotes count; the parser checks the rest. The window is one slice of the file, or as much as the current value needs.
 */
import { joinedBytes } from '@voxelwise/pixels'
import { isJsonSpace } from '@voxelwise/python'
import { type ByteFile, type Bytes, markLength } from '../bytes.ts'
import { LONGEST_SLICE, SLICE } from '../limits.ts'

const [lf, quote, comma, backslash] = [10, 34, 44, 92]
const isOpening = (byte: number): boolean => byte === 91 || byte === 123
export const isClosing = (byte: number | undefined): boolean => byte === 93 || byte === 125

/** `value`: to its last byte. `item`: to the comma or bracket behind it. `line`: to its newline. */
type ScanUnit = 'value' | 'item' | 'line'

export class JsonBytes {
  readonly #file: ByteFile
  readonly #slice: number
  readonly #signal: AbortSignal | undefined
  #window = new Uint8Array()
  /** Where the window begins in the file, and the place in hand within it. */
  #base: number
  #at = 0

  /**
   * @param slice bytes per read
   * @param start in bytes
   */
  constructor(file: ByteFile, slice = SLICE, start = 0, signal?: AbortSignal) {
    this.#file = file
    this.#slice = slice
    this.#base = start
    this.#signal = signal
  }

  /** The scanner's place in the file, in bytes. */
  get place(): number {
    return this.#base + this.#at
  }

  /** Whether the window reaches to the end of the file, as far as its size is known. */
  get isWhole(): boolean {
    return this.#base + this.#window.length >= this.#file.size
  }

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

  /** The bytes from here on that are in the window. */
  rest(): Bytes {
    return this.#window.subarray(this.#at)
  }

  /** The next byte that is not white space; null at the end of the file. */
  async next(): Promise<number | null> {
    for (;;) {
      const byte = this.nextInWindow()
      if (byte !== null) return byte
      if (!(await this.#more())) return null
    }
  }

  /** As `next`, without waiting: null at the end of the window. */
  nextInWindow(): number | null {
    while (this.#at < this.#window.length && isJsonSpace(this.#window[this.#at] as number)) this.#at++
    return this.#window[this.#at] ?? null
  }

  /** Steps over the next byte that is not white space, if it is this one. */
  async takes(byte: number): Promise<boolean> {
    if (this.nextInWindow() === null) await this.next()
    return this.takesInWindow(byte)
  }

  /** As `takes`, without waiting: false at the end of the window. */
  takesInWindow(byte: number): boolean {
    const isNext = this.nextInWindow() === byte
    if (isNext) this.#at++
    return isNext
  }

  /** Passes over the byte order mark that some editors write at the beginning of a file. */
  async skipMark(): Promise<void> {
    while (this.#window.length < 3 && (await this.#more()));
    this.#at = markLength(this.#window)
  }

  /**
   * How many bytes the value, item or line has that begins here. They are in the window then.
   * @param tooLong the error where there are more than `most`
   * @returns null where the file ends before: `rest` is what there is
   */
  async extent(unit: ScanUnit, most: number, tooLong: () => Error): Promise<number | null> {
    const scan = new Scan(unit)
    for (let read = 0; ; ) {
      const end = scan.end(this.#window, this.#at + read)
      if (end !== null) return end - this.#at
      // Counted from here: the window moves as more is read.
      read = this.#window.length - this.#at
      if (read > most) throw tooLong()
      if (!(await this.#more())) return null
    }
  }

  /** As `extent`, without waiting: null where it goes beyond the window. */
  extentInWindow(unit: ScanUnit): number | null {
    const end = new Scan(unit).end(this.#window, this.#at)
    return end === null ? null : end - this.#at
  }

  /** Skips the current value without keeping it. */
  async skip(): Promise<void> {
    await this.next()
    const scan = new Scan('value')
    for (;;) {
      const end = scan.end(this.#window, this.#at)
      this.#at = end ?? this.#window.length
      if (end !== null || !(await this.#more())) return
    }
  }

  /** @returns false at the end of the file */
  async #more(): Promise<boolean> {
    this.#signal?.throwIfAborted()
    const held = this.#window.subarray(this.#at)
    const from = this.#base + this.#window.length
    const length = Math.max(this.#slice, Math.min(LONGEST_SLICE, held.length))
    const end = Math.min(this.#file.size, from + length)
    const slice = from < end ? await this.#file.read(from, end) : held.subarray(0, 0)
    if (slice.length === 0) return false
    this.#base += this.#at
    this.#at = 0
    this.#window = joinedBytes([held, slice])
    return true
  }
}

/** The bytes at which something may begin or end. */
const isTelling = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte === quote || byte === comma || isOpening(byte) || isClosing(byte) || isJsonSpace(byte)),
)

/** Finds one end, in bytes that come in pieces. */
class Scan {
  readonly #of: ScanUnit
  #depth = 0
  #isText = false
  /** Backslashes right before the piece. */
  #slashes = 0

  constructor(unit: ScanUnit) {
    this.#of = unit
  }

  /**
   * @param from where it begins in these bytes, or where the piece before ended
   * @returns null where it goes beyond these bytes
   */
  end(bytes: Uint8Array, from: number): number | null {
    if (this.#of === 'line') {
      const lineFeed = bytes.indexOf(lf, from)
      return lineFeed < 0 ? null : lineFeed
    }
    const isValue = this.#of === 'value'
    let depth = this.#depth
    for (let at = from; ; ) {
      if (this.#isText) {
        const close = this.#quoteFrom(bytes, at)
        if (close === null) break
        at = close + 1
        this.#isText = false
        if (isValue && depth === 0) return at
      }
      while (at < bytes.length && !isTelling[bytes[at] as number]) at++
      if (at === bytes.length) break
      const byte = bytes[at] as number
      if (depth === 0 && (byte === comma || isClosing(byte) || (isValue && isJsonSpace(byte)))) return at
      at++
      if (byte === quote) this.#isText = true
      else if (isOpening(byte)) depth++
      else if (isClosing(byte) && --depth === 0 && isValue) return at
    }
    this.#depth = depth
    return null
  }

  /** The next quote that no backslash escapes. */
  #quoteFrom(bytes: Uint8Array, from: number): number | null {
    for (let at = from; ; ) {
      const nextQuote = bytes.indexOf(quote, at)
      const end = nextQuote < 0 ? bytes.length : nextQuote
      let slashes = 0
      while (end - slashes > at && bytes[end - 1 - slashes] === backslash) slashes++
      if (slashes === end - at) slashes += this.#slashes
      this.#slashes = nextQuote < 0 ? slashes : 0
      if (nextQuote < 0) return null
      if (slashes % 2 === 0) return nextQuote
      at = nextQuote + 1
    }
  }
}
