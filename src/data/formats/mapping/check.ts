/** From the JSON of a mapping to its typed form; an error names the field at fault. */

import type { Json } from '@voxelwise/python'
import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { CheckError, read } from '../../../engine/base/schema.ts'
import {
  documentSchema,
  type MappingDocument,
  type OptionsSource,
  type Source,
  type TableMapping,
} from './document.ts'

/**
 * No column which reveals the answer becomes part of a prompt.
 * @throws CheckError if a withheld column is part of the question
 */
function checkLeaks(mapping: TableMapping, at: string): void {
  const questionParts: readonly (readonly [string, readonly string[]])[] = [
    ['question', columnsRead(mapping.question)],
    ['context', columnsRead(mapping.context)],
    ['hint', columnsRead(mapping.hint)],
    ['options', optionColumns(mapping.options)],
    ['keep', mapping.keep],
    ...mapping.variants.flatMap(({ question, options }, i) => [
      [`variants[${i}].question`, columnsRead(question ?? null)] as const,
      [`variants[${i}].options`, optionColumns(options ?? null)] as const,
    ]),
  ]
  for (const [name, columns] of questionParts) {
    const leak = columns.find(column => mapping.withhold.includes(column))
    if (leak !== undefined)
      throw new CheckError(`${at}.${name}`, `other columns: "${leak}" is under withhold`)
  }
}

/** Columns that a source reads. */
export function columnsRead(source: Source | null): readonly string[] {
  if (source === null || 'constant' in source || 'from' in source) return []
  return 'template' in source
    ? Array.from(source.template.matchAll(/\{([^{}]+)\}/g), ([, column]) => column ?? '')
    : source.column
}

export function optionColumns(options: OptionsSource | null): readonly string[] {
  if (options === null || 'prefix' in options) return []
  if ('columns' in options) return Object.values(options.columns)
  if ('column' in options) return options.column
  if ('inText' in options) return [options.inText]
  return [options.correct, ...options.wrong]
}

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
