import type { MappingDocument, MappingReport } from './document.ts'

/**
 * Columns that stay with the samples of a private data set although no question needs them.
 * @param named by the user; undefined where those count that the user's own mapping keeps. What a guess or a preset keeps
 * nobody chose
 */
export function columnsOnPurpose(
  named: readonly string[] | undefined,
  { document, origin }: Pick<MappingReport, 'document' | 'origin'>,
): readonly string[] {
  if (named) return named
  return origin === 'file' ? document.tables.flatMap(({ keep, withhold }) => [...keep, ...withhold]) : []
}

/** The mapping, with these columns kept by each table that has them. @param columns of all tables */
export function withKeptColumns(
  document: MappingDocument,
  named: readonly string[],
  columns: ReadonlySet<string>,
): MappingDocument {
  const there = named.filter(name => columns.has(name))
  if (there.length === 0) return document
  return {
    ...document,
    tables: document.tables.map(table => {
      const listedNames = new Set([...table.keep, ...table.withhold])
      return { ...table, keep: [...table.keep, ...there.filter(name => !listedNames.has(name))] }
    }),
  }
}
