/** A mapping for the tables of a folder, without a preset. */

import { columnsRead, optionColumns } from '../../../data/formats/mapping/check.ts'
import type { JoinSource, MappingDocument, TableMapping } from '../../../data/formats/mapping/document.ts'
import { type Head, splitOfTable } from '../../../data/formats/mapping/heads.ts'
import type { ImageFinder } from '../../../data/formats/mapping/image-finder.ts'
import { mappingJson } from '../../../data/formats/mapping/write.ts'
import { getOrMake } from '../../../engine/base/grouping.ts'
import { guessTable } from './guess.ts'

/** Tables with the same columns are one kind; only the first of them are read. */
const lookedAt = 3

/** @returns null where no table has a question and an answer */
export function guessDocument(heads: readonly Head[], finder: ImageFinder): MappingDocument | null {
  const kinds = new Map<string, Head[]>()
  for (const head of heads) getOrMake(kinds, [...head.table.columns].sort().join('\n'), () => []).push(head)
  const guessed = Array.from(kinds.values(), same => {
    const [first] = same
    if (!first) return null
    const rows = same.slice(0, lookedAt).flatMap(head => head.rows)
    const isSplitKnown = same.every(({ table }) => splitOfTable(table) !== null)
    const mapping = guessTable(first.table, rows, isSplitKnown, finder)
    const join = sharedJoin(same)
    return mapping && { mapping: { ...mapping, join }, columns: first.table.columns }
  }).flatMap(each => each ?? [])
  if (guessed.length === 0) return null
  const tables = guessed.map(({ mapping, columns }) =>
    kinds.size > 1 ? narrowed(mapping, columns) : mapping,
  )
  return { name: 'Guessed', protocol: null, tables: distinct(tables) }
}

/** The join of tables that are joined to others by the same column, with the files of all those. */
function sharedJoin(heads: readonly Head[]): JoinSource | null {
  const joins = heads.flatMap(({ join }) => join ?? [])
  const [first] = joins
  return first ? { ...first, files: [...new Set(joins.flatMap(({ files }) => files))] } : null
}

/** Only for tables that have the columns it reads: the entry of open questions fits those with options, too. */
function narrowed(mapping: TableMapping, columns: readonly string[]): TableMapping {
  const read = new Set([
    ...columnsRead(mapping.question),
    ...columnsRead(mapping.answer.source),
    ...optionColumns(mapping.options),
  ])
  const prefix = mapping.options && 'prefix' in mapping.options ? mapping.options.prefix : null
  const options = prefix === null ? [] : [`${prefix}A`, `${prefix}a`, `${prefix}1`, `${prefix}0`]
  const all = mapping.explode === null ? [...read, ...options] : [mapping.explode]
  return { ...mapping, where: { ...mapping.where, columns: all.filter(column => columns.includes(column)) } }
}

/** Each once; those that ask for more columns first. */
function distinct(tables: readonly TableMapping[]): readonly TableMapping[] {
  const byText = new Map(
    tables.map(table => [JSON.stringify(mappingJson({ name: '-', protocol: null, tables: [table] })), table]),
  )
  return [...byText.values()].sort((a, b) => b.where.columns.length - a.where.columns.length)
}
