import { joinedBytes } from '@voxelwise/pixels'
import { type ByteFile, markLength, utf8Text } from './bytes.ts'
import { jsonFault, largeFault } from './faults.ts'
import { MAX_ITEM, MAX_ROWS, SLICE } from './limits.ts'
import type { TableError } from './table-error.ts'

export interface TextLine {
  readonly text: string
  /** Counted from 1, blank lines included. */
  readonly number: number
}

const lf = 10
const isSpace = (byte: number | undefined): boolean => byte === 32 || byte === 13 || byte === 9

/**
 * The lines of a UTF-8 text that are not blank, without leading white space, one at a time. Only a slice of the file
 * and the current line are in memory, so a file of newlines costs no more than one of text.
 * @throws TableError file-too-large, bad-json if a line is not UTF-8; as the file's `read`
 */
export async function* readLines(file: ByteFile): AsyncGenerator<TextLine> {
  let [from, number, count] = [0, 1, 0]
  let held: Uint8Array[] = []
  let length = 0
  const line = (): TextLine => {
    if (++count > MAX_ROWS)
      throw largeFault(file.name, `It has more than ${MAX_ROWS} lines.`, 'Divide it into several files.')
    const text = decoded(joinedBytes(held), `${file.name}:${number}`)
    held = []
    length = 0
    return { text, number }
  }
  for (;;) {
    const bytes = await file.read(from, Math.min(file.size, from + SLICE))
    if (bytes.length === 0) break
    let at = from === 0 ? markLength(bytes) : 0
    from += bytes.length
    while (at < bytes.length) {
      const byte = bytes[at]
      if (length === 0 && (byte === lf || isSpace(byte))) {
        if (byte === lf) number++
        at++
        continue
      }
      const end = bytes.indexOf(lf, at)
      const part = bytes.subarray(at, end < 0 ? bytes.length : end)
      held.push(part)
      length += part.length
      if (length > MAX_ITEM) throw longLine(`${file.name}:${number}`)
      at += part.length
      if (end < 0) continue
      yield line()
    }
  }
  if (length > 0) yield line()
}

/** Each line of some bytes, blank or not, decoded when it is its turn; and where it begins and ends, its newline included. */
export function* linesIn(
  bytes: Uint8Array,
): Generator<{ readonly text: string; readonly start: number; readonly end: number }> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (let start = 0; start < bytes.length; ) {
    const lineFeed = bytes.indexOf(lf, start)
    const stop = lineFeed < 0 ? bytes.length : lineFeed
    const end = Math.min(bytes.length, stop + 1)
    yield { text: decoder.decode(bytes.subarray(start, stop)), start, end }
    start = end
  }
}

/** The line and column of a byte of a UTF-8 text, both counted from 1. @throws as the file's `read` */
export async function textPlace(
  file: ByteFile,
  place: number,
): Promise<{ readonly line: number; readonly column: number }> {
  let [line, column] = [1, 1]
  for (let from = 0; from < place; from += SLICE)
    for (const byte of await file.read(from, Math.min(place, from + SLICE)))
      if (byte === lf) {
        line++
        column = 1
        // Continuation bytes of a character are not characters of their own.
      } else if (byte >> 6 !== 2) column++
  return { line, column }
}

function decoded(bytes: Uint8Array, at: string): string {
  try {
    return utf8Text(bytes)
  } catch (cause) {
    throw jsonFault(at, cause, 'The line')
  }
}

const longLine = (at: string): TableError =>
  largeFault(at, `The line has more than ${MAX_ITEM} bytes.`, 'Check that the lines of the file end.')
