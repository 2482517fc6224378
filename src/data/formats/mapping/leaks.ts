/** Ensures that no column which reveals the answer becomes part of a prompt. */
import { CheckError } from '../../../engine/base/schema.ts'
import type { OptionsSource, Source, TableMapping } from './document.ts'

/** @throws CheckError if a withheld column is part of the question */
export function checkLeaks(mapping: TableMapping, at: string): void {
  const asked: readonly (readonly [string, readonly string[]])[] = [
    ['question', columnsOf(mapping.question)],
    ['context', columnsOf(mapping.context)],
    ['hint', columnsOf(mapping.hint)],
    ['options', optionColumns(mapping.options)],
    ['keep', mapping.keep],
    ...mapping.variants.flatMap(({ question, options }, i) => [
      [`variants[${i}].question`, columnsOf(question ?? null)] as const,
      [`variants[${i}].options`, optionColumns(options ?? null)] as const,
    ]),
  ]
  for (const [name, columns] of asked) {
    const leak = columns.find(column => mapping.withhold.includes(column))
    if (leak !== undefined)
      throw new CheckError(`${at}.${name}`, `other columns: "${leak}" is under withhold`)
  }
}

/** Columns that a source reads. */
export function columnsOf(source: Source | null): readonly string[] {
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
