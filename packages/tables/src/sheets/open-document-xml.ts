/** The sheets of an OpenDocument spreadsheet (.ods) out of its XML. Values only; no formula is evaluated. */

import { normalise } from '@voxelwise/python'
import { MAX_COLUMNS, MAX_LISTED, MAX_SHEETS, MAX_TEXT_CELL } from '../limits.ts'
import type { Cell } from '../rows.ts'
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
  const reader = new ContentReader(limits)
  readXml(xml, {
    open: (element, attributes) => reader.opens.get(element)?.(attributes),
    text: text => reader.add(text),
    close: element => reader.closes.get(element)?.(),
  })
  return reader.sheets.flatMap(({ name, isHidden, rows, merged, pictures, formulas }) => {
    if (isHidden) return []
    if (merged.length === 0 && pictures.length === 0) return [{ name, rows, pictures, formulas }]
    // A row that is written once and repeated is one array.
    const shown = withPictures(rows, pictures).map(each => [...each])
    fillDown(shown, merged, limits)
    return [{ name, rows: shown, pictures, formulas }]
  })
}

type Attributes = Readonly<Record<string, string>>

interface ReadSheet {
  readonly name: string
  readonly isHidden: boolean
  readonly rows: Cell[][]
  readonly merged: MergedCell[]
  readonly pictures: CellPicture[]
  formulas: number
}

/** What the elements of `content.xml` do, by their names. */
class ContentReader {
  readonly sheets: ReadSheet[] = []
  readonly #limits: SheetLimits
  readonly #hiddenStyles = new Set<string>()
  readonly #countSheet = counter(MAX_SHEETS, 'sheets')
  readonly #countMerged = counter(MAX_LISTED, 'merged cells')
  readonly #countPicture = counter(MAX_LISTED, 'pictures')
  readonly #countStyle = counter(MAX_LISTED, 'hidden styles')
  #style = ''
  #row: Cell[] = []
  /** Columns of the row up to its last filled cell. */
  #filledTo = 0
  #repeatsRow = 1
  #cell: { value: Cell; readonly isText: boolean; readonly repeats: number } | null = null
  #paragraphs = 0
  #asides = 0
  /** Spaces that stand for themselves by a number. */
  #spaces = 0

  constructor(limits: SheetLimits) {
    this.#limits = limits
  }

  readonly opens = new Map<string, (attributes: () => Attributes) => void>([
    [
      'style',
      attributes => {
        this.#style = attributes().name ?? ''
      },
    ],
    [
      'table-properties',
      attributes => {
        if (attributes().display !== 'false') return
        this.#countStyle()
        this.#hiddenStyles.add(this.#style)
      },
    ],
    ['table', attributes => this.#openSheet(attributes())],
    ['table-row', attributes => this.#openRow(attributes())],
    ['table-cell', attributes => this.#openCell(attributes(), false)],
    ['covered-table-cell', attributes => this.#openCell(attributes(), true)],
    ['image', attributes => this.#place(attributes())],
    ['annotation', () => this.#asides++],
    ['ruby-text', () => this.#asides++],
    [
      'p',
      () => {
        if (this.#asides === 0 && this.#paragraphs++ > 0) this.add('\n')
      },
    ],
    ['s', attributes => this.#addSpaces(Math.min(1000, Number(attributes().c ?? 1)))],
    ['tab', () => this.add('\t')],
    ['line-break', () => this.add('\n')],
  ])

  readonly closes = new Map<string, () => void>([
    ['annotation', () => this.#asides--],
    ['ruby-text', () => this.#asides--],
    ['table-cell', () => this.#closeCell()],
    ['covered-table-cell', () => this.#closeCell()],
    ['table-row', () => this.#closeRow()],
  ])

  /** Notes and reading aids stand beside the text of a cell. */
  add(text: string): void {
    const cell = this.#cell
    if (!cell?.isText || this.#asides > 0) return
    const all = String(cell.value ?? '') + text
    checkText(all)
    cell.value = all
  }

  #addSpaces(count: number): void {
    this.#spaces += count
    if (this.#spaces > MAX_TEXT_CELL) throw new Error(`more than ${MAX_TEXT_CELL} repeated spaces`)
    this.add(' '.repeat(count))
  }

  #openSheet({ name = '', 'style-name': styled = '' }: Attributes): void {
    this.#countSheet()
    const isHidden = this.#hiddenStyles.has(styled)
    this.sheets.push({ name, isHidden, rows: [], merged: [], pictures: [], formulas: 0 })
  }

  #openRow(attributes: Attributes): void {
    this.#row = []
    this.#filledTo = 0
    this.#repeatsRow = Number(attributes['number-rows-repeated'] ?? 1)
  }

  /** @param isCovered by a merged cell: what lies under it is hidden */
  #openCell(attributes: Attributes, isCovered: boolean): void {
    const repeats = Number(attributes['number-columns-repeated'] ?? 1)
    this.#cell = isCovered
      ? { value: null, isText: false, repeats }
      : { value: openDocumentValue(attributes), isText: attributes['value-type'] === 'string', repeats }
    this.#paragraphs = 0
    const sheet = this.sheets.at(-1)
    const [top, column] = [sheet?.rows.length ?? 0, this.#row.length]
    const spanned = Number(attributes['number-rows-spanned'] ?? 1)
    if (spanned > 1) {
      this.#countMerged()
      sheet?.merged.push({ column, top, bottom: top + spanned - 1 })
    }
    if (sheet && attributes.formula !== undefined && attributes['value-type'] === undefined) sheet.formulas++
  }

  /** An image in a cell is a picture of the cell's place. */
  #place(attributes: Attributes): void {
    const sheet = this.sheets.at(-1)
    if (!sheet || !this.#cell || this.#asides > 0) return
    this.#countPicture()
    const member = normalise(attributes.href ?? '')
    sheet.pictures.push({ row: sheet.rows.length, column: this.#row.length, member })
  }

  #closeCell(): void {
    if (!this.#cell) return
    const { value, repeats } = this.#cell
    const row = this.#row
    this.#cell = null
    // Empty cells are repeated up to the last column of the sheet, which is more than a table may have.
    if (value === null || value === '') row.length = Math.min(row.length + repeats, MAX_COLUMNS + 1)
    else {
      this.#limits.check(0, row.length + repeats, row.length + repeats)
      for (let i = 0; i < repeats; i++) row.push(value)
      this.#filledTo = row.length
    }
  }

  #closeRow(): void {
    const rows = this.sheets.at(-1)?.rows
    this.#row.length = this.#filledTo
    const filled = Array.from(this.#row, each => each ?? null)
    const count = filled.length === 0 ? Math.min(this.#repeatsRow, 1) : this.#repeatsRow
    this.#limits.check((rows?.length ?? 0) + count, filled.length, 0)
    this.#limits.checkRepeated((count - 1) * filled.length)
    for (let i = 0; i < count; i++) rows?.push(filled)
  }
}

/** The value of a cell; of a text only its beginning, because the rest are the elements in it. */
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
