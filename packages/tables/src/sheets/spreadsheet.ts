/** Spreadsheets as tables: .xlsx and .ods, a table for each sheet that has rows. */
import { type ByteFile, utf8Text } from '../bytes.ts'
import { listMembers, openZipMember } from '../containers/zip-archive.ts'
import { largeFault, manyRowsFault, namedFault, tableFault } from '../faults.ts'
import { columnNames, headerRow } from '../header-row.ts'
import { MAX_CELLS, MAX_COLUMNS, MAX_REPEATED, MAX_ROWS, MAX_WORKBOOK } from '../limits.ts'
import { referenceTo } from '../reference.ts'
import { type Cell, EmbeddedImage, type Row, type Table, type UnreadOfSheet } from '../rows.ts'
import type { TableError } from '../table-error.ts'
import { openDocumentSheets } from './open-document-xml.ts'
import {
  anchoredPictures,
  type CellPicture,
  calledPicture,
  pictureIn,
  pictureMember,
  pictureValues,
  withPictures,
} from './sheet-pictures.ts'
import type { SheetLimits, SheetRow } from './sheet-xml.ts'
import { dateStyles, sharedStrings, workbookParts, worksheetRows } from './workbook-xml.ts'

/** By the name of its sheet. */
export type SheetTable = Pick<Table, 'name' | 'columns' | 'unread' | 'rows'>

/**
 * The sheets of a workbook, which is read as a whole. The first row that holds anything names the columns, or the
 * first wide one behind titles.
 * @throws TableError bad-table, bad-archive, file-too-large, and as the file's `read`
 */
export async function spreadsheetTables(file: ByteFile): Promise<readonly SheetTable[]> {
  const sheets = await sheetsIn(file)
  return sheets.flatMap(({ name, rows, unread }): SheetTable[] => {
    const start = headerRow(rows.slice(0, HEAD))
    const header = rows[start]
    if (!header) return []
    const read = rows.slice(start + 1)
    // Pictures may stand where no line names a column.
    const width = read.reduce(
      (most, row) => Math.max(most, 1 + row.findLastIndex(holdsPicture)),
      header.length,
    )
    const columns = columnNames(Array.from({ length: width }, (_, i) => nameIn(header[i] ?? null)))
    return [{ name, columns, unread, rows: signal => namedRows(file.name, columns, read, signal) }]
  })
}

const nameIn = (cell: Cell): string => (cell === null || holdsPicture(cell) ? '' : String(cell))

const membersIn = (cell: Cell): readonly string[] =>
  cell instanceof EmbeddedImage ? [cell.reference] : Array.isArray(cell) ? cell.flatMap(membersIn) : []
const holdsPicture = (cell: Cell): boolean => membersIn(cell).length > 0

/** Rows that show how wide a table is. */
const HEAD = 100

interface Sheet {
  readonly name: string
  readonly rows: readonly SheetRow[]
  readonly unread: UnreadOfSheet
}

/** The limits of one workbook, over all of its sheets. */
function sheetLimits(file: string): SheetLimits {
  let cellCount = 0
  let repeated = 0
  return {
    check(rows, columns, cells) {
      cellCount += cells
      if (cellCount > MAX_CELLS) throw manyCells(file)
      if (rows > MAX_ROWS) throw manyRowsFault(file)
      if (columns > MAX_COLUMNS) throw tableFault(file, '', `it has more than ${MAX_COLUMNS} columns`)
    },
    checkRepeated(cells) {
      repeated += cells
      if (repeated > MAX_REPEATED) throw manyRepeated(file)
    },
  }
}

async function sheetsIn(file: ByteFile): Promise<readonly Sheet[]> {
  const book = await openWorkbook(file)
  try {
    return await (/\.ods$/i.test(file.name) ? openDocumentTables(book) : worksheets(book))
  } catch (error) {
    throw namedFault(error, (reason, cause) =>
      tableFault(file.name, '', `its XML is damaged or too large: ${reason}`, cause),
    )
  }
}

/** The members of a workbook, and what its sheets share. */
interface Workbook {
  readonly file: string
  readonly limits: SheetLimits
  /** Members that are pictures. */
  readonly stored: ReadonlySet<string>
  /** A member as text; null where there is none. */
  text(path: string): Promise<string | null>
  required(path: string): Promise<string>
}

