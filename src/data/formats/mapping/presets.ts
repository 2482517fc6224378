/** Mappings of published benchmarks, recognised by their columns and file names. */

import type { Json } from '../../../engine/base/json.ts'
import { matches } from '../../../engine/base/paths.ts'
import { field, list, read } from '../../../engine/base/schema.ts'
import type { Table } from '../readers/rows.ts'
import { mappingDocument } from './check.ts'
import { filterSchema, type MappingDocument, type TableFilter } from './document.ts'
import type { Head } from './heads.ts'
import { presetFiles } from './presets/index.ts'

export interface Preset {
  /** Name of its file. */
  readonly id: string
  readonly document: MappingDocument
  /** It is taken where any of these fits a table. */
  readonly recognise: readonly TableFilter[]
}

/** In the order in which they are tried. */
export const presets: readonly Preset[] = Object.entries(presetFiles).map(([id, json]) => ({
  id,
  document: mappingDocument(json as Json, id),
  recognise: read(list(filterSchema), field(json as Json, 'recognise'), `${id}.recognise`),
}))

/** The first preset whose columns and file name match some table; null if there is none. */
export function presetFor(heads: readonly Pick<Head, 'table' | 'file'>[]): MappingDocument | null {
  const found = presets.find(({ recognise }) =>
    recognise.some(filter => heads.some(({ table, file }) => fits(filter, table, file))),
  )
  return found?.document ?? null
}

/** Whether an entry reads a table. @param file rooted path of the table's (first) file */
export function fits(
  { columns, without, files }: TableFilter,
  table: Pick<Table, 'columns'>,
  file: string,
): boolean {
  const has = (column: string) =>
    table.columns.includes(column.split('.')[0] ?? '') || table.columns.includes(column)
  return (
    columns.every(has) &&
    !without.some(has) &&
    (files.length === 0 || files.some(pattern => matches(file, `*${pattern}`)))
  )
}
