/**
 * A file of JSON in pieces, each small enough to be parsed by itself: the items of an array, the members of an object, or the
 * lines of JSON lines. Read in slices, of which one is held, or as much as the piece in hand takes.
 */
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import type { ByteFile } from '../../containers/bytes.ts'
import { manyRows, tooLarge } from '../../containers/errors.ts'
import type { JsonChunk } from '../../containers/json-place.ts'
import { LONGEST_SLICE, MAX_ITEM, MAX_ROWS, SLICE } from '../../containers/limits.ts'

export interface JsonPiece extends JsonChunk {
  readonly bytes: Uint8Array
}

const [quote, backslash, comma, lf] = [34, 92, 44, 10]
/** What closes the whole file. */
const brackets = { array: 93, object: 125, lines: undefined } as const
const isOpening = (byte: number | undefined) => byte === 91 || byte === 123
const isClosing = (byte: number | undefined) => byte === 93 || byte === 125
const isSpace = (byte: number | undefined) => byte === 32 || byte === lf || byte === 13 || byte === 9

/** Where the text begins and with which byte, past a byte order mark and white space; null where it is empty. */
export async function firstByte(
  file: ByteFile,
): Promise<{ readonly at: number; readonly byte: number } | null> {
  for (let from = 0; from < file.size; from += SLICE) {
    const slice = await file.read(from, Math.min(file.size, from + SLICE))
    let at = from === 0 && slice[0] === 0xef && slice[1] === 0xbb && slice[2] === 0xbf ? 3 : 0
    while (at < slice.length && isSpace(slice[at])) at++
    const byte = slice[at]
    if (byte !== undefined) return { at: from + at, byte }
  }
  return null
}

/**
 * @param kind what the file is: `lines`, or an array or object whose bracket stands at `start`
 * @throws VoxelwiseError file-too-large; what is no JSON is told when a piece is parsed
 */
export async function* jsonPieces(
  file: ByteFile,
  kind: 'lines' | 'array' | 'object',
  start: number,
  signal?: AbortSignal,
): AsyncGenerator<JsonPiece> {
  let window = new Uint8Array()
  // Of the window, and of the piece in hand within it.
  let base = kind === 'lines' ? start : start + 1
  let begin = 0
  let at = 0
  let count = 0
  const state = { depth: 0, isText: false }
  for (;;) {
    const end = kind === 'lines' ? window.indexOf(lf, at) : endOfItem(window, at, state)
    const isEnd = base + window.length >= file.size
    if (end < 0 && !isEnd) {
      signal?.throwIfAborted()
      const held = window.subarray(begin)
      if (held.length > MAX_ITEM) throw longPiece(file, kind, base + begin)
      base += begin
      at = held.length
      begin = 0
      const from = base + held.length
      const slice = await file.read(
        from,
        Math.min(file.size, from + Math.min(LONGEST_SLICE, Math.max(SLICE, held.length))),
      )
      window = new Uint8Array(held.length + slice.length)
      window.set(held)
      window.set(slice, held.length)
      if (slice.length === 0) throw unfinished(file, 'it has been cut since it was measured')
      continue
    }
    if (end < 0 && kind !== 'lines') throw unfinished(file, 'its brackets are not closed')
    const stop = end < 0 ? window.length : end
    const closing = window[stop]
    if (isClosing(closing) && closing !== brackets[kind])
      throw unfinished(file, `it is closed by "${String.fromCharCode(closing as number)}"`)
    const bytes = window.subarray(begin, stop)
    const isLast = end < 0 || (kind !== 'lines' && window[end] !== comma)
    const isEmpty = bytes.every(isSpace)
    // An empty item is told by the parser, but behind a last comma, where the bracket may close an empty list.
    if (isEmpty && isLast && kind !== 'lines' && count > 0)
      throw unfinished(file, 'a comma stands before its end')
    if (!isEmpty || (kind !== 'lines' && !isLast)) {
      if (++count > MAX_ROWS) throw manyRows(file.name)
      yield { start: base + begin, end: base + stop, isMember: kind === 'object', bytes }
    }
    if (isLast && kind !== 'lines' && !(await isSpaceFrom(file, base + stop + 1)))
      throw unfinished(file, 'something follows its end')
    if (isLast) return
    begin = at = stop + 1
  }
}

async function isSpaceFrom(file: ByteFile, start: number): Promise<boolean> {
  for (let from = start; from < file.size; from += SLICE) {
    const slice = await file.read(from, Math.min(file.size, from + SLICE))
    if (!slice.every(isSpace)) return false
  }
  return true
}

const unfinished = (file: ByteFile, why: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'bad-json',
    subject: file.name,
    message: `The file is not JSON: ${why}.`,
    remedy: 'Download the file again; it may have been cut.',
  })

/** The comma or bracket behind an item of the array or object whose inside is read; -1 where more is needed. */
function endOfItem(window: Uint8Array, from: number, state: { depth: number; isText: boolean }): number {
  for (let at = from; at < window.length; at++) {
    if (state.isText) {
      const close = window.indexOf(quote, at)
      if (close < 0) return -1
      let slashes = 0
      while (window[close - 1 - slashes] === backslash) slashes++
      if (slashes % 2 === 0) state.isText = false
      at = close
      continue
    }
    const byte = window[at]
    if (byte === quote) state.isText = true
    else if (isOpening(byte)) state.depth++
    else if (isClosing(byte)) {
      if (state.depth === 0) return at
      state.depth--
    } else if (byte === comma && state.depth === 0) return at
  }
  return -1
}

const longPiece = (file: ByteFile, kind: string, at: number) =>
  tooLarge(
    `${file.name}, byte ${at}`,
    `${kind === 'lines' ? 'A line' : 'An item'} has more than ${MAX_ITEM} bytes.`,
    'Check that lines end and brackets close; a row of a data set must be shorter.',
  )
