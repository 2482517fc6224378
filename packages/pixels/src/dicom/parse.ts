/** The elements of a DICOM file (PS3.5 section 7, PS3.10 section 7), read by slices. */

import type { Faults } from '../faults.ts'
import { inflateRaw } from '../inflate.ts'
import { DataSet, type Fragment, type PixelPlace } from './data-set.ts'
import { Cursor, memorySource, type SlicedBytes } from './sliced-bytes.ts'
import { findRepresentation, type Name, nameOfTag } from './tags.ts'

/** Elements of one file. Each takes time however few its bytes. */
const MOST_ELEMENTS = 1_000_000
/** Sequences within sequences. */
const MOST_NESTED = 32
/** Bytes of a value that is kept: a table of 65,536 entries has half of it. Orientation of 10,000 frames lies in items. */
const LONGEST_VALUE = 1 << 18
/** Bytes of an inflated data set. */
const MOST_INFLATED = 256_000_000

const UNDEFINED = 0xffffffff
const ITEM = 0xfffee000
const ITEM_END = 0xfffee00d
const SEQUENCE_END = 0xfffee0dd

/** Representations whose length has four bytes (PS3.5 table 7.1-1). */
const long = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'SV', 'UC', 'UN', 'UR', 'UT', 'UV'])
const short = new Set('AE AS AT CS DA DS DT FD FL IS LO LT PN SH SL SS ST TM UI UL US'.split(' '))

export const syntaxes = {
  implicit: '1.2.840.10008.1.2',
  explicit: '1.2.840.10008.1.2.1',
  deflated: '1.2.840.10008.1.2.1.99',
  bigEndian: '1.2.840.10008.1.2.2',
} as const

export interface ParseOptions {
  /** Which elements are kept. */
  readonly names: ReadonlySet<Name>
  /** Reads what follows the pixel data, too, and refuses a file in which any element runs past the end. */
  readonly whole: boolean
}

export interface DicomFile {
  readonly syntax: string
  readonly meta: DataSet
  readonly data: DataSet
  /** Where pixel data is read: the file, or its inflated data set. */
  readonly source: SlicedBytes
}

/** Whether the first bytes of a file look like DICOM: `DICM` at byte 128, or without a preamble an element of group 2 or 8. */
export function isDicom(bytes: Uint8Array): boolean {
  return findStart(bytes) !== null
}

/** Where the first element lies; null where the file is no DICOM file. */
function findStart(bytes: Uint8Array): number | null {
  if (bytes.length >= 132 && String.fromCharCode(...bytes.subarray(128, 132)) === 'DICM') return 132
  if (bytes.length < 8) return null
  const [g0, g1, e0, e1, v0 = 0, v1 = 0, l0 = 0, l1 = 0] = bytes
  const isLittle = (g0 === 2 || g0 === 8) && g1 === 0 && e1 === 0
  const isBig = g0 === 0 && (g1 === 2 || g1 === 8) && e0 === 0
  if (!isLittle && !isBig) return null
  const vr = String.fromCharCode(v0, v1)
  if (short.has(vr) || long.has(vr)) return 0
  // Implicit: the length of a first element is short.
  return isLittle && l1 === 0 && l0 === 0 && v1 < 4 ? 0 : null
}

/**
 * @throws PixelError image-unsupported where it is no DICOM file or of a syntax without elements; image-truncated,
 * image-unreadable, image-too-large
 */
export async function parseDicom(
  source: SlicedBytes,
  faults: Faults,
  { names, whole }: ParseOptions,
): Promise<DicomFile> {
  const start = findStart(await source.read(0, 132))
  if (start === null) throw faults.unsupported('this file: it is no DICOM file')
  const cursor = new Cursor(source)
  cursor.at = start
  const meta = new DataSet(true)
  const parser = new Parser(faults, names, whole)
  await parser.group2(cursor, meta)
  const first = await sniff(cursor)
  const syntax = meta.text('transferSyntax') || first.syntax
  if (syntax === syntaxes.deflated) {
    const inflated = memorySource(await inflateRaw(source, cursor.at, MOST_INFLATED, faults))
    const inner = new Cursor(inflated)
    const data = new DataSet(true)
    await parser.elements(inner, data, inner.size, true, 0)
    return { syntax, meta, data, source: inflated }
  }
  cursor.littleEndian = syntax !== syntaxes.bigEndian
  const data = new DataSet(cursor.littleEndian)
  // Files that state one coding and have the other exist; the first element shows it.
  const explicit = first.explicit ?? syntax !== syntaxes.implicit
  await parser.elements(cursor, data, cursor.size, explicit, 0)
  return { syntax, meta, data, source }
}

