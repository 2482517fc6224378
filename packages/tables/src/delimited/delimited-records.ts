/**
 * Records of delimited text, quoted as in RFC 4180 and read as pandas does: a quote opens a cell only at its start,
 * text after a closing quote belongs to the cell, blank lines are skipped, a line ends with LF, CRLF or CR.
 *
 * The file is read in slices. One slice is in memory, or as much as the current cell needs. An image in base64 is never
 * stored: its cell becomes the place of its text in the file.
 */
import { joinedBytes } from '@voxelwise/pixels'
import { type ByteFile, markLength, utf8Text } from '../bytes.ts'
import { largeFault, manyRowsFault, tableFault } from '../faults.ts'
import { beginsImage, LONGEST_REFERENCE, TELLING_BYTES } from '../image-bytes.ts'
import { LONGEST_SLICE, MAX_COLUMNS, MAX_ITEM, MAX_ROW, MAX_ROWS, MAX_TEXT_CELL, SLICE } from '../limits.ts'

/** A part of a file, from its first byte to before `end`. */
export interface ByteSpan {
  readonly start: number
  readonly end: number
}

const [openBracket, closeBracket, comma, space, single, double] = [91, 93, 44, 32, 39, 34]

/**
 * The places of the items of a list of base64 images, as Python (single quotes) or JSON (double quotes, doubled in a
 * quoted cell) writes it. It must be a list of images from end to end; base64 contains nothing that is escaped.
 * @returns null for anything else
 */
function imageList(bytes: Uint8Array, start: number, end: number): readonly ByteSpan[] | null {
  if (bytes[start] !== openBracket || bytes[end - 1] !== closeBracket) return null
  const items: ByteSpan[] = []
  let at = start + 1
  for (;;) {
    while (bytes[at] === space) at++
    const mark = bytes[at]
    if (mark !== single && mark !== double) return null
    const width = mark === double && bytes[at + 1] === double ? 2 : 1
    at += width
    const close = bytes.indexOf(mark, at)
    if (close < 0 || close >= end || close - at <= LONGEST_REFERENCE || !beginsImage(bytes, at, close))
      return null
    items.push({ start: at, end: close })
    at = close + width
    while (bytes[at] === space) at++
    if (at === end - 1) return items
    if (bytes[at] !== comma) return null
    at++
  }
}

/** A text, the place of an image's base64 text in the file, or those of a list. */
export type DelimitedCell = string | ByteSpan | readonly ByteSpan[]

const quote = 34
const lf = 10
const cr = 13
const bracket = 91

/** The place of a cell's text in the window, and its end mark. */
interface CellEnd {
  /** Where its text begins and ends, without its outer quotes. */
  readonly start: number
  readonly end: number
  /** What follows the closing quote up to the end, which belongs to the cell. */
  readonly tail: number
  /** Where the next cell begins. */
  readonly next: number
  readonly isLast: boolean
}

export class DelimitedRecords {
  readonly #file: ByteFile
  readonly #separator: number
  #window = new Uint8Array()
  /** The place of the window's first byte in the file. */
  #base = 0
  /** In the window: where the cell begins, and where the search for its end continues. */
  #at = 0
  #seek = 0
  #isEnd = false
  #cells: DelimitedCell[] = []
  #text = 0
  /** Records read so far, the header among them. */
  #count = 0

  /** @param separator a byte, such as that of a tab */
  constructor(file: ByteFile, separator: number) {
    this.#file = file
    this.#separator = separator
  }

  /** @throws TableError bad-table, file-too-large, and as the file's `read` */
  async *records(signal?: AbortSignal): AsyncGenerator<readonly DelimitedCell[]> {
    await this.#more()
    this.#at = this.#seek = this.#beginning()
    for (;;) {
      const record = this.#record()
      if (record === 'more') {
        signal?.throwIfAborted()
        await this.#more()
      } else if (record === 'end') return
      else yield record
    }
  }

  /** Length of the byte order mark. */
  #beginning(): number {
    const [a, b] = this.#window
    if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
      throw tableFault(this.#file.name, '', 'it is UTF-16 text; save it as UTF-8')
    return markLength(this.#window)
  }

  /** Drops the processed part, and reads the next slice: a longer one, the longer the current cell. */
  async #more(): Promise<void> {
    const held = this.#window.subarray(this.#at)
    this.#base += this.#at
    this.#seek -= this.#at
    this.#at = 0
    const from = this.#base + held.length
    const slice = await this.#file.read(
      from,
      Math.min(this.#file.size, from + Math.min(LONGEST_SLICE, Math.max(SLICE, held.length))),
    )
    this.#window = held.length === 0 ? slice : joinedBytes([held, slice])
    this.#isEnd = slice.length === 0 || from + slice.length >= this.#file.size
  }

