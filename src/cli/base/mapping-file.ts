import { readMapping } from '../../data/formats/mapping/check.ts'
import type { MappingDocument } from '../../data/formats/mapping/document.ts'
import type { MappingReport } from '../../data/formats/mapping/report.ts'
import { readJson } from './files.ts'

/** @throws VoxelwiseError bad-mapping naming the field at fault, and as `readJson` */
export async function mappingFromFile(path: string): Promise<MappingDocument> {
  return readMapping(await readJson(path), path)
}

/** How a data set was read, in a line. */
export function mappingLine({ document, origin, split, tables }: MappingReport): string {
  const how = {
    preset: 'preset',
    guess: 'guessed: look at it in the page before you trust it',
    file: 'from a file',
  }[origin]
  const left = tables.filter(({ entry }) => entry === null).map(({ file }) => file)
  const without = left.length > 0 ? `; tables left out: ${left.join(', ')}` : ''
  return `Mapping: ${document.name} (${how}); split: ${split ?? 'all'}${without}`
}
