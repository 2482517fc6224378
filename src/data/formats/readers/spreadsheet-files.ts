/** Few data sets are spreadsheets: their reader is loaded by the first that is. */
import { pagePart } from '../../../engine/base/page-parts.ts'
import type { ByteFile } from '../../containers/bytes.ts'
import type { SheetTable } from './spreadsheet.ts'

export const isSpreadsheet = (path: string): boolean => /\.(?:xlsx|xlsm|ods)$/i.test(path)

/** As `spreadsheetTables` of spreadsheet.ts. */
export async function sheetsInFile(file: ByteFile): Promise<readonly SheetTable[]> {
  const { spreadsheetTables } = await pagePart(import('./spreadsheet.ts'))
  return spreadsheetTables(file)
}
