/** Changes of a mapping that a user makes by choosing from the columns. */
import {
  type MappingDocument,
  type OptionsSource,
  type Source,
  type TableMapping,
  usualForms,
} from './document.ts'

export const columnRoles = [
  'question',
  'context',
  'options',
  'answer',
  'images',
  'id',
  'task',
  'modality',
  'anatomy',
  'group',
  'split',
] as const
export type ColumnRole = (typeof columnRoles)[number]

/** The source of a part: one column, none (null), or a description in words. */
type ReadFrom = { readonly column: string | null } | { readonly words: string }

export function readFrom(table: TableMapping, role: ColumnRole): ReadFrom {
  if (role === 'options') return optionsFrom(table.options)
  if (role === 'answer') return sourceFrom(table.answer.source)
  if (role !== 'images') return sourceFrom(table[role])
  const { images } = table
  if (images === null) return { column: null }
  const [first, ...others] = images.each
  const [only, ...more] = first ?? []
  if (images.template !== undefined) return { words: images.template }
  if (images.prefix !== undefined) {
    const { prefix, suffix: [suffix = ''] = [] } = images
    return { words: `columns ${prefix}1${suffix}, ${prefix}2${suffix} …` }
  }
  if (only !== undefined && others.length === 0 && more.length === 0) return { column: only }
  return { words: images.each.map(columns => columns.join(' or ')).join(', then ') }
}

function sourceFrom(source: Source | null): ReadFrom {
  if (source === null) return { column: null }
  if ('constant' in source) return { words: `always “${source.constant}”` }
  if ('template' in source) return { words: source.template }
  if ('from' in source) return { words: `the ${source.from}’s name` }
  const [only, ...more] = source.column
  return only !== undefined && more.length === 0 ? { column: only } : { words: source.column.join(', else ') }
}

function optionsFrom(options: OptionsSource | null): ReadFrom {
  if (options === null) return { column: null }
  if ('prefix' in options) return { words: `columns ${options.prefix}A, ${options.prefix}B …` }
  if ('columns' in options) return { words: `columns ${Object.values(options.columns).join(', ')}` }
  if ('inText' in options) return { words: `choices in the text of ${options.inText}` }
  if ('correct' in options) return { words: `${options.correct} and ${options.wrong.join(', ')}` }
  return sourceFrom(options)
}

/**
 * The document with one part of one entry read from another column. A withheld question or option is no longer
 * withheld, because the user chose it.
 * @param column null for no source; question and answer always need one
 */
export function withColumn(
  document: MappingDocument,
  entry: number,
  role: ColumnRole,
  column: string | null,
): MappingDocument {
  const tables = document.tables.map((table, i) => (i === entry ? changed(table, role, column) : table))
  return {
    ...document,
    name: document.name.endsWith(' (changed)') ? document.name : `${document.name} (changed)`,
    tables,
  }
}

function changed(table: TableMapping, role: ColumnRole, column: string | null): TableMapping {
  const others = (names: readonly string[]) => names.filter(name => name !== column)
  const rest = { ...table, keep: others(table.keep), withhold: others(table.withhold) }
  if (column === null) return role === 'question' || role === 'answer' ? table : { ...rest, [role]: null }
  const source = { column: [column] }
  if (role === 'answer')
    return { ...rest, answer: { source, as: [...new Set([...table.answer.as, ...usualForms])] } }
  if (role === 'images') return { ...rest, images: { each: [[column]], folders: [], endings: {} } }
  return { ...rest, [role]: source }
}
