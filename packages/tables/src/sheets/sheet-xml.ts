/** What the sheets of both kinds of workbook share: the XML reader, the limits, and how a cell is kept. */
import { Parser } from 'saxen'
import { MAX_TEXT_CELL } from '../limits.ts'
import type { Cell } from '../rows.ts'
import { checkReferences, checkTags } from './xml-limits.ts'

/** The cells from the first column to the last filled one. An empty row has no cells. */
export type SheetRow = readonly Cell[]

interface XmlEvents {
  open?(element: string, attributes: () => Readonly<Record<string, string>>): void
  close?(element: string): void
  text?(text: string): void
}

/** Hears of elements by their names without prefixes. @throws Error where it is not XML, or a tag is longer than any should be */
export function readXml(xml: string, { open, close, text }: XmlEvents): void {
  checkReferences(xml)
  checkTags(xml)
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  new Parser()
    .on('error', error => {
      throw error
    })
    .on('openTag', (element, attributes) =>
      open?.(local(element), () =>
        Object.fromEntries(Object.entries(attributes()).map(([name, value]) => [local(name), value])),
      ),
    )
    .on('closeTag', element => close?.(local(element)))
    .on('text', (value, decode) => text?.(decode(value)))
    .on('cdata', value => text?.(value))
    .parse(xml)
}

export interface SheetLimits {
  /** Throws where there is more than may be. @param cells that are kept beside those before */
  check(rows: number, columns: number, cells: number): void
  /** Throws where rows that are written once stand for too many: a few bytes would become minutes of reading. */
  checkRepeated(cells: number): void
}

/** @throws Error where the text of one cell is longer than any may be */
export function checkText(text: string): void {
  if (text.length > MAX_TEXT_CELL) throw new Error(`a cell of more than ${MAX_TEXT_CELL} characters`)
}

/** A merged cell: its first one's place, and its last row. */
export interface MergedCell {
  readonly column: number
  readonly top: number
  readonly bottom: number
}

/** Cells that are merged over rows: the first one's value in each row, but for names of columns. */
export function fillDown(
  rows: readonly Cell[][],
  merged: readonly MergedCell[],
  { check, checkRepeated }: SheetLimits,
): void {
  const header = rows.findIndex(row => row.length > 0)
  for (const { column, top, bottom } of merged) {
    const value = rows[top]?.[column] ?? null
    if (value === null || top <= header) continue
    for (const row of rows.slice(top + 1, bottom + 1)) {
      checkRepeated(1)
      check(0, column, Math.max(0, column + 1 - row.length))
      while (row.length < column) row.push(null)
      row[column] ??= value
    }
  }
}

/** @param written what stands in the XML */
export const numberCell = (number: number, written: string): Cell =>
  Number.isFinite(number) ? number : written
