/** The sheets of an OpenDocument spreadsheet (.ods) out of its XML. Values only; no formula is evaluated. */

import { normalise } from '../../../engine/base/paths.ts'
import { MAX_COLUMNS, MAX_LISTED, MAX_SHEETS, MAX_TEXT_CELL } from '../../containers/limits.ts'
import type { Cell } from './rows.ts'
import type { CellPicture } from './sheet-pictures.ts'
import {
  checkText,
  fillDown,
  type MergedCell,
  numberCell,
  readXml,
  type SheetLimits,
  type SheetRow,
} from './sheet-xml.ts'
import { counter } from './xml-limits.ts'

interface OpenDocumentSheet {
  readonly name: string
  readonly rows: readonly SheetRow[]
  readonly pictures: readonly CellPicture[]
  /** Those without a stored value, which are read as empty cells. */
  readonly formulas: number
}

/** Sheets of an OpenDocument spreadsheet's `content.xml`. Hidden ones are left out; hidden rows and columns are read. */
export function openDocumentSheets(
  xml: string,
  limits: SheetLimits,
  withPictures: (rows: readonly SheetRow[], pictures: readonly CellPicture[]) => readonly SheetRow[],
): readonly OpenDocumentSheet[] {
  const { check, checkRepeated } = limits
  const sheets: {
    name: string
    isHidden: boolean
    rows: Cell[][]
    merged: MergedCell[]
    pictures: CellPicture[]
    formulas: number
  }[] = []
  const hiddenStyles = new Set<string>()
  let style = ''
  let row: Cell[] = []
  /** Columns of the row up to its last filled cell. */
  let filledTo = 0
  let repeatsRow = 1
  let cell: { value: Cell; readonly isText: boolean; readonly repeats: number } | null = null
  let paragraphs = 0
  let asides = 0
  const countSheet = counter(MAX_SHEETS, 'sheets')
  const countMerged = counter(MAX_LISTED, 'merged cells')
  const countStyle = counter(MAX_LISTED, 'hidden styles')
  /** Spaces that stand for themselves by a number. */
  let spaces = 0
  readXml(xml, {
    open: (element, attributes) => {
      switch (element) {
        case 'style':
          style = attributes().name ?? ''
          break
        case 'table-properties':
          if (attributes().display === 'false') {
            countStyle()
            hiddenStyles.add(style)
          }
          break
        case 'table': {
          countSheet()
          const { name = '', 'style-name': styled = '' } = attributes()
          const isHidden = hiddenStyles.has(styled)
          sheets.push({ name, isHidden, rows: [], merged: [], pictures: [], formulas: 0 })
          break
        }
        case 'table-row':
          row = []
          filledTo = 0
          repeatsRow = Number(attributes()['number-rows-repeated'] ?? 1)
          break
        case 'table-cell':
        case 'covered-table-cell': {
          const given = attributes()
          const repeats = Number(given['number-columns-repeated'] ?? 1)
          // What lies under a merged cell is hidden.
          cell =
            element === 'table-cell'
              ? { value: openDocumentValue(given), isText: given['value-type'] === 'string', repeats }
              : { value: null, isText: false, repeats }
          paragraphs = 0
          const sheet = sheets.at(-1)
          const [top, column] = [sheet?.rows.length ?? 0, row.length]
          const spanned = Number(given['number-rows-spanned'] ?? 1)
          if (spanned > 1) {
            countMerged()
            sheet?.merged.push({ column, top, bottom: top + spanned - 1 })
          }
          if (sheet && given.formula !== undefined && given['value-type'] === undefined) sheet.formulas++
          break
        }
        case 'image': {
          const member = normalise(attributes().href ?? '')
          const sheet = sheets.at(-1)
          if (cell && asides === 0)
            sheet?.pictures.push({ row: sheet.rows.length, column: row.length, member })
          break
        }
        case 'annotation':
        case 'ruby-text':
          asides++
          break
        case 'p':
          if (asides === 0 && paragraphs++ > 0) add('\n')
          break
        case 's':
          addSpaces(Math.min(1000, Number(attributes().c ?? 1)))
          break
        case 'tab':
          add('\t')
          break
        case 'line-break':
          add('\n')
          break
      }
    },
    text: add,
    close: element => {
      if (element === 'annotation' || element === 'ruby-text') asides--
      if ((element === 'table-cell' || element === 'covered-table-cell') && cell) {
        const { value, repeats } = cell
        cell = null
        // Empty cells are repeated up to the last column of the sheet, which is more than a table may have.
        if (value === null || value === '') row.length = Math.min(row.length + repeats, MAX_COLUMNS + 1)
        else {
          check(0, row.length + repeats, row.length + repeats)
          for (let i = 0; i < repeats; i++) row.push(value)
          filledTo = row.length
        }
      }
      if (element === 'table-row') {
        const rows = sheets.at(-1)?.rows
        row.length = filledTo
        const filled = Array.from(row, each => each ?? null)
        const count = filled.length === 0 ? Math.min(repeatsRow, 1) : repeatsRow
        check((rows?.length ?? 0) + count, filled.length, 0)
        checkRepeated((count - 1) * filled.length)
        for (let i = 0; i < count; i++) rows?.push(filled)
      }
    },
  })
  return sheets.flatMap(({ name, isHidden, rows, merged, pictures, formulas }) => {
    if (isHidden) return []
    if (merged.length === 0 && pictures.length === 0) return [{ name, rows, pictures, formulas }]
    // A row that is written once and repeated is one array.
    const shown = withPictures(rows, pictures).map(each => [...each])
    fillDown(shown, merged, limits)
    return [{ name, rows: shown, pictures, formulas }]
  })

  /** Notes and reading aids stand beside the text of a cell. */
  function add(text: string): void {
    if (!cell?.isText || asides > 0) return
    const all = String(cell.value ?? '') + text
    checkText(all)
    cell.value = all
  }

  function addSpaces(count: number): void {
    spaces += count
    if (spaces > MAX_TEXT_CELL) throw new Error(`more than ${MAX_TEXT_CELL} repeated spaces`)
    add(' '.repeat(count))
  }
}

/** Of a text only its beginning: the rest are the elements in it. */
function openDocumentValue(attributes: Readonly<Record<string, string>>): Cell {
  const type = attributes['value-type']
  switch (type) {
    case 'float':
    case 'percentage':
    case 'currency':
      return numberCell(Number(attributes.value), attributes.value ?? '')
    case 'boolean':
      return attributes['boolean-value'] === 'true'
    case 'date':
    case 'time':
      return attributes[`${type}-value`] ?? null
    default:
      return type === 'string' ? '' : null
  }
}
