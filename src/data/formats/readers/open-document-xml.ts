/** The sheets of an OpenDocument spreadsheet (.ods) out of its XML. Values only; no formula is evaluated. */

import { MAX_COLUMNS, MAX_LISTED, MAX_SHEETS, MAX_TEXT_CELL } from '../../containers/limits.ts'
import type { Cell } from './rows.ts'
import { checkText, numberOf, readXml, type SheetLimits, type SheetRow } from './sheet-xml.ts'
import { counter } from './xml-limits.ts'

/** Sheets of an OpenDocument spreadsheet's `content.xml`. Hidden ones are left out; hidden rows and columns are read. */
export function openDocumentSheets(
  xml: string,
  { check, checkRepeated }: SheetLimits,
): readonly { readonly name: string; readonly rows: readonly SheetRow[] }[] {
  const sheets: { name: string; isHidden: boolean; rows: Cell[][] }[] = []
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
          sheets.push({ name, isHidden: hiddenStyles.has(styled), rows: [] })
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
  return sheets.filter(({ isHidden }) => !isHidden)

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
      return numberOf(Number(attributes.value), attributes.value ?? '')
    case 'boolean':
      return attributes['boolean-value'] === 'true'
    case 'date':
    case 'time':
      return attributes[`${type}-value`] ?? null
    default:
      return type === 'string' ? '' : null
  }
}
