import { readMapping } from '../data/formats/mapping/check.ts'
import type { MappingDocument } from '../data/formats/mapping/document.ts'
import { readJson } from './files.ts'

/** @throws VoxelwiseError bad-mapping naming the field at fault, and as `readJson` */
export async function mappingFromFile(path: string): Promise<MappingDocument> {
  return readMapping(await readJson(path), path)
}
