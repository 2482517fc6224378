/** The footer of a parquet file: its columns, and the places of their chunks. */
import {
  type ColumnMetaData,
  type ParquetType,
  parquetMetadata,
  parquetSchema,
  type SchemaElement,
  type SchemaTree,
} from 'hyparquet'
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from 'hyparquet/src/schema.js'
import type { ByteFile, Bytes } from '../bytes.ts'
import { largeFault, namedFault, tableFault } from '../faults.ts'
import { MAX_CELLS, MAX_COLUMNS, MAX_METADATA, MAX_METADATA_VALUES, MAX_ROWS } from '../limits.ts'
import { thriftEnd } from './parquet-thrift.ts'
import { type Codec, codecs } from './parquet-unpack.ts'

/** A column of plain values: a top-level one, or a part of a nested one. */
export interface Leaf {
  /** Names from the top-level column down, joined by dots. */
  readonly name: string
  /** From the root of the schema down to it. */
  readonly schemaPath: SchemaTree[]
  /** Its own entry in the schema. */
  readonly element: SchemaElement & { readonly type: ParquetType }
  readonly definition: number
  readonly repetition: number
}

/** The pages of one leaf in one row group. */
export interface Chunk {
  readonly leaf: Leaf
  readonly codec: Codec
  readonly start: number
  readonly end: number
  /** Null if not given. */
  readonly nulls: number | null
}

export interface RowGroup {
  readonly firstRow: number
  readonly rows: number
  /** In the order of the leaves. */
  readonly chunks: readonly Chunk[]
}

export interface ParquetFile {
  readonly file: ByteFile
  readonly schema: SchemaTree
  readonly groups: readonly RowGroup[]
  /** Top-level columns that are images according to Hugging Face's own schema. */
  readonly imageColumns: ReadonlySet<string>
}

/** @throws TableError bad-table, file-too-large, and as the file's `read` */
export async function openParquet(file: ByteFile): Promise<ParquetFile> {
  const footer = await readFooter(file)
  try {
    return describe(file, footer)
  } catch (error) {
    throw parquetFault(file, '', error)
  }
}

/** What to throw for what a library or we threw: under the file's name. */
export const parquetFault = (file: ByteFile, where: string, thrown: unknown): unknown =>
  namedFault(thrown, (reason, cause) => tableFault(file.name, where, reason, cause))

/** The metadata with the eight bytes behind it. */
async function readFooter(file: ByteFile): Promise<Bytes> {
  const tail = await file.read(Math.max(0, file.size - 8), file.size)
  if (file.size < 12 || String.fromCharCode(...tail.subarray(4)) !== 'PAR1')
    throw tableFault(file.name, '', 'it does not end as parquet does; it may have been cut')
  const length = new DataView(tail.buffer, tail.byteOffset).getUint32(0, true)
  if (length > file.size - 12) throw tableFault(file.name, '', 'its metadata begins before the file does')
  if (length > MAX_METADATA)
    throw largeFault(
      file.name,
      `Its metadata has ${length} bytes; the limit is ${MAX_METADATA}.`,
      'Write it again with longer row groups.',
    )
  return file.read(file.size - 8 - length, file.size)
}

function describe(file: ByteFile, footer: Bytes): ParquetFile {
  if (thriftEnd(footer, 0, MAX_METADATA_VALUES) < 0) throw new Error('its metadata ends too early')
  const metadata = parquetMetadata(footer, { geoparquet: false })
  const schema = parquetSchema(metadata)
  const leaves = listLeaves(schema)
  if (leaves.length > MAX_COLUMNS) throw new Error(`it has more than ${MAX_COLUMNS} columns`)
  let rows = 0
  const groups = metadata.row_groups.map((group): RowGroup => {
    const count = Number(group.num_rows)
    if (!(count >= 0)) throw new Error('a row group has less than no rows')
    const firstRow = rows
    rows += count
    if (rows > MAX_ROWS) throw new Error(`it has more than ${MAX_ROWS} rows`)
    if (rows * leaves.length > MAX_CELLS) throw new Error(`it has more than ${MAX_CELLS} cells`)
    if (group.columns.length !== leaves.length)
      throw new Error('a row group has other columns than the schema')
    const chunks = leaves.map((leaf, i) => columnChunk(leaf, group.columns[i]?.meta_data, file))
    return { firstRow, rows: count, chunks }
  })
  const hubJson = metadata.key_value_metadata?.find(({ key }) => key === 'huggingface')?.value
  return { file, schema, groups, imageColumns: findImageColumns(hubJson) }
}

function listLeaves(root: SchemaTree): readonly Leaf[] {
  const leaves: Leaf[] = []
  const visit = (node: SchemaTree, above: readonly SchemaTree[]): void => {
    const schemaPath = [...above, node]
    for (const child of node.children) visit(child, schemaPath)
    if (node.children.length > 0 || above.length === 0) return
    const [name, { type }] = [node.path.join('.'), node.element]
    if (!type) throw new Error(`the column ${name} has no type`)
    const element = { ...node.element, type }
    const [definition, repetition] = [getMaxDefinitionLevel(schemaPath), getMaxRepetitionLevel(schemaPath)]
    leaves.push({ name, schemaPath, element, definition, repetition })
  }
  visit(root, [])
  return leaves
}

function columnChunk(leaf: Leaf, metadata: ColumnMetaData | undefined, file: ByteFile): Chunk {
  if (!metadata) throw new Error(`the column ${leaf.name} is encrypted, or is in another file`)
  if (metadata.path_in_schema.join('.') !== leaf.name)
    throw new Error('a row group has its columns in another order than the schema')
  const codec = codecs.find(name => name === metadata.codec)
  if (!codec)
    throw new Error(
      `the column ${leaf.name} is compressed as ${metadata.codec}; supported are ${codecs.join(', ')}`,
    )
  const first = Number(metadata.data_page_offset)
  const dictionary = Number(metadata.dictionary_page_offset ?? 0)
  const start = dictionary > 0 && dictionary < first ? dictionary : first
  const end = start + Number(metadata.total_compressed_size)
  if (!(start >= 0 && end >= start && end <= file.size))
    throw new Error(`the column ${leaf.name} is outside the file`)
  const nulls = metadata.statistics?.null_count
  return { leaf, codec, start, end, nulls: nulls === undefined ? null : Number(nulls) }
}

/** Images among the features that `datasets` writes: {"info": {"features": {"image": {"_type": "Image"}}}}. */
function findImageColumns(hubJson: string | undefined): ReadonlySet<string> {
  if (hubJson === undefined) return new Set()
  const isImage = (feature: unknown): boolean =>
    typeof feature === 'object' &&
    feature !== null &&
    (('_type' in feature && feature._type === 'Image') || Object.values(feature).some(isImage))
  try {
    const { info } = JSON.parse(hubJson) as { info?: { features?: Record<string, unknown> } }
    return new Set(
      Object.entries(info?.features ?? {})
        .filter(([, feature]) => isImage(feature))
        .map(([name]) => name),
    )
  } catch {
    // It is only a hint: the bytes of a column also show its type.
    return new Set()
  }
}
