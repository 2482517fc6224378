/** How a folder was read, in sentences: what each table counted as, and which columns were used for what. */
import { counted } from '../../../engine/base/counted.ts'
import type { ColumnUse, MappingReport, TableReport } from './document.ts'

/** `test.json: test, 2,094 questions`; those that are not asked at the end. */
export function tableLines({ tables, split }: MappingReport): readonly string[] {
  const lines = tables.map(table => ({ table, words: `${fileName(table)}: ${tableWords(table, split)}` }))
  const isAsked = ({ table }: { readonly table: TableReport }) => (table.counts?.asked ?? 0) > 0
  return [...lines.filter(isAsked), ...lines.filter(line => !isAsked(line))].map(({ words }) => words)
}

function tableWords({ split, entry, counts, encoding }: TableReport, chosen: string | null): string {
  if (entry === null) return 'no questions found, not read'
  if (counts === null) return `${split}, not asked`
  const { asked, skipped, otherSplit } = counts
  const isUnsure = split === null && chosen !== null && otherSplit === 0
  return [
    isUnsure ? 'unknown split' : split,
    `${counted(asked, 'question')}${isUnsure && asked > 0 ? ', also asked' : ''}`,
    skipped > 0 && `${counted(skipped, 'row')} skipped`,
    otherSplit > 0 && `${counted(otherSplit, 'row')} of other splits`,
    encoding !== null && `read as ${encoding}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** What the columns of some tables are used for; those of no use last. */
export function columnUsesIn({ tables }: MappingReport): readonly (readonly ColumnUse[])[] {
  const uses = tables
    .filter(({ entry }) => entry !== null)
    .map(({ uses, unused }) => [...uses, { role: 'not used', columns: unused }])
  const useKey = (each: readonly ColumnUse[]) => JSON.stringify(each)
  return [...new Map(uses.map(each => [useKey(each), each])).values()]
}

/** The columns of each table, once for tables that are read alike. */
export const columnLines = (report: MappingReport): readonly string[] =>
  columnUsesIn(report).map(uses =>
    uses.map(({ role, columns }) => `${role}: ${columns.join(', ') || 'none'}`).join('; '),
  )

/** What should be looked at before a run; nothing where all is as it seems. */
export function doubtLines(report: MappingReport): readonly string[] {
  return [...missingImages(report), ...unknownSplits(report), ...report.doubts]
}

function missingImages({ tables }: MappingReport): readonly string[] {
  const lacking = tables.filter(({ counts, imageColumns }) => counts?.withoutImage && imageColumns.length > 0)
  if (lacking.length === 0) return []
  const sum = (part: 'asked' | 'withoutImage') =>
    lacking.reduce((total, { counts }) => total + (counts?.[part] ?? 0), 0)
  const columns = [...new Set(lacking.flatMap(({ imageColumns }) => imageColumns))]
  const [seems, name] = columns.length === 1 ? ['seems', 'column'] : ['seem', 'columns']
  return [
    `${sum('withoutImage')} of ${counted(sum('asked'), 'question')} have no image, but the ${name} ${columns.join(', ')} ${seems} to name images.`,
  ]
}

function unknownSplits({ tables, split }: MappingReport): readonly string[] {
  if (split === null) return []
  const unknown = tables.filter(
    table => table.split === null && (table.counts?.asked ?? 0) > 0 && table.counts?.otherSplit === 0,
  )
  const others = tables.some(table => table.split !== null)
  if (!others || unknown.length === 0) return []
  const rows = unknown.reduce((total, { counts }) => total + (counts?.asked ?? 0), 0)
  return [
    `${counted(rows, 'question')} of ${counted(unknown.length, 'table')} without a known split ${rows === 1 ? 'is' : 'are'} asked along with the split ${split}.`,
  ]
}

const below = (file: string): string => file.slice(file.indexOf('/') + 1)

const fileName = ({ file, joinedWith }: TableReport): string =>
  joinedWith === null ? below(file) : `${below(file)} with ${below(joinedWith)}`
