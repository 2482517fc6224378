/** The contents of a data page: which of its values are present, and their bytes. */
import type { ByteFile, Bytes } from '../bytes.ts'
import type { Chunk } from './parquet-file.ts'
import { bitWidth, hybrid } from './parquet-levels.ts'
import type { DataPage } from './parquet-pages.ts'
import { unpackPage } from './parquet-unpack.ts'

/** For every value or null: its depth, and the list in which it begins. */
export interface Levels {
  /** Null where every value is there. */
  readonly definition: Int32Array | null
  /** Null where nothing is repeated. */
  readonly repetition: Int32Array | null
  /** How many values are there. */
  readonly present: number
}

export interface PageContent extends Levels {
  readonly values: Uint8Array
}

/** @throws Error where it is damaged; as the file's `read` */
export async function readPageContent(file: ByteFile, chunk: Chunk, page: DataPage): Promise<PageContent> {
  const body = await readBody(file, page.start, page.end)
  if (!page.levels) {
    const bytes = unpackPage(body, chunk.codec, page.unpackedLength)
    const { levels, end } = levelsBefore(bytes, chunk, page)
    return { ...levels, values: bytes.subarray(end) }
  }
  const { repetition, definition, isPacked } = page.levels
  const packed = body.subarray(repetition + definition)
  const codec = isPacked ? chunk.codec : 'UNCOMPRESSED'
  const values = unpackPage(packed, codec, page.unpackedLength - repetition - definition)
  return { ...levelsApart(body, chunk, page), values }
}

/** The levels alone, with as little reading as the page allows. @throws as `readPageContent` */
export async function readLevels(file: ByteFile, chunk: Chunk, page: DataPage): Promise<Levels> {
  const { leaf } = chunk
  if (leaf.definition === 0 && leaf.repetition === 0) return allPresent(page)
  if (page.levels) {
    const { repetition, definition } = page.levels
    return levelsApart(await readBody(file, page.start, page.start + repetition + definition), chunk, page)
  }
  if (chunk.codec !== 'UNCOMPRESSED') return readPageContent(file, chunk, page)
  return levelsBefore(await readBody(file, page.start, valuesAt(page)), chunk, page).levels
}

/** Where the values of a page that is not packed begin. @throws as `readPageContent` */
export async function valuesStart(file: ByteFile, chunk: Chunk, page: DataPage): Promise<number> {
  if (page.levels) return page.start + page.levels.repetition + page.levels.definition
  const head = await readBody(file, page.start, valuesAt(page))
  return page.start + levelsBefore(head, chunk, page).end
}

/** Behind this place there are no levels any more: in the worst case each takes four bytes. */
const valuesAt = (page: DataPage): number => Math.min(page.end, page.start + 8 * page.values + 1024)

const allPresent = ({ values }: DataPage): Levels => ({ definition: null, repetition: null, present: values })

async function readBody(file: ByteFile, start: number, end: number): Promise<Bytes> {
  const body = await file.read(start, end)
  if (body.length < end - start) throw new Error('the file ends within a page')
  return body
}

function levelsApart(bytes: Uint8Array, { leaf }: Chunk, page: DataPage): Levels {
  const { repetition = 0, definition = 0 } = page.levels ?? {}
  const end = repetition + definition
  return counted(
    page,
    leaf.repetition > 0 ? hybrid(bytes, 0, repetition, bitWidth(leaf.repetition), page.values) : null,
    leaf.definition > 0 ? hybrid(bytes, repetition, end, bitWidth(leaf.definition), page.values) : null,
    leaf.definition,
  )
}

/** In the first version each kind of levels has its length before it. */
function levelsBefore(
  bytes: Uint8Array,
  { leaf }: Chunk,
  page: DataPage,
): { readonly levels: Levels; readonly end: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const next = (most: number): Int32Array | null => {
    if (most === 0) return null
    const length = view.getUint32(at, true)
    const end = at + 4 + length
    if (end > bytes.length) throw new Error('a page has longer levels than bytes')
    const numbers = hybrid(bytes, at + 4, end, bitWidth(most), page.values)
    at = end
    return numbers
  }
  const repetition = next(leaf.repetition)
  const definition = next(leaf.definition)
  return { levels: counted(page, repetition, definition, leaf.definition), end: at }
}

function counted(
  page: DataPage,
  repetition: Int32Array | null,
  definition: Int32Array | null,
  most: number,
): Levels {
  if (definition === null) return { repetition, definition, present: page.values }
  let present = 0
  for (const level of definition) {
    if (level > most) throw new Error('a level is deeper than its column')
    if (level === most) present++
  }
  return { repetition, definition: present === page.values ? null : definition, present }
}
