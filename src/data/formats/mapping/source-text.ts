/** The text that a source has for a row. */

import { ownValue } from '@voxelwise/python'
import type { Row, Table } from '@voxelwise/tables'
import { type Cells, cellAt, cellText, cellTexts, firstFilled, isList } from './cells.ts'
import type { ColumnSource, Source } from './document.ts'

/** A row with its table; its cells may be those of an inner object. */
export interface RowInTable extends Pick<Row, 'file' | 'position'> {
  readonly table: Pick<Table, 'name' | 'split'>
  readonly cells: Cells
}

/** @returns trimmed; null where it has none */
export function sourceText(source: Source | null, row: RowInTable): string | null {
  if (source === null) return null
  if ('constant' in source) return source.constant
  if ('template' in source) return filledIn(source.template, row.cells)
  if ('from' in source) return from(source.from, row)
  return columnText(source, row.cells)
}

function columnText(
  { column, take = 'all', levels, values = {} }: ColumnSource,
  cells: Cells,
): string | null {
  const cell = firstFilled(cells, column)
  const texts = cellTexts(cell).flatMap(text => (levels === undefined ? text : parted(text, levels)))
  const text =
    take === 'all' ? [...new Set(texts)].join(', ') : ((take === 'first' ? texts[0] : texts.at(-1)) ?? '')
  return (ownValue(values, text) ?? text) || null
}

const parted = (text: string, levels: string): readonly string[] =>
  text.split(levels).flatMap(part => part.trim() || [])

/** Null if all its columns are empty. */
function filledIn(template: string, cells: Cells): string | null {
  let hasText = false
  const text = template.replace(/\{([^{}]+)\}/g, (_, column: string) => {
    const texts = cellTexts(firstFilled(cells, [column]))
    if (texts.length > 0) hasText = true
    return texts.join(', ')
  })
  return hasText ? text.trim() : null
}

function from(what: 'table' | 'folder' | 'split', { table, file }: RowInTable): string | null {
  if (what === 'table') return table.name
  if (what === 'split') return table.split
  const folders = file.split('/')
  return folders.at(-2) ?? null
}

/** A text, trimmed: the texts of a list (turns, lines) on separate lines, any other text unchanged. */
export function wholeText(source: Source | null, row: RowInTable): string | null {
  if (source === null || !('column' in source)) return sourceText(source, row)
  const cell = firstFilled(row.cells, source.column)
  return isList(cell) ? cellTexts(cell).join('\n') || null : cellText(cell)
}

/** The text of a single cell as it is; null where its source is no column, or a cell holds no text. */
export function untrimmed(source: Source, row: RowInTable): string | null {
  const cell = 'column' in source ? firstFilled(row.cells, source.column) : undefined
  return typeof cell === 'string' ? cell : null
}

/** Texts of some columns to go with a sample, under their own names; no images, nothing empty, nothing endless. */
export function keptCells(columns: readonly string[], cells: Cells): Readonly<Record<string, string>> {
  return Object.fromEntries(
    columns.flatMap(column => {
      const text = cellTexts(cellAt(cells, column)).join(', ')
      return text === '' ? [] : [[column, text.slice(0, longestKept)]]
    }),
  )
}

const longestKept = 20_000
