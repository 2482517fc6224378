/** Tables as a mapping reads them: with the names that it gives to their cells, and with the rows of another table. */

import { ownValue } from '@voxelwise/python'
import type { Row, Table } from '@voxelwise/tables'
import { columnsRead } from './check.ts'
import type { MappingDocument, TableMapping } from './document.ts'
import { type Head, readHeads } from './heads.ts'
import { findJoined, joinedTable } from './join.ts'
import { readsTable } from './presets.ts'

export interface PreparedHead extends Head {
  /** The entry that reads it; null where none does. */
  readonly entry: TableMapping | null
  /** Rooted path of the table that is joined to it. */
  readonly joinedWith: string | null
}

/** Tables that are joined to others are none by themselves. */
export async function prepared(
  document: MappingDocument,
  heads: readonly Head[],
  signal: AbortSignal | undefined,
): Promise<readonly PreparedHead[]> {
  const joined = new Set<Head>()
  const all: { readonly original: Head; readonly head: PreparedHead }[] = []
  for (const original of heads) {
    const result = await preparedHead(document, original, heads, signal)
    if (result.other) joined.add(result.other)
    all.push({ original, head: result.head })
  }
  return all.filter(({ original }) => !joined.has(original)).map(({ head }) => head)
}

async function preparedHead(
  document: MappingDocument,
  head: Head,
  heads: readonly Head[],
  signal: AbortSignal | undefined,
): Promise<{ readonly head: PreparedHead; readonly other: Head | null }> {
  for (const entry of document.tables) {
    const named = entry.cells.length > 0 ? withCells(head, entry.cells) : head
    const isLeft = entry.join !== null && named.table.columns.includes(entry.join.by[0])
    const partner = entry.join && isLeft ? findJoined(entry.join, head, heads) : null
    // Where one file has both tables, the one that asks is joined to the other.
    const isTurned = partner?.file === head.file && !asksIn(entry, named)
    const other = isTurned ? null : partner
    if (entry.join && !other) continue
    const table = entry.join && other ? joinedTable(named.table, other.table, entry.join.by) : named.table
    if (!readsTable(entry.where, table, head.file)) continue
    const read = other ? (await readHeads([table], signal)).heads[0] : named
    return { head: { ...(read ?? named), table, entry, joinedWith: other?.file ?? null }, other }
  }
  return { head: { ...head, entry: null, joinedWith: null }, other: null }
}

const asksIn = ({ question }: TableMapping, { table }: Head): boolean =>
  columnsRead(question).some(column => table.columns.includes(column))

/** With these names for its columns; a first line that was taken for their names is a row. */
function withCells(head: Head, names: readonly string[]): Head {
  const { table } = head
  const isRow = table.hasHeader !== false
  const renamed = (row: Row, shift: number): Row => ({
    ...row,
    position: row.position + shift,
    cells: Object.fromEntries(
      names.map((name, i) => [name, ownValue(row.cells, table.columns[i] ?? '') ?? null]),
    ),
  })
  const first: Row = {
    file: head.file,
    position: 0,
    cells: Object.fromEntries(names.map((name, i) => [name, table.columns[i] ?? null])),
  }
  const rows: Table['rows'] = async function* (signal) {
    if (isRow) yield first
    for await (const row of table.rows(signal)) yield renamed(row, isRow ? 1 : 0)
  }
  return {
    file: head.file,
    table: { ...table, columns: names, hasHeader: true, rows },
    rows: [...(isRow ? [first] : []), ...head.rows.map(row => renamed(row, isRow ? 1 : 0))],
  }
}
