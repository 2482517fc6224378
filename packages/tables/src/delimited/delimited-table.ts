import type { ByteFile } from '../bytes.ts'
import { tableFault } from '../faults.ts'
import { columnNames, headerRow, MOST_TITLES, mostOfTitle } from '../header-row.ts'
import { referenceTo } from '../reference.ts'
import { type Cell, EmbeddedImage, type Row, type Table } from '../rows.ts'
import { type ByteSpan, type DelimitedCell, DelimitedRecords } from './delimited-records.ts'

type DelimitedTable = Omit<Table, 'name' | 'split'>

/**
 * Reads the header of delimited text, or finds that it has none.
 * @throws TableError bad-table, file-too-large, and as the file's `read`
 */
export async function readDelimited(file: ByteFile): Promise<DelimitedTable> {
  const separator = await findSeparator(file)
  if (separator === null) throw tableFault(file.name, '', 'no sign separates the cells of its lines')
  const first = await firstRecords(file, separator)
  const titles = Math.max(0, headerRow(first))
  const [header] = first.slice(titles)
  if (header === undefined) throw tableFault(file.name, '', 'it is empty')
  const names = header.map(cell => (typeof cell === 'string' ? cell : ''))
  const hasHeader = /\.txt$/i.test(file.name) ? areKnown(names) : !isData(names)
  const columns = hasHeader ? columnNames(names) : await numbersOfCells(file, separator)
  const table = { columns, encoding: file.encoding, hasHeader, titles }
  return { ...table, rows: signal => readRows(file, separator, table, signal) }
}

/** Whether text is a table: a sign stands in each of its first lines. */
export const isDelimited = async (file: ByteFile): Promise<boolean> => (await findSeparator(file)) !== null

/** Up to a line that is no title, and as many again: most tables show it in their first. */
async function firstRecords(file: ByteFile, separator: number) {
  const records: (readonly DelimitedCell[])[] = []
  for await (const record of new DelimitedRecords(file, separator).records()) {
    records.push(record)
    const [first = []] = records
    const isWide = first.filter(cell => cell !== '').length > mostOfTitle
    if (isWide || records.length > MOST_TITLES) break
  }
  return records
}

const knownName =
  /^(?:id|index|idx|qid|image|images|img|image_?(?:id|name|path)|question|questions|query|answers?|label|options?|choices?|category|type|split|text)$/i

/** Names of columns: a usual one, or the letters A and B. A single letter is the answer of a row without names. */
function areKnown(cells: readonly string[]): boolean {
  const names = cells.map(cell => cell.trim())
  const letters = new Set(names.filter(name => /^[a-h]$/i.test(name)).map(name => name.toUpperCase()))
  return names.some(name => knownName.test(name)) || (letters.has('A') && letters.has('B'))
}

/** From 1 to that of the longest row: a question may have more answers than another. */
async function numbersOfCells(file: ByteFile, separator: number): Promise<readonly string[]> {
  let most = 0
  for await (const record of new DelimitedRecords(file, separator).records())
    most = Math.max(most, record.length)
  return Array.from({ length: most }, (_, i) => String(i + 1))
}

/** Whether a first line is a row: it asks something, or names a file, and says nothing that columns are called. */
function isData(cells: readonly string[]): boolean {
  if (cells.length < 2 || areKnown(cells)) return false
  return cells.some(
    cell => /[?？]\s*$/.test(cell) || /\.(?:png|jpe?g|webp|bmp|gif|tiff?|dcm)$/i.test(cell.trim()),
  )
}

async function* readRows(
  file: ByteFile,
  separator: number,
  { columns, hasHeader, titles }: Pick<DelimitedTable, 'columns' | 'hasHeader'> & { readonly titles: number },
  signal: AbortSignal | undefined,
): AsyncGenerator<Row> {
  let position = -titles - (hasHeader ? 1 : 0)
  for await (const record of new DelimitedRecords(file, separator).records(signal)) {
    if (position >= 0) {
      if (record.length > columns.length)
        throw tableFault(
          file.name,
          `row ${position + 1}`,
          `it has ${record.length} cells, and the ${hasHeader ? 'header' : 'first row'} ${columns.length}`,
        )
      // Not by assignment: a column may be called `__proto__`.
      const cells = Object.fromEntries(columns.map((name, i) => [name, readCell(record[i], file.name)]))
      yield { file: file.name, position, cells }
    }
    position++
  }
}

/** A row that ends early has nothing in the rest. */
function readCell(cell: DelimitedCell | undefined, file: string): Cell {
  if (cell === undefined) return null
  if (typeof cell === 'string') return cell
  return 'start' in cell ? imageAt(cell, file) : cell.map(item => imageAt(item, file))
}

const imageAt = ({ start, end }: ByteSpan, file: string): EmbeddedImage =>
  new EmbeddedImage(referenceTo(file, `${start}-${end}`))

const [tab, comma, semicolon, bar] = [9, 44, 59, 124]

/**
 * A tab for `.tsv`, a bar for `.psv`; for `.csv` what parts the header most often, a comma before a semicolon, a tab or a
 * bar. Text is a table where a sign stands in each of its first lines equally often.
 */
async function findSeparator(file: ByteFile): Promise<number | null> {
  if (/\.tsv$/i.test(file.name)) return tab
  if (/\.psv$/i.test(file.name)) return bar
  const lines = await firstLines(file)
  if (/\.txt$/i.test(file.name)) return separatorOfText(lines)
  const counts = [comma, semicolon, tab, bar].map(byte => ({ byte, count: lines[0]?.get(byte) ?? 0 }))
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).byte
}

/** A caret and a tilde stand in few texts by chance. */
const ofText = [tab, bar, 94, 126, semicolon, comma]

function separatorOfText(lines: readonly ReadonlyMap<number, number>[]): number | null {
  if (lines.length === 0) return null
  const isEven = (byte: number) => {
    const counts = lines.map(line => line.get(byte) ?? 0)
    const most = Math.max(...counts)
    // Answers of a list may be fewer in some rows; a comma stands in any sentence.
    const least = byte === comma ? most : 1
    return most > 0 && counts.every(count => count >= least)
  }
  return ofText.find(isEven) ?? null
}

const LINES = 50

/** How often each byte stands in the first lines, outside of quotes; blank ones and one that is cut left out. */
async function firstLines(file: ByteFile): Promise<readonly ReadonlyMap<number, number>[]> {
  const head = await file.read(0, Math.min(file.size, 64_000))
  const lines: Map<number, number>[] = []
  let line = new Map<number, number>()
  let isQuoted = false
  const end = () => {
    if (line.size > 0) lines.push(line)
    line = new Map()
  }
  for (const byte of head) {
    if (byte === 34) isQuoted = !isQuoted
    if (!isQuoted && (byte === 10 || byte === 13)) end()
    else if (!isQuoted) line.set(byte, (line.get(byte) ?? 0) + 1)
    if (lines.length === LINES) return lines
  }
  if (head.length === file.size || lines.length === 0) end()
  return lines
}
