/** The pages of a column chunk: their headers in sequence, their bodies only on request. */
import { parquetHeader } from 'hyparquet/src/column.js'
import type { ByteFile, Bytes } from '../bytes.ts'
import { MAX_PAGE, MAX_PAGE_VALUES } from '../limits.ts'
import { type Chunk, parquetFault } from './parquet-file.ts'
import { thriftEnd } from './parquet-thrift.ts'

/** Bytes read for a header at first; statistics in it may be longer than that. */
const HEADER = 512
const LONGEST_HEADER = 1 << 22
const HEADER_VALUES = 1000

interface PlacedPage {
  /** Where its header begins in the file: references to its values name this place. */
  readonly at: number
  /** Where its body begins and ends in the file. */
  readonly start: number
  readonly end: number
  readonly unpackedLength: number
  readonly values: number
  readonly encoding: string
}

export type DictionaryPage = PlacedPage & { readonly kind: 'dictionary' }

export interface DataPage extends PlacedPage {
  readonly kind: 'data'
  /** For the second version, whose levels precede the packed values; null for the first, which packs everything. */
  readonly levels: {
    readonly repetition: number
    readonly definition: number
    readonly isPacked: boolean
  } | null
}

type Page = DictionaryPage | DataPage

/** @throws TableError bad-table; as the file's `read` */
export async function* readPages(file: ByteFile, chunk: Chunk): AsyncGenerator<Page> {
  for (let at = chunk.start; at < chunk.end; ) {
    const page = await pageAt(file, chunk, at)
    if (page === null) return
    yield page
    at = page.end
  }
}

/**
 * The page whose header is at a place of the file.
 * @returns null if only padding is left
 * @throws TableError bad-table
 */
export async function pageAt(file: ByteFile, chunk: Chunk, at: number): Promise<Page | null> {
  try {
    for (let length = HEADER; ; length *= 16) {
      const end = Math.min(chunk.end, at + length)
      const bytes = await file.read(at, end)
      const header = thriftEnd(bytes, 0, HEADER_VALUES)
      if (header >= 0) return placed(bytes.subarray(0, header), chunk, at)
      if (end === chunk.end) return null
      if (length > LONGEST_HEADER) throw new Error('a page has a header without end')
    }
  } catch (error) {
    throw parquetFault(file, `column ${chunk.leaf.name}`, error)
  }
}

function placed(bytes: Bytes, chunk: Chunk, at: number): Page {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = parquetHeader({ view, offset: 0 })
  const start = at + bytes.length
  const end = start + header.compressed_page_size
  const unpackedLength = header.uncompressed_page_size
  if (!(end >= start && end <= chunk.end)) throw new Error('a page ends after its column')
  if (!(unpackedLength >= 0 && unpackedLength <= MAX_PAGE && end - start <= MAX_PAGE))
    throw new Error(`a page has more than ${MAX_PAGE} bytes`)
  const second = header.data_page_header_v2
  const pageHeader = header.dictionary_page_header ?? header.data_page_header ?? second
  const values = pageHeader?.num_values ?? -1
  if (!(values >= 0 && values <= MAX_PAGE_VALUES))
    throw new Error(`a page has more than ${MAX_PAGE_VALUES} values`)
  const page = { at, start, end, unpackedLength, values, encoding: pageHeader?.encoding ?? '' }
  if (header.type === 'DICTIONARY_PAGE') return { ...page, kind: 'dictionary' }
  if (header.type === 'DATA_PAGE') return { ...page, kind: 'data', levels: null }
  if (header.type !== 'DATA_PAGE_V2' || !second)
    throw new Error(`a page is of the unknown type ${header.type}`)
  const repetition = second.repetition_levels_byte_length
  const definition = second.definition_levels_byte_length
  const most = Math.min(end - start, unpackedLength)
  if (!(repetition >= 0 && definition >= 0 && repetition + definition <= most))
    throw new Error('a page has longer levels than bytes')
  return {
    ...page,
    kind: 'data',
    levels: { repetition, definition, isPacked: second.is_compressed !== false },
  }
}