async function openWorkbook(file: ByteFile): Promise<Workbook> {
  const members = await listMembers(file)
  let unpacked = 0
  const text = async (path: string): Promise<string | null> => {
    const member = members.get(path)
    if (!member) return null
    const opened = await openZipMember(file, member)
    unpacked += opened.size
    if (unpacked > MAX_WORKBOOK) throw largeWorkbook(file.name)
    return utf8Text(await opened.read(0, opened.size))
  }
  const required = async (path: string): Promise<string> => {
    const content = await text(path)
    if (content !== null) return content
    throw tableFault(file.name, '', `it has no ${path}, as a spreadsheet has`)
  }
  const stored = new Set([...members.keys()].filter(path => pictureMember.test(path)))
  return { file: file.name, limits: sheetLimits(file.name), stored, text, required }
}

function countUnread({ file, stored }: Workbook, rows: readonly SheetRow[], formulas: number): UnreadOfSheet {
  const read = new Set(rows.flatMap(row => row.flatMap(membersIn)))
  return { pictures: [...stored].filter(member => !read.has(referenceTo(file, member))).length, formulas }
}

/** Rows with those of the pictures that the workbook has. */
const placed =
  ({ file, stored }: Workbook) =>
  (rows: readonly SheetRow[], pictures: readonly CellPicture[]): readonly SheetRow[] =>
    withPictures(
      rows,
      pictures.filter(({ member }) => stored.has(member)),
      file,
    )

async function openDocumentTables(book: Workbook): Promise<readonly Sheet[]> {
  const sheets = openDocumentSheets(await book.required('content.xml'), book.limits, placed(book))
  return sheets.map(({ name, rows, formulas }) => ({ name, rows, unread: countUnread(book, rows, formulas) }))
}

async function worksheets(book: Workbook): Promise<readonly Sheet[]> {
  const { file, limits, stored, text, required } = book
  const relations = await required('xl/_rels/workbook.xml.rels')
  const { sheets: listed, isFrom1904 } = workbookParts(await required('xl/workbook.xml'), relations)
  const strings = sharedStrings((await text('xl/sharedStrings.xml')) ?? '<sst/>')
  const dates = dateStyles((await text('xl/styles.xml')) ?? '<styleSheet/>')
  const twice = listed.find(({ path }, at) => listed.findIndex(other => other.path === path) < at)
  if (twice) throw tableFault(file, '', `two of its sheets are one member, ${twice.path}`)
  const values = stored.size > 0 ? await pictureValues(text) : null
  const findPicture = (vm: number, value: string): Cell | null => {
    const member = vm > 0 ? values?.ofMetadata(vm) : values?.named(calledPicture(value) ?? '')
    return member !== undefined && stored.has(member) ? pictureIn(file, member) : null
  }
  const sheets: Sheet[] = []
  for (const { name, path } of listed) {
    const anchored = stored.size > 0 ? await anchoredPictures(text, path) : []
    let formulas = 0
    const onEmptyFormula = () => {
      formulas++
    }
    const reading = {
      ...{ strings, dates, isFrom1904, onEmptyFormula, findPicture },
      withPictures: (rows: readonly SheetRow[]) => placed(book)(rows, anchored),
    }
    const rows = worksheetRows(await required(path), reading, limits)
    sheets.push({ name, rows, unread: countUnread(book, rows, formulas) })
  }
  return sheets
}

const largeWorkbook = (file: string): TableError =>
  largeFault(file, `Its XML has more than ${MAX_WORKBOOK} bytes.`, 'Divide it into several files.')

const manyCells = (file: string): TableError =>
  largeFault(file, `The sheets have more than ${MAX_CELLS} cells.`, 'Divide them into several files.')

const manyRepeated = (file: string): TableError =>
  largeFault(
    file,
    `Its equal rows after each other have more than ${MAX_REPEATED} cells.`,
    'Delete the repeated rows, or save the sheet as CSV.',
  )

async function* namedRows(
  file: string,
  columns: readonly string[],
  rows: readonly SheetRow[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Row> {
  let position = 0
  for (const row of rows) {
    signal?.throwIfAborted()
    if (row.every(cell => cell === null)) continue
    yield { file, position, cells: Object.fromEntries(columns.map((name, i) => [name, row[i] ?? null])) }
    position++
  }
}
