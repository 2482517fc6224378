import type { ByteFile } from '../../containers/bytes.ts'
import { badTable } from '../../containers/errors.ts'
import { referenceTo } from '../../containers/reference.ts'
import { type DelimitedCell, DelimitedRecords } from './delimited-records.ts'
import type { ByteSpan } from './image-list.ts'
import { type Cell, EmbeddedImage, type Row } from './rows.ts'

export interface DelimitedTable {
  readonly columns: readonly string[]
  rows(signal?: AbortSignal): AsyncGenerator<Row>
}

/**
 * Reads the header of a TSV or CSV file.
 * @throws VoxelwiseError bad-table, file-too-large, and as the file's `read`
 */
export async function delimitedTable(file: ByteFile): Promise<DelimitedTable> {
  const separator = await separatorOf(file)
  let columns: readonly string[] = []
  for await (const header of new DelimitedRecords(file, separator).records()) {
    columns = columnNames(header)
    break
  }
  if (columns.length === 0) throw badTable(file.name, '', 'it is empty')
  return { columns, rows: signal => rowsOf(file, separator, columns, signal) }
}

async function* rowsOf(
  file: ByteFile,
  separator: number,
  columns: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<Row> {
  let position = -1
  for await (const record of new DelimitedRecords(file, separator).records(signal)) {
    if (position >= 0) {
      if (record.length > columns.length)
        throw badTable(
          file.name,
          `row ${position + 1}`,
          `it has ${record.length} cells, and the header ${columns.length}`,
        )
      // Not by assignment: a column may be called `__proto__`.
      const cells = Object.fromEntries(columns.map((name, i) => [name, cellOf(record[i], file.name)]))
      yield { file: file.name, position, cells }
    }
    position++
  }
}

/** A row that ends early has nothing in the rest. */
function cellOf(cell: DelimitedCell | undefined, file: string): Cell {
  if (cell === undefined) return null
  if (typeof cell === 'string') return cell
  return 'start' in cell ? imageAt(cell, file) : cell.map(item => imageAt(item, file))
}

const imageAt = ({ start, end }: ByteSpan, file: string): EmbeddedImage =>
  new EmbeddedImage(referenceTo(file, `${start}-${end}`))

/** As pandas names columns: `Unnamed: 0` where a name is missing, `name.1` where it was there before. */
function columnNames(header: readonly DelimitedCell[]): readonly string[] {
  const seen = new Set<string>()
  return header.map((cell, i) => {
    const name = typeof cell === 'string' && cell !== '' ? cell : `Unnamed: ${i}`
    let own = name
    for (let n = 1; seen.has(own); n++) own = `${name}.${n}`
    seen.add(own)
    return own
  })
}

/** A tab for `.tsv`; else what parts the header most often, a comma before a semicolon or a tab. */
async function separatorOf(file: ByteFile): Promise<number> {
  const [tab, comma, semicolon] = [9, 44, 59]
  if (/\.tsv$/i.test(file.name)) return tab
  const head = await file.read(0, Math.min(file.size, 64_000))
  const counts = new Map([comma, semicolon, tab].map(byte => [byte, 0]))
  let isQuoted = false
  for (const byte of head) {
    if (byte === 34) isQuoted = !isQuoted
    if (isQuoted) continue
    if (byte === 10 || byte === 13) break
    const count = counts.get(byte)
    if (count !== undefined) counts.set(byte, count + 1)
  }
  const most = Math.max(...counts.values())
  return [...counts].find(([, count]) => count === most)?.[0] ?? comma
}
