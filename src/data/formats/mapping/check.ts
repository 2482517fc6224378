/** From the JSON of a mapping to its typed form; an error names the field at fault. */
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import type { Json } from '../../../engine/base/json.ts'
import { CheckError, read } from '../../../engine/base/schema.ts'
import { documentSchema, type MappingDocument } from './document.ts'
import { checkLeaks } from './leaks.ts'

/** @throws CheckError */
export function mappingDocument(value: Json, at: string): MappingDocument {
  const { name, protocol, tables } = read(documentSchema, value, at)
  for (const [i, table] of tables.entries()) {
    const place = `${at ? `${at}.` : ''}tables[${i}]`
    if ((table.examples ?? table.stages) !== null && table.group === null)
      throw new CheckError(`${place}.group`, 'there: examples and stages are rows of the same group')
    if (table.examples !== null && table.stages !== null)
      throw new CheckError(`${place}.stages`, 'left out where there are examples')
    checkLeaks(table, place)
  }
  return { name, protocol, tables }
}

/** @throws VoxelwiseError bad-mapping, naming the field at fault */
export function readMapping(json: Json, file: string): MappingDocument {
  try {
    return mappingDocument(json, '')
  } catch (error) {
    if (!(error instanceof CheckError)) throw error
    throw new VoxelwiseError({
      code: 'bad-mapping',
      subject: error.at ? `${file}: ${error.at}` : file,
      message: `A mapping's ${error.at || 'document'} should be ${error.expected}.`,
      remedy: 'Correct the mapping there. docs/mappings.md describes the format.',
      cause: error,
    })
  }
}
