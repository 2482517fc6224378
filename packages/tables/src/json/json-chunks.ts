/**
 * A file of JSON in pieces, each small enough to be parsed by itself: the items of an array, the members of an object,
 * or the lines of JSON lines. One slice of the file is in memory, or as much as the current piece needs.
 */
import { isJsonSpace } from '@voxelwise/python'
import type { ByteFile } from '../bytes.ts'
import type { JsonChunk } from '../embedded.ts'
import { largeFault, manyRowsFault } from '../faults.ts'
import { MAX_ITEM, MAX_ROWS, SLICE } from '../limits.ts'
import { TableError } from '../table-error.ts'
import { isClosing, JsonBytes } from './json-bytes.ts'

export interface JsonPiece extends JsonChunk {
  readonly bytes: Uint8Array
}

type Kind = 'lines' | 'array' | 'object'

const comma = 44
/** The closing bracket of the whole file. */
const brackets = { array: 93, object: 125 } as const

/** Where the text begins and with which byte, past a byte order mark and white space; null where it is empty. */
export async function firstByte(file: ByteFile) {
  const json = new JsonBytes(file)
  await json.skipMark()
  const byte = await json.next()
  return byte === null ? null : { at: json.place, byte }
}

/**
 * @param kind of the file: `lines`, or an array or object whose bracket is at `start`
 * @throws TableError file-too-large, bad-json if the pieces do not end; parsing each piece finds other faults
 */
export async function* jsonPieces(
  file: ByteFile,
  kind: Kind,
  start: number,
  signal?: AbortSignal,
): AsyncGenerator<JsonPiece> {
  const isLines = kind === 'lines'
  const json = new JsonBytes(file, SLICE, isLines ? start : start + 1, signal)
  for (let count = 0; ; ) {
    const begin = json.place
    const extent = await json.extent(isLines ? 'line' : 'item', MAX_ITEM, () => longPiece(file, kind, begin))
    if (extent === null && !json.isWhole) throw unfinished(file, 'it has been cut since it was measured')
    if (extent === null && !isLines) throw unfinished(file, 'its brackets are not closed')
    const rest = json.rest()
    const bytes = rest.subarray(0, extent ?? rest.length)
    const closing = rest[bytes.length]
    if (!isLines && isClosing(closing) && closing !== brackets[kind])
      throw unfinished(file, `it is closed by "${String.fromCharCode(closing as number)}"`)
    const isLast = extent === null || (!isLines && closing !== comma)
    const isEmpty = bytes.every(isJsonSpace)
    // The parser refuses an empty item, but behind a last comma it would not see one: the bracket may close an empty list.
    if (isEmpty && isLast && !isLines && count > 0) throw unfinished(file, 'there is a comma before its end')
    const end = begin + bytes.length
    if (!isEmpty || (!isLines && !isLast)) {
      if (++count > MAX_ROWS) throw manyRowsFault(file.name)
      yield { start: begin, end, isMember: kind === 'object', bytes }
    }
    json.seek(end + 1)
    if (isLast && !isLines && (await json.next()) !== null)
      throw unfinished(file, 'something follows its end')
    if (isLast) return
  }
}

const unfinished = (file: ByteFile, why: string): TableError =>
  new TableError({
    code: 'bad-json',
    subject: file.name,
    message: `The file is not JSON: ${why}.`,
    remedy: 'Download the file again; it may have been cut.',
  })

const longPiece = (file: ByteFile, kind: Kind, at: number) =>
  largeFault(
    `${file.name}, byte ${at}`,
    `${kind === 'lines' ? 'A line' : 'An item'} has more than ${MAX_ITEM} bytes.`,
    'Check that lines end and brackets close; a row of a data set must be shorter.',
  )