  #record(): readonly DelimitedCell[] | 'more' | 'end' {
    for (;;) {
      if (this.#cells.length === 0 && this.#at >= this.#window.length) return this.#isEnd ? 'end' : 'more'
      const cell = this.#cellEnd()
      if (cell === null) return 'more'
      const isBlank =
        cell.isLast && this.#cells.length === 0 && cell.next - this.#at <= 2 && cell.end === this.#at
      if (!isBlank) this.#keep(cell)
      this.#at = this.#seek = cell.next
      if (!cell.isLast) continue
      if (isBlank) continue
      const record = this.#cells
      this.#cells = []
      this.#text = 0
      if (this.#count++ > MAX_ROWS) throw manyRowsFault(this.#file.name)
      return record
    }
  }

  /** The end of the cell in hand; null where more of the file is needed to find it. */
  #cellEnd(): CellEnd | null {
    const window = this.#window
    const isQuoted = window[this.#at] === quote
    const start = this.#at + (isQuoted ? 1 : 0)
    let at = Math.max(this.#seek, start)
    let end = -1
    if (isQuoted) {
      for (;;) {
        const nextQuote = window.indexOf(quote, at)
        // A quote that ends the window may be the first of two.
        if (nextQuote < 0 || (nextQuote + 1 === window.length && !this.#isEnd)) {
          if (this.#isEnd)
            throw tableFault(this.#file.name, this.#where(), 'a quote that opens a cell is not closed')
          return this.#wait(nextQuote < 0 ? window.length : nextQuote)
        }
        if (window[nextQuote + 1] !== quote) {
          end = nextQuote
          break
        }
        at = nextQuote + 2
      }
      at = end + 1
    }
    const stop = this.#stop(at)
    if (stop === window.length && !this.#isEnd) return this.#wait(isQuoted ? end : stop)
    const byte = window[stop]
    if (byte === cr && stop + 1 === window.length && !this.#isEnd) return this.#wait(isQuoted ? end : stop)
    const next = stop + (byte === cr && window[stop + 1] === lf ? 2 : 1)
    return { start, end: isQuoted ? end : stop, tail: stop, next, isLast: byte !== this.#separator }
  }

  /** The first separator or end of line. */
  #stop(from: number): number {
    const window = this.#window
    const separator = this.#separator
    let at = from
    for (; at < window.length; at++) {
      const byte = window[at]
      if (byte === separator || byte === lf || byte === cr) break
    }
    return at
  }

  /** Refuses an unfinished cell that is longer than any may be. */
  #wait(seek: number): null {
    this.#seek = seek
    const length = this.#window.length - this.#at
    if (length > MAX_TEXT_CELL + TELLING_BYTES) {
      const kind = this.#kind()
      const [limit, what] = kind === 'text' ? [MAX_TEXT_CELL, 'text'] : [MAX_ITEM, 'images']
      if (length > limit)
        throw largeFault(
          `${this.#file.name}, ${this.#where()}`,
          `A cell has more than ${limit} bytes of ${what}.`,
          'Check that its quotes are closed; a cell must contain a text, an image or a list of images.',
        )
    }
    return null
  }

  #kind(): 'text' | 'images' {
    const start = this.#at + (this.#window[this.#at] === quote ? 1 : 0)
    if (this.#window[start] === bracket) return 'images'
    return beginsImage(this.#window, start) ? 'images' : 'text'
  }

  #keep({ start, end, tail }: CellEnd): void {
    if (this.#cells.length >= MAX_COLUMNS)
      throw tableFault(this.#file.name, this.#where(), `it has more than ${MAX_COLUMNS} columns`)
    const window = this.#window
    const base = this.#base
    if (end - start > LONGEST_REFERENCE) {
      if (beginsImage(window, start, end))
        return void this.#cells.push({ start: base + start, end: base + end })
      const list = imageList(window, start, end)
      if (list)
        return void this.#cells.push(list.map(item => ({ start: base + item.start, end: base + item.end })))
    }
    this.#text += end - start
    if (end - start > MAX_TEXT_CELL || this.#text > MAX_ROW)
      throw largeFault(
        `${this.#file.name}, ${this.#where()}`,
        `A row has more than ${MAX_ROW} bytes of text, or one cell of it more than ${MAX_TEXT_CELL}.`,
        'Check that its quotes are closed, or leave that column out.',
      )
    const isQuoted = start > this.#at
    const inner = this.#decode(start, end)
    const text = isQuoted
      ? inner.replaceAll('""', '"') + (tail > end + 1 ? this.#decode(end + 1, tail) : '')
      : inner
    this.#cells.push(text)
  }

  #decode(start: number, end: number): string {
    if (start === end) return ''
    try {
      return utf8Text(this.#window.subarray(start, end))
    } catch (cause) {
      throw tableFault(this.#file.name, this.#where(), 'it is not UTF-8 text', cause)
    }
  }

  /** As people count, the first row behind the header as 1. */
  #where(): string {
    return this.#count === 0 ? 'header' : `row ${this.#count}, cell ${this.#cells.length + 1}`
  }
}
