/** A parquet file as rows: every column page by page, side by side, images as references. */

import type { SchemaTree } from 'hyparquet'
import { assembleNested } from 'hyparquet/src/assemble.js'
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js'
import type { ByteFile } from '../bytes.ts'
import { tableFault } from '../faults.ts'
import { MAX_WAITING } from '../limits.ts'
import { type Cell, EmbeddedImage, type Row, type Table } from '../rows.ts'
import { type LeafCell, ParquetColumn } from './parquet-column.ts'
import { openParquet, type ParquetFile, parquetFault, type RowGroup } from './parquet-file.ts'

export type ParquetTable = Pick<Table, 'columns' | 'rows'>

/** Rows assembled at a time. */
const AT_ONCE = 1000

/** @throws TableError bad-table, file-too-large, and as the file's `read` */
export async function readParquet(file: ByteFile): Promise<ParquetTable> {
  const parquet = await openParquet(file)
  const columns = parquet.schema.children.map(({ element }) => element.name)
  return {
    columns,
    async *rows(signal) {
      for (const group of parquet.groups) yield* readRowGroup(parquet, group, signal)
    },
  }
}

async function* readRowGroup(
  parquet: ParquetFile,
  group: RowGroup,
  signal: AbortSignal | undefined,
): AsyncGenerator<Row> {
  const { file, schema } = parquet
  const leaves = group.chunks.map(chunk => {
    const { leaf } = chunk
    const [, top] = leaf.schemaPath
    const parts = leaf.schemaPath.at(-2)?.children.map(({ element }) => element.name) ?? []
    const isOfImage = parquet.imageColumns.has(top?.element.name ?? '') || isImageParts(parts)
    const isImage = isOfImage && leaf.element.name !== 'path'
    return { leaf, column: new ParquetColumn(file, chunk, group.firstRow, isImage) }
  })
  for (let done = 0; done < group.rows; ) {
    signal?.throwIfAborted()
    let count = Math.min(AT_ONCE, group.rows - done)
    let waiting = 0
    for (const { leaf, column } of leaves) {
      const ready = await column.ready()
      if (ready === 0)
        throw tableFault(
          file.name,
          `column ${leaf.name}`,
          `it ends before row ${group.firstRow + group.rows}`,
        )
      count = Math.min(count, ready)
      waiting += ready
      if (waiting > MAX_WAITING)
        throw tableFault(file.name, '', `more than ${MAX_WAITING} values of its columns wait for each other`)
    }
    const taken = new Map(leaves.map(({ leaf, column }) => [leaf.name, column.take(count)]))
    const columns = schema.children.map(child => [child.element.name, assembled(child, taken, file)] as const)
    for (let i = 0; i < count; i++) {
      const cells = Object.fromEntries(columns.map(([name, values]) => [name, toCell(values[i])]))
      yield { file: file.name, position: group.firstRow + done + i, cells }
    }
    done += count
  }
}

/** Whether these are the parts in which `datasets` stores an image: bytes, a path, or both, in any order. */
const isImageParts = (names: readonly string[]): boolean =>
  names.length > 0 && names.every(name => name === 'bytes' || name === 'path')

/** The rows of a top-level column out of those of its leaves. */
function assembled(child: SchemaTree, leaves: Map<string, LeafCell[]>, file: ByteFile): LeafCell[] {
  const name = child.path.join('.')
  if (child.children.length > 0)
    try {
      assembleNested(leaves, child, DEFAULT_PARSERS)
    } catch (error) {
      throw parquetFault(file, `column ${name}`, error)
    }
  return leaves.get(name) ?? []
}

/** Such a structure is the image itself: its bytes, or its path if there are none. */
function toCell(value: LeafCell): Cell {
  if (value === undefined || value === null || typeof value !== 'object' || value instanceof EmbeddedImage)
    return value ?? null
  if (Array.isArray(value)) return value.map(toCell)
  const entries = Object.entries(value as Record<string, LeafCell>)
  if (isImageParts(entries.map(([name]) => name))) {
    const { bytes, path } = value as { readonly bytes?: LeafCell; readonly path?: LeafCell }
    return toCell(bytes) ?? toCell(path)
  }
  return Object.fromEntries(entries.map(([name, item]) => [name, toCell(item)]))
}
