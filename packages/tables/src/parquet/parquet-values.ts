/** The values of a page, as bytes or in the type of their column. */

import { joinedBytes } from '@voxelwise/pixels'
import { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js'
import { deltaBinaryUnpack, deltaLengthByteArray } from 'hyparquet/src/delta.js'
import { byteStreamSplit } from 'hyparquet/src/encoding.js'
import { readPlain } from 'hyparquet/src/plain.js'
import type { ByteFile } from '../bytes.ts'
import { MAX_PAGE } from '../limits.ts'
import { type Chunk, type Leaf, parquetFault } from './parquet-file.ts'
import { hybrid } from './parquet-levels.ts'
import type { DictionaryPage } from './parquet-pages.ts'
import { unpackPage } from './parquet-unpack.ts'

export type ColumnValues = ArrayLike<unknown>

/** Whether its values are byte strings: texts, images, binary. */
export const isBytes = ({ element }: Leaf): boolean => element.type === 'BYTE_ARRAY'

/** Whether its values are declared as text. */
export function isText({ element: { converted_type, logical_type } }: Leaf): boolean {
  const texts: readonly (string | undefined)[] = ['UTF8', 'ENUM', 'JSON', 'STRING']
  return texts.includes(converted_type) || texts.includes(logical_type?.type)
}

const isPlaces = (encoding: string): boolean =>
  encoding === 'PLAIN_DICTIONARY' || encoding === 'RLE_DICTIONARY'

/** @param dictionary values of the chunk's dictionary page, where the page refers to it. @throws Error where it is damaged */
export function decodeValues(
  bytes: Uint8Array,
  encoding: string,
  count: number,
  leaf: Leaf,
  dictionary: ColumnValues | null,
): ColumnValues {
  if (count === 0) return []
  if (isPlaces(encoding)) {
    if (!dictionary) throw new Error('a page refers to a dictionary that is not there')
    return Array.from(placesIn(bytes, count), place => {
      if (place >= dictionary.length) throw new Error('a page refers to a value missing from its dictionary')
      return dictionary[place]
    })
  }
  const values = ownValues(bytes, encoding, count, leaf)
  if (values.length < count) throw new Error('a page has fewer values than its header states')
  return isBytes(leaf) ? values : converted(values, leaf)
}

/** The page's indices into a dictionary. */
export function placesIn(bytes: Uint8Array, count: number): Int32Array {
  const width = bytes[0]
  if (width === undefined) throw new Error('a page is empty')
  return hybrid(bytes, 1, bytes.length, width, count)
}

/** The places of plain byte strings. @throws Error if one ends after the page */
export function* plainStrings(bytes: Uint8Array, count: number): Generator<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  for (let i = 0; i < count; i++) {
    if (at + 4 > bytes.length) throw new Error('a page has fewer values than its header states')
    const end = at + 4 + view.getUint32(at, true)
    if (end > bytes.length) throw new Error('a value ends after its page')
    yield bytes.subarray(at + 4, end)
    at = end
  }
}

function ownValues(bytes: Uint8Array, encoding: string, count: number, leaf: Leaf): ColumnValues {
  const { type, type_length } = leaf.element
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 }
  switch (encoding) {
    case 'PLAIN':
      if (type === 'BYTE_ARRAY') return Array.from(plainStrings(bytes, count))
      // A bit is the least that a value takes.
      if (count > bytes.length * 8) throw new Error('a page has fewer values than its header states')
      return readPlain(reader, type, count, type_length)
    case 'RLE':
      if (type !== 'BOOLEAN') break
      return Array.from(hybrid(bytes, 4, bytes.length, 1, count), bit => bit === 1)
    case 'DELTA_BINARY_PACKED': {
      const numbers = type === 'INT32' ? new Int32Array(count) : new BigInt64Array(count)
      deltaBinaryUnpack(reader, count, numbers)
      return numbers
    }
    case 'DELTA_LENGTH_BYTE_ARRAY':
      return lengthsThenStrings(reader, count)
    case 'DELTA_BYTE_ARRAY':
      return sharedBeginnings(reader, count)
    case 'BYTE_STREAM_SPLIT':
      return byteStreamSplit(reader, count, type, type_length)
  }
  throw new Error(`a page is encoded as ${encoding || 'nothing known'}`)
}

type Reader = Parameters<typeof deltaBinaryUnpack>[0]

function lengthsThenStrings(reader: Reader, count: number): Uint8Array[] {
  const strings: Uint8Array[] = new Array(count)
  deltaLengthByteArray(reader, count, strings)
  return strings
}

/** Each string starts with a prefix of the one before it: a page of a few bytes could represent any length. */
function sharedBeginnings(reader: Reader, count: number): Uint8Array[] {
  const shared = new Int32Array(count)
  deltaBinaryUnpack(reader, count, shared)
  let before: Uint8Array = new Uint8Array()
  let total = 0
  return lengthsThenStrings(reader, count).map((rest, i) => {
    const length = shared[i] ?? 0
    if (length < 0 || length > before.length) throw new Error('a value begins as none before it')
    total += length + rest.length
    if (total > MAX_PAGE) throw new Error(`a page has more than ${MAX_PAGE} bytes`)
    before = joinedBytes([before.subarray(0, length), rest])
    return before
  })
}

function converted(values: ColumnValues, leaf: Leaf): ColumnValues {
  const { element } = leaf
  return convert(Array.from(values), {
    element,
    type: element.type,
    schemaPath: leaf.schemaPath,
    pathInSchema: leaf.name.split('.'),
    codec: 'UNCOMPRESSED',
    parsers: DEFAULT_PARSERS,
    utf8: false,
  })
}

/** The values that pages of a chunk refer to. @throws TableError bad-table; as the file's `read` */
export async function readDictionary(
  file: ByteFile,
  chunk: Chunk,
  page: DictionaryPage,
): Promise<ColumnValues> {
  try {
    const bytes = unpackPage(await file.read(page.start, page.end), chunk.codec, page.unpackedLength)
    return decodeValues(bytes, 'PLAIN', page.values, chunk.leaf, null)
  } catch (error) {
    throw parquetFault(file, `column ${chunk.leaf.name}`, error)
  }
}
