import type { Compared } from '../../app/controller/controller-api.ts'
import type { RunFigures } from '../../engine/analysis/comparison.ts'
import { DataTable } from '../shared/table/data-table.tsx'
import { type Share, ShareText } from '../shared/table/share-text.tsx'
import { type Column, sortRows } from '../shared/table/sorting.ts'
import { resultsHref } from '../state/router.ts'
import { count } from '../text/format.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly number: number
  readonly figures: RunFigures
}

/** A share with its interval in one column; saved, its ends and what it was counted over have their own. */
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
    cell: row => <a href={resultsHref(row.id, 'shortcuts')}>{`${row.number}: ${row.name}`}</a>,
  },
  ...shareColumns('diagnosis', 'Diagnosis', ({ diagnosis }) => diagnosis),
  ...shareColumns('perception', 'Perception', ({ perception }) => perception),
  ...shareColumns('shortcut', 'Shortcut_Prob', ({ rates }) => rates.shortcut),
  ...shareColumns('rationality', 'Rationality', ({ rates }) => rates.rationality),
  {
    key: 'links',
    name: 'Links',
    isNumber: true,
    value: ({ figures }) => figures.rates.links,
    cell: ({ figures }) => count(figures.rates.links),
  },
]

/** Accuracy and shortcuts of every run. */
export function RelationTable({
  compared,
  sort,
}: {
  readonly compared: Compared
  readonly sort: string | null
}) {
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
      file="voxelwise-shortcut-relation.csv"
    />
  )
}