/** What the first element after the meta group shows. */
async function sniff(
  cursor: Cursor,
): Promise<{ readonly explicit: boolean | null; readonly syntax: string }> {
  if (!(await cursor.need(8))) return { explicit: null, syntax: syntaxes.implicit }
  const vr = String.fromCharCode(cursor.byte(4), cursor.byte(5))
  const explicit = short.has(vr) || long.has(vr)
  const big = cursor.byte(0) === 0 && cursor.byte(1) !== 0
  if (explicit) return { explicit, syntax: big ? syntaxes.bigEndian : syntaxes.explicit }
  return { explicit: false, syntax: syntaxes.implicit }
}

class Parser {
  readonly #faults: Faults
  readonly #names: ReadonlySet<Name>
  readonly #whole: boolean
  #elements = 0

  constructor(faults: Faults, names: ReadonlySet<Name>, whole: boolean) {
    this.#faults = faults
    this.#names = names
    this.#whole = whole
  }

  /** The meta group: always explicit and little endian. */
  async group2(cursor: Cursor, meta: DataSet): Promise<void> {
    while ((await cursor.need(8)) && cursor.uint16() === 2) {
      const vr = String.fromCharCode(cursor.byte(4), cursor.byte(5))
      await this.#element(cursor, meta, cursor.size, short.has(vr) || long.has(vr), 0)
    }
  }

