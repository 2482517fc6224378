/** The contents of a cell, from any reader. */

import { isJsonArray, isNumberText, type Json, ownValue, parsePythonLiteral, str } from '@voxelwise/python'
import { type Cell, EmbeddedImage } from '@voxelwise/tables'

export type Cells = Readonly<Record<string, Cell>>
export type CellObject = { readonly [name: string]: Cell }

export function isList(cell: Cell | undefined): cell is readonly Cell[] {
  return Array.isArray(cell)
}

export function isObject(cell: Cell | undefined): cell is CellObject {
  return (
    typeof cell === 'object' &&
    cell !== null &&
    !Array.isArray(cell) &&
    !(cell instanceof EmbeddedImage) &&
    !isNumberText(cell as Json)
  )
}

/** Whether an object has a score from 0 to 1 under each answer: `{"yes": 1}`. */
export function areScores(cell: Cell | undefined): cell is CellObject {
  if (!isObject(cell)) return false
  const values = Object.values(cell).map(value => (typeof value === 'number' ? value : Number.NaN))
  return (
    values.length > 0 && values.every(value => value >= 0 && value <= 1) && values.some(value => value > 0)
  )
}

/** Whether nothing is there: no cell, null, Python's NaN (pandas' missing value), an empty text or list. */
export function isEmpty(cell: Cell | undefined): boolean {
  if (cell === undefined || cell === null) return true
  if (isNumberText(cell as Json)) return (cell as { $number: string }).$number === 'NaN'
  if (typeof cell === 'string') return cell.trim() === ''
  return isList(cell) && cell.length === 0
}

/** The text of a single value, trimmed; null if it is empty, a list, an object or an image. */
export function cellText(cell: Cell | undefined): string | null {
  if (isEmpty(cell) || cell instanceof EmbeddedImage || isList(cell) || isObject(cell)) return null
  return str(cell as Json).trim()
}

/**
 * The contents of a column: by its exact name, or by a path with dots into objects (`LABEL.Modality`); a whole number
 * is a place in a list.
 */
export function cellAt(cells: CellObject, path: string): Cell | undefined {
  if (Object.hasOwn(cells, path)) return ownValue(cells, path)
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const head = path.slice(0, dot)
    if (!Object.hasOwn(cells, head)) continue
    const inner = ownValue(cells, head)
    const rest = path.slice(dot + 1)
    if (isObject(inner)) return cellAt(inner, rest)
    const [, place, further] = /^(\d+)(?:\.(.+))?$/s.exec(rest) ?? []
    const list = place === undefined ? undefined : unpacked(inner)
    if (!isList(list)) continue
    const item = list[Number(place)]
    if (further === undefined) return item
    return isObject(item) ? cellAt(item, further) : undefined
  }
  return undefined
}

/** The first non-empty of several columns. */
export function firstFilled(cells: Cells, columns: readonly string[]): Cell | undefined {
  for (const column of columns) {
    const cell = cellAt(cells, column)
    if (!isEmpty(cell)) return cell
  }
  return undefined
}

/** A cell with the text of a list or an object, as Python or JSON write one, read; any other as it is. */
export function unpacked(cell: Cell | undefined): Cell | undefined {
  if (typeof cell !== 'string') return cell
  const text = cell.trim()
  const isWithin = (open: string, close: string) => text.startsWith(open) && text.endsWith(close)
  if (!(isWithin('[', ']') || isWithin('{', '}') || (isWithin('(', ')') && text.includes(',')))) return cell
  const read = parsePythonLiteral(text)
  return isJsonArray(read) || isObject(read) ? read : cell
}

/** The texts of a list, of the text of a list, or of a single value; without empty ones. */
export function cellTexts(cell: Cell | undefined): readonly string[] {
  const read = unpacked(cell)
  if (isList(read)) return read.flatMap(item => cellText(item) ?? [])
  const text = cellText(read)
  return text === null ? [] : [text]
}

/** A list as Python writes it: `[0, 2]`. */
export const listText = (list: readonly Cell[]): string =>
  `[${list.map(item => (isList(item) ? listText(item) : (cellText(item) ?? 'None'))).join(', ')}]`

/** Whether a trimmed text of several words ends as a question does. */
export const asksInWords = (text: string): boolean => /[?？]$/.test(text) && /\s/.test(text)
