import type { Compared } from '../../../app/controller/report-facts.ts'
import type { RunFigures } from '../../../engine/analysis/comparison.ts'
import { PageLink } from '../../shared/controls/page-link.tsx'
import { figure } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { type Share, ShareText } from '../../shared/table/share-text.tsx'
import { type Column, type Sort, sortRows } from '../../shared/table/sorting.ts'
import { resultsHref } from '../../state/router.ts'
import { count, percent } from '../../text/format.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly number: number
  readonly figures: RunFigures
}

/** A share with its interval in one column; in a saved file, its ends and its denominator have their own columns. */
function shareColumns(key: string, name: string, of: (figures: RunFigures) => Share): Column<Row>[] {
  const known = (part: keyof Share) => (row: Row) => (of(row.figures).n > 0 ? of(row.figures)[part] : null)
  const saved = { isNumber: true, isSavedOnly: true }
  return [
    { key, name, isNumber: true, value: known('share'), cell: row => <ShareText {...of(row.figures)} /> },
    { ...saved, key: `${key}-low`, name: `${name}, 95% low`, value: known('low') },
    { ...saved, key: `${key}-high`, name: `${name}, 95% high`, value: known('high') },
    { ...saved, key: `${key}-n`, name: `${name}, n`, value: row => of(row.figures).n },
  ]
}

const columns: readonly Column<Row>[] = [
  {
    key: 'run',
    name: 'Run',
    value: row => row.name,
    cell: row => <PageLink href={resultsHref(row.id, 'shortcuts')}>{`${row.number}: ${row.name}`}</PageLink>,
  },
  ...shareColumns('diagnosis', 'Diagnosis', ({ diagnosis }) => diagnosis),
  ...shareColumns('perception', 'Perception', ({ perception }) => perception),
  ...shareColumns('shortcut', 'Shortcut_Prob', ({ rates }) => rates.shortcut),
  {
    ...figure<Row>('luck', 'Luck_Rate', ({ figures }) => figures.rates.luck.share, percent),
    cell: ({ figures }) => <ShareText {...figures.rates.luck} />,
    isPaperOnly: true,
  },
  ...shareColumns('rationality', 'Rationality', ({ rates }) => rates.rationality),
  figure('links', 'Links', ({ figures }) => figures.rates.links, count),
  ...(['A', 'B', 'C', 'D'] as const).map(group =>
    figure<Row>(group, group, ({ figures }) => figures.rates.counts[group], count, { isPaperOnly: true }),
  ),
]

/** Accuracy and shortcuts of every run. */
export function RelationTable({ compared, sort }: { readonly compared: Compared; readonly sort: Sort }) {
  const rows = compared.runs.flatMap(({ id, name }, at) => {
    const figures = compared.comparison.runs[at]
    return figures ? [{ id, name, number: at + 1, figures }] : []
  })
  return (
    <DataTable
      caption="Accuracy and shortcuts of every run, with 95% intervals"
      columns={columns}
      rows={sortRows(rows, columns, sort)}
      keyOf={row => row.id}
      sort={sort}
      isWide
      file="voxelwise-shortcut-relation.csv"
    />
  )
}