  /** @returns whether it ended with a delimiter */
  async elements(
    cursor: Cursor,
    data: DataSet,
    end: number,
    explicit: boolean,
    depth: number,
  ): Promise<boolean> {
    while (cursor.at + 8 <= end) {
      if (!cursor.has(12) && !(await cursor.need(8))) break
      const tag = tagAt(cursor)
      if (tag === ITEM_END || tag === SEQUENCE_END) {
        if (tag === ITEM_END) cursor.at += 8
        return true
      }
      await this.#element(cursor, data, end, explicit, depth)
      if (depth === 0 && data.pixels !== null && !this.#whole) return true
    }
    return false
  }

  async #element(cursor: Cursor, data: DataSet, end: number, stated: boolean, depth: number): Promise<void> {
    if (++this.#elements > MOST_ELEMENTS) throw this.#faults.crowded('elements', MOST_ELEMENTS)
    const tag = tagAt(cursor)
    const name = nameOfTag.get(tag)
    let vr = stated ? String.fromCharCode(cursor.byte(4), cursor.byte(5)) : ''
    // An element without a representation among those with one: as if none had.
    const explicit = stated && (long.has(vr) || /^[A-Z]{2}$/.test(vr))
    let length: number
    if (!explicit) {
      vr = name ? findRepresentation(name) : 'UN'
      length = cursor.uint32(4)
      cursor.at += 8
    } else if (long.has(vr)) {
      if (!cursor.has(12) && !(await cursor.need(12))) throw this.#faults.cut()
      length = cursor.uint32(8)
      cursor.at += 12
    } else {
      length = cursor.uint16(6)
      cursor.at += 8
    }
    if (name === 'pixels' || name === 'floatPixels' || name === 'doublePixels') {
      const place = await this.#pixels(cursor, name, vr, length)
      // Pictures within sequences are icons.
      if (depth === 0 && this.#names.has(name)) data.pixels = place
      return
    }
    const isSequence = name !== undefined && findRepresentation(name) === 'SQ'
    // Encapsulated, as pixel data is.
    if (length === UNDEFINED && /^O[BDFLVW]$/.test(vr) && !isSequence) {
      await this.#pixels(cursor, 'pixels', vr, length)
      return
    }
    if (!name || !this.#names.has(name) || (vr === 'UN' && !isSequence && length === UNDEFINED))
      return this.#skip(cursor, end, length, vr === 'UN' ? false : explicit, depth)
    if (isSequence) {
      const coded = vr === 'UN' ? false : explicit
      data.set(name, { items: await this.#sequence(cursor, end, length, coded, depth, data.littleEndian) })
      return
    }
    if (length > end - cursor.at) throw this.#faults.cut()
    if (length > LONGEST_VALUE) {
      cursor.at += length
      return
    }
    if (!cursor.has(length) && !(await cursor.need(length))) throw this.#faults.cut()
    data.set(name, { vr, bytes: cursor.take(length) })
  }

  async #skip(cursor: Cursor, end: number, length: number, explicit: boolean, depth: number): Promise<void> {
    if (length !== UNDEFINED) {
      if (length > end - cursor.at) throw this.#faults.cut()
      cursor.at += length
      return
    }
    await this.#sequence(cursor, end, length, explicit, depth, true)
  }

  async #sequence(
    cursor: Cursor,
    end: number,
    length: number,
    explicit: boolean,
    depth: number,
    littleEndian: boolean,
  ): Promise<readonly DataSet[]> {
    if (depth >= MOST_NESTED) throw this.#faults.crowded('nested sequences', MOST_NESTED)
    if (length !== UNDEFINED && length > end - cursor.at) throw this.#faults.cut()
    const stop = length === UNDEFINED ? end : cursor.at + length
    const items: DataSet[] = []
    while (cursor.at + 8 <= stop) {
      if (!(await cursor.need(8))) throw this.#faults.cut()
      const tag = tagAt(cursor)
      const size = cursor.uint32(4)
      if (tag === SEQUENCE_END) {
        cursor.at += 8
        return items
      }
      if (tag !== ITEM) throw this.#faults.damaged('a sequence in it has no items where they should be')
      if (++this.#elements > MOST_ELEMENTS) throw this.#faults.crowded('elements', MOST_ELEMENTS)
      cursor.at += 8
      if (size !== UNDEFINED && size > stop - cursor.at) throw this.#faults.cut()
      const itemEnd = size === UNDEFINED ? stop : cursor.at + size
      const item = new DataSet(littleEndian)
      const isDelimited = await this.elements(cursor, item, itemEnd, explicit, depth + 1)
      if (size === UNDEFINED && !isDelimited) throw this.#faults.cut()
      if (size !== UNDEFINED) cursor.at = itemEnd
      items.push(item)
    }
    if (length === UNDEFINED) throw this.#faults.cut()
    cursor.at = stop
    return items
  }

  async #pixels(cursor: Cursor, name: PixelPlace['name'], vr: string, length: number): Promise<PixelPlace> {
    const from = cursor.at
    if (length !== UNDEFINED) {
      const there = Math.min(length, cursor.size - from)
      if (there < length && this.#whole) throw this.#faults.cut()
      cursor.at = from + there
      return { name, vr, from, length: there, fragments: null }
    }
    const fragments: Fragment[] = []
    for (;;) {
      // Some devices omit the closing delimiter.
      if (!(await cursor.need(8))) break
      const tag = tagAt(cursor)
      const size = cursor.uint32(4)
      if (tag === SEQUENCE_END) {
        cursor.at += 8
        break
      }
      if (tag !== ITEM) {
        if (fragments.length > 0) break
        throw this.#faults.damaged('its pixel data has no fragments')
      }
      if (++this.#elements > MOST_ELEMENTS) throw this.#faults.crowded('fragments', MOST_ELEMENTS)
      cursor.at += 8
      const there = Math.min(size, cursor.size - cursor.at)
      if (there < size && this.#whole) throw this.#faults.cut()
      fragments.push({ from: cursor.at, length: there })
      cursor.at += there
    }
    return { name, vr, from, length: cursor.at - from, fragments }
  }
}

/** As a number, which sorts as DICOM does. */
const tagAt = (cursor: Cursor): number => cursor.uint16() * 0x10000 + cursor.uint16(2)
