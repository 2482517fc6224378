/** Facts about the columns of a table, from its first rows. */
import { type Cell, EmbeddedImage, type TableRows } from '@voxelwise/tables'
import {
  areScores,
  type CellObject,
  type Cells,
  cellAt,
  cellText,
  cellTexts,
  isEmpty,
  isList,
  isObject,
  unpacked,
} from './cells.ts'
import { soleLetter } from './letters.ts'

export interface ColumnProfile {
  /** With dots into objects. */
  readonly name: string
  /** The cell of every row, unchanged. */
  readonly cells: readonly (Cell | undefined)[]
  /** Share of the rows that are not empty. */
  readonly filled: number
  /** Texts of the rows with a single value. */
  readonly texts: readonly string[]
  /** Mean number of characters of those. */
  readonly length: number
  /** How many different values. */
  readonly distinct: number
}

const deepest = 2

/** Columns in order, those within objects behind the object's own. */
export function profiles(rows: TableRows): readonly ColumnProfile[] {
  const names = new Set<string>()
  for (const { cells } of rows) for (const name of namesIn(cells, '', 0)) names.add(name)
  return [...names].map(name => profile(name, rows))
}

function* namesIn(cells: CellObject | Cells, before: string, depth: number): Generator<string> {
  for (const [key, cell] of Object.entries(cells)) {
    yield before + key
    if (
      depth < deepest &&
      isObject(cell) &&
      !areScores(cell) &&
      !Object.keys(cell).every(inner => soleLetter(inner))
    )
      yield* namesIn(cell, `${before}${key}.`, depth + 1)
  }
}

/** Profile of one column. @param name a path with dots */
export function profile(name: string, rows: TableRows): ColumnProfile {
  const cells = rows.map(row => cellAt(row.cells, name))
  const texts = cells.flatMap(cell => cellText(cell) ?? [])
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  const values = cells.flatMap(cell => (isEmpty(cell) ? [] : cellKey(cell)))
  return {
    name,
    cells,
    filled: values.length / Math.max(1, cells.length),
    texts,
    length: characters / Math.max(1, texts.length),
    distinct: new Set(values).size,
  }
}

function cellKey(cell: Cell | undefined): string {
  if (cell instanceof EmbeddedImage) return cell.reference
  if (areScores(cell)) return Object.keys(cell).join('\n')
  return cellText(cell) ?? cellTexts(cell).join('\n')
}

/** Share of the filled cells for which something is true. */
export function shareOfCells({ cells }: ColumnProfile, holds: (cell: Cell) => boolean): number {
  const filled = cells.filter((cell): cell is Cell => !isEmpty(cell))
  return filled.length === 0 ? 0 : filled.filter(holds).length / filled.length
}

export const isEmbedded = (cell: Cell): boolean =>
  cell instanceof EmbeddedImage ||
  (isList(cell) && cell.some(isEmbedded)) ||
  (isObject(cell) && Object.values(cell).some(isEmbedded))

/** Whether a text, or each of a list, ends as a picture's file does. */
export function isImagePath(cell: Cell): boolean {
  const texts = isObject(cell) ? Object.values(cell).flatMap(inner => cellText(inner) ?? []) : cellTexts(cell)
  const objects = listOfObjects(cell)
  if (objects.length > 0) return objects.every(isImagePath)
  return (
    texts.length > 0 &&
    texts.some(text => /\.(?:png|jpe?g|webp|bmp|gif|tiff?|npy|nii(?:\.gz)?|dcm)$/i.test(text))
  )
}

export function listOfObjects(cell: Cell | undefined): readonly CellObject[] {
  const read = unpacked(cell)
  return isList(read) ? read.flatMap((item): CellObject[] => (isObject(item) ? [item] : [])) : []
}

/** Few values of a few words: what can be a label of an axis or a group of questions. */
export function isLabel(column: ColumnProfile): boolean {
  const rows = column.cells.length
  const words = column.texts.length > 0 ? column.length <= 60 : true
  return (
    column.filled > 0.3 &&
    words &&
    column.distinct <= Math.max(30, rows / 2) &&
    shareOfCells(column, isEmbedded) === 0
  )
}
