/** The samples of one row: by itself, one for each object of an inner list, one for each variant. */
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { cellAt, isList, isObject, unpacked } from './cells.ts'
import type { TableMapping } from './document.ts'
import type { RowInTable } from './source-text.ts'

interface Part {
  readonly mapping: TableMapping
  readonly row: RowInTable
}

const maxParts = 10_000

/** @throws VoxelwiseError file-too-large if a row's list is too long */
export function rowParts(mapping: TableMapping, row: RowInTable): readonly Part[] {
  const rows = exploded(mapping.explode, row)
  if (mapping.variants.length === 0) return rows.map(each => ({ mapping, row: each }))
  return rows.flatMap(each =>
    mapping.variants.map(variant => ({ mapping: { ...mapping, ...variant }, row: each })),
  )
}

/** The row once for each object of a list, with the object's fields added to its own. @throws as `rowParts` */
export function exploded(column: string | null, row: RowInTable): readonly RowInTable[] {
  if (column === null) return [row]
  const cell = unpacked(cellAt(row.cells, column))
  if (!isList(cell)) return [row]
  if (cell.length > maxParts)
    throw new VoxelwiseError({
      code: 'file-too-large',
      subject: `${row.file}[${row.position}].${column}`,
      message: `The list has ${cell.length} items; the limit is ${maxParts}.`,
      remedy: 'Divide it into several rows.',
    })
  return cell.map(item => ({
    ...row,
    cells: { ...row.cells, ...(isObject(item) ? item : { [column]: item }) },
  }))
}
