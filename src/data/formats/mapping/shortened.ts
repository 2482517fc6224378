/** Rows whose long lists are cut: what a list is for shows in its first items, and each guess looks at every item. */
import type { Cell } from '@voxelwise/tables'
import { type CellObject, isList, isObject, unpacked } from './cells.ts'

/** More than any question has images, options or turns. */
const longest = 1000

/** Short texts hold no long list, and are not worth reading. */
const longText = 2 * longest

/** Rows with the same columns, in which no list, nor the text of one, has more than 1,000 items. */
export const shortened = <T extends { readonly cells: CellObject }>(rows: readonly T[]): readonly T[] =>
  rows.map(row => ({ ...row, cells: shortObject(row.cells) }))

const shortObject = (cells: CellObject): CellObject =>
  Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, short(cell)]))

function short(cell: Cell): Cell {
  const read = typeof cell === 'string' && cell.length > longText ? unpacked(cell) : cell
  if (isObject(read) && read === cell) return shortObject(read)
  if (!isList(read)) return cell
  if (read.length > longest) return read.slice(0, longest).map(short)
  return read === cell ? read.map(short) : cell
}
