/** The bytes of one cell of a parquet file, by the place of its page: `12/image.bytes@4096+3`. */

import { sniffFormat } from '@voxelwise/pixels'
import type { ByteFile, Bytes } from '../bytes.ts'
import { decoded, noSuchPlace, type SizeCheck } from '../embedded.ts'
import { beginsImage, TELLING_BYTES } from '../image-bytes.ts'
import { Recent } from '../recent.ts'
import { escapedLeaf } from '../reference.ts'
import { type Chunk, openParquet, type ParquetFile, parquetFault } from './parquet-file.ts'
import { type PageContent, readPageContent, valuesStart } from './parquet-page-content.ts'
import { type DataPage, pageAt } from './parquet-pages.ts'
import {
  type ColumnValues,
  decodeValues,
  isBytes,
  placesIn,
  plainStrings,
  readDictionary,
} from './parquet-values.ts'

/** Bytes of unpacked pages in the cache, and of dictionaries: the next image is mostly in the same ones, of each column. */
const MOST_KEPT = 64_000_000

/** Bytes of a page from which on single values are read out of it, where it is not packed. */
const LARGE = 1 << 20

/** A parquet file whose single cells are read. */
export class ParquetImages {
  readonly #parquet: Promise<ParquetFile>
  readonly #file: ByteFile
  /** By their places in the file. */
  readonly #pages = new Recent<number, PageContent>(MOST_KEPT)
  readonly #dictionaries = new Recent<number, ColumnValues>(MOST_KEPT)

  constructor(file: ByteFile) {
    this.#file = file
    this.#parquet = openParquet(file)
    // A failure reaches whichever caller requests an image.
    this.#parquet.catch(() => {})
  }

  /**
   * The bytes of the cell, decoded if they are base64 text.
   * @throws TableError file-missing if there is no such cell; bad-table; errors of `check`
   */
  async read(locator: string, check: SizeCheck): Promise<Bytes> {
    const { groups } = await this.#parquet
    const { name, at, position } = parsePlace(locator)
    const chunk = groups
      .flatMap(({ chunks }) => chunks)
      .find(({ leaf, start, end }) => escapedLeaf(leaf.name) === name && start <= at && at < end)
    const page = chunk && (await pageAt(this.#file, chunk, at))
    if (!chunk || page?.kind !== 'data' || position >= page.values) throw noSuchPlace(this.#file, locator)
    const bytes = await this.#value(chunk, page, position, check)
    if (!(bytes instanceof Uint8Array)) throw noSuchPlace(this.#file, locator)
    check(bytes.length)
    const isText = sniffFormat(bytes) === null && beginsImage(bytes.subarray(0, TELLING_BYTES))
    return isText ? decoded(bytes, `${this.#file.name}//${locator}`) : bytes.slice()
  }

  async #value(chunk: Chunk, page: DataPage, position: number, check: SizeCheck): Promise<unknown> {
    try {
      const isPlain = page.encoding === 'PLAIN' && isBytes(chunk.leaf)
      const isBare = chunk.codec === 'UNCOMPRESSED' || page.levels?.isPacked === false
      if (isPlain && isBare && page.end - page.start > LARGE)
        return await this.#hop(chunk, page, position, check)
      const unpack = () => readPageContent(this.#file, chunk, page)
      const { values, present } = await this.#pages.get(page.at, page.unpackedLength, unpack)
      if (position >= present) return null
      if (isPlain) return nth(plainStrings(values, present), position)
      if (!page.encoding.endsWith('_DICTIONARY'))
        return decodeValues(values, page.encoding, present, chunk.leaf, null)[position]
      const dictionary = await this.#readDictionary(chunk)
      return dictionary[placesIn(values, present)[position] ?? -1]
    } catch (error) {
      throw parquetFault(this.#file, `column ${chunk.leaf.name}`, error)
    }
  }

  /** From value to value by their lengths, without reading the bytes between. */
  async #hop(chunk: Chunk, page: DataPage, position: number, check: SizeCheck): Promise<Uint8Array | null> {
    let at = await valuesStart(this.#file, chunk, page)
    for (let i = 0; ; i++) {
      const head = await this.#file.read(at, Math.min(page.end, at + 4))
      if (head.length < 4) return null
      const length = new DataView(head.buffer, head.byteOffset).getUint32(0, true)
      const end = at + 4 + length
      if (end > page.end) throw new Error('a value ends after its page')
      if (i === position) {
        check(length)
        return this.#file.read(at + 4, end)
      }
      at = end
    }
  }

  async #readDictionary(chunk: Chunk): Promise<ColumnValues> {
    const page = await pageAt(this.#file, chunk, chunk.start)
    if (page?.kind !== 'dictionary') return []
    const unpack = () => readDictionary(this.#file, chunk, page)
    return this.#dictionaries.get(page.at, page.unpackedLength, unpack)
  }
}

function nth(values: Iterable<Uint8Array>, position: number): Uint8Array | null {
  let at = 0
  for (const value of values) if (at++ === position) return value
  return null
}

/** What a reference that we did not make names is nowhere (NaN). */
function parsePlace(locator: string) {
  const [, name = '', at, position] = /^\d{1,16}\/([^/@]+)@(\d{1,16})\+(\d{1,8})$/.exec(locator) ?? []
  return { name, at: Number(at), position: Number(position) }
}
