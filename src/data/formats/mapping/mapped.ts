import { mappedProtocolReference } from '../../../engine/protocol/protocols/registry.ts'
import type { DatasetFormat } from '../format.ts'
import { mayHoldTables, tablesOf } from '../readers/tables.ts'
import { loadTables } from './load.ts'

/** Any benchmark whose files are tables: delimited text, parquet or JSON, with images beside or within. */
export const mappedFormat: DatasetFormat = {
  id: 'mapped',
  name: 'Tables with images: TSV, CSV, parquet, JSON or JSON lines',
  protocol: mappedProtocolReference,
  recognises: mayHoldTables,
  async load(folder, options) {
    return loadTables(await tablesOf(folder, options.signal), folder.source.name, options)
  },
}
