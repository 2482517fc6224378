import type { ByteFile } from '../bytes.ts'
import type { DictionaryPage } from './pages.ts'
import { type Chunk, tableError } from './parquet-file.ts'
import { unpack } from './unpack.ts'
import { type Values, valuesOf } from './values.ts'

/** The values that pages of a chunk refer to. @throws VoxelwiseError bad-table; as the file's `read` */
export async function dictionaryOf(file: ByteFile, chunk: Chunk, page: DictionaryPage): Promise<Values> {
  try {
    const bytes = unpack(await file.read(page.start, page.end), chunk.codec, page.unpackedLength)
    return valuesOf(bytes, 'PLAIN', page.values, chunk.leaf, null)
  } catch (error) {
    throw tableError(file, `column ${chunk.leaf.name}`, error)
  }
}
