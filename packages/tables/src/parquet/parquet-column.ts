/** One leaf column of a row group, read page by page and put together row by row. */

import { sniffFormat } from '@voxelwise/pixels'
import { assembleLists } from 'hyparquet/src/assemble.js'
import { type ByteFile, textOrNull } from '../bytes.ts'
import { beginsImage, TELLING_BYTES } from '../image-bytes.ts'
import { MAX_TEXT_CELL } from '../limits.ts'
import { cellLocator, referenceTo } from '../reference.ts'
import { type Cell, EmbeddedImage } from '../rows.ts'
import { type Chunk, parquetFault } from './parquet-file.ts'
import { type Levels, readLevels, readPageContent } from './parquet-page-content.ts'
import { type DataPage, readPages } from './parquet-pages.ts'
import { type ColumnValues, decodeValues, isBytes, isText, readDictionary } from './parquet-values.ts'

/** A cell of a leaf, in as many lists as the schema puts around it. */
export type LeafCell = Cell | undefined | readonly LeafCell[]

export class ParquetColumn {
  readonly #file: ByteFile
  readonly #chunk: Chunk
  readonly #isImage: boolean
  /** In the file. */
  #row: number
  #ready: LeafCell[] = []
  readonly #pages: AsyncIterator<LeafCell[]>

  /**
   * @param firstRow of its row group
   * @param isImage that its values are images, so that their bytes need not be looked at
   */
  constructor(file: ByteFile, chunk: Chunk, firstRow: number, isImage: boolean) {
    this.#file = file
    this.#chunk = chunk
    this.#row = firstRow
    this.#isImage = isImage && isBytes(chunk.leaf)
    this.#pages = this.#rowsOfPages()
  }

  /**
   * Number of available rows; reads more if there are none.
   * @returns 0 at the end of the column
   * @throws TableError bad-table; as the file's `read`
   */
  async ready(): Promise<number> {
    while (this.#ready.length === 0) {
      const { done, value } = await this.#pages.next()
      if (done) return 0
      this.#ready = value
    }
    return this.#ready.length
  }

  /** The next rows, no more than are available. */
  take(count: number): LeafCell[] {
    const taken = this.#ready.slice(0, count)
    this.#ready = this.#ready.slice(count)
    return taken
  }

  async *#rowsOfPages(): AsyncGenerator<LeafCell[]> {
    const { leaf } = this.#chunk
    let dictionary: ColumnValues | null = null
    // For repeated values, the last row of a page may continue in the next one.
    let open: LeafCell[] = []
    for await (const page of readPages(this.#file, this.#chunk)) {
      if (page.kind === 'dictionary') {
        if (!this.#isImage) dictionary = await readDictionary(this.#file, this.#chunk, page)
        continue
      }
      if (page.values === 0) continue
      try {
        const rows = await this.#readRowsOfPage(page, dictionary, open)
        open = leaf.repetition > 0 ? rows.splice(-1) : []
        this.#row += rows.length
        yield rows
      } catch (error) {
        throw parquetFault(this.#file, `column ${leaf.name}`, error)
      }
    }
    yield open
  }

  async #readRowsOfPage(
    page: DataPage,
    dictionary: ColumnValues | null,
    open: LeafCell[],
  ): Promise<LeafCell[]> {
    const { leaf } = this.#chunk
    const { levels, cells } = await this.#readCells(page, dictionary, this.#row + open.length)
    const definition = levels.definition ? Array.from(levels.definition) : undefined
    const repetition = levels.repetition ? Array.from(levels.repetition) : []
    const rows: LeafCell[] = Array.from(
      assembleLists([...open], definition, repetition, cells, leaf.schemaPath),
    )
    return open.length > 0 && definition === undefined && repetition.length === 0 ? [...open, ...rows] : rows
  }

  /** @param nextRow the row that the page's first value is of, or the one behind it where that is a row begun before */
  async #readCells(
    page: DataPage,
    dictionary: ColumnValues | null,
    nextRow: number,
  ): Promise<{ readonly levels: Levels; readonly cells: Cell[] }> {
    const { leaf } = this.#chunk
    if (this.#isImage) {
      const levels = await this.#levels(page)
      const rows = rowsOfPresent(levels, page.values, leaf.definition, nextRow)
      return { levels, cells: rows.map((row, i) => this.#image(page, row, i)) }
    }
    const content = await readPageContent(this.#file, this.#chunk, page)
    const values = decodeValues(content.values, page.encoding, content.present, leaf, dictionary)
    const rows = rowsOfPresent(content, page.values, leaf.definition, nextRow)
    return { levels: content, cells: rows.map((row, i) => this.#cell(values[i], page, row, i)) }
  }

  /** Without reading the page, if the chunk's own statistics suffice. */
  async #levels(page: DataPage): Promise<Levels> {
    const { leaf, nulls } = this.#chunk
    if (leaf.repetition === 0 && nulls === 0)
      return { definition: null, repetition: null, present: page.values }
    return readLevels(this.#file, this.#chunk, page)
  }

  #image(page: DataPage, row: number, position: number): EmbeddedImage {
    const locator = cellLocator(row, this.#chunk.leaf.name, page.at, position)
    return new EmbeddedImage(referenceTo(this.#file.name, locator))
  }

  #cell(value: unknown, page: DataPage, row: number, position: number): Cell {
    if (!(value instanceof Uint8Array)) return plainCell(value)
    const isImage = sniffFormat(value) !== null && !isText(this.#chunk.leaf)
    if (isImage || beginsImage(value.subarray(0, TELLING_BYTES))) return this.#image(page, row, position)
    if (value.length > MAX_TEXT_CELL) throw new Error(`a cell has more than ${MAX_TEXT_CELL} bytes of text`)
    // Bytes that are neither text nor a known image count as an image of an unknown kind.
    return textOrNull(value) ?? this.#image(page, row, position)
  }
}

/** The row of every value that is there. */
function rowsOfPresent(
  { definition, repetition }: Levels,
  values: number,
  most: number,
  nextRow: number,
): number[] {
  const rows: number[] = []
  let row = nextRow - 1
  for (let i = 0; i < values; i++) {
    if ((repetition?.[i] ?? 0) === 0) row++
    if (definition === null || definition[i] === most) rows.push(row)
  }
  return rows
}

/** A number that JavaScript cannot represent stays a text of digits; a date becomes ISO 8601. */
function plainCell(value: unknown): Cell {
  switch (typeof value) {
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : { $number: String(value) }
    case 'number':
      return Number.isFinite(value)
        ? value
        : { $number: Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity' }
    case 'boolean':
    case 'string':
      return value
    default:
      return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : null
  }
}
