/** Few data sets are spreadsheets: their reader is loaded by the first that is. */
import type { ByteFile } from '../bytes.ts'
import { readerPart } from '../table-error.ts'
import type { SheetTable } from './spreadsheet.ts'

export const isSpreadsheet = (path: string): boolean => /\.(?:xlsx|xlsm|ods)$/i.test(path)

/** As `spreadsheetTables` of spreadsheet.ts. */
export async function readSpreadsheet(file: ByteFile): Promise<readonly SheetTable[]> {
  const { spreadsheetTables } = await readerPart(import('./spreadsheet.ts'))
  return spreadsheetTables(file)
}
