import { useMemo, useState } from 'react'
import type { Compared } from '../../app/controller/controller-api.ts'
import { levelsFromQuery, levelsToQuery } from '../../app/controller/levels.ts'
import { DataTable } from '../shared/table/data-table.tsx'
import { type Column, sortRows } from '../shared/table/sorting.ts'
import { compareHref } from '../state/router.ts'
import { count, percent, points, pointsInterval, pValue } from '../text/format.ts'
import { BySelect } from './by-select.tsx'
import { DifferencePlot } from './charts/difference-plot.tsx'
import {
  byFromQuery,
  byNames,
  type CompareRow,
  compareRows,
  type DifferenceBy,
  differenceBys,
} from './compare-rows.ts'

/** More lines than this are shown only when asked for. */
const most = 60

/** Every run less the baseline, by slice and by voxel. */
export function DifferencesTab({
  compared,
  query,
}: {
  readonly compared: Compared
  readonly query: URLSearchParams
}) {
  const by = byFromQuery(query, differenceBys, 'task')
  // Of many voxels those that differ most surely come first.
  const sort = query.get('sort') ?? (by === 'voxel' ? 'p' : null)
  const [whole, setWhole] = useState<DifferenceBy | null>(null)
  const found = useMemo(() => compareRows(compared, by), [compared, by])
  const levels = levelsToQuery(levelsFromQuery(query))
  const ids = compared.runs.map(({ id }) => id)
  const href = (row: CompareRow) => compareHref(ids, 'changed', { ...levels, with: row.run, ...row.slice })
  const columns = columnsOf(byNames[by], ids.length > 2, href)
  const sorted = sortRows(found, columns, sort)
  const rows = whole === by ? sorted : sorted.slice(0, most)
  return (
    <>
      <h2 className="visually-hidden">Differences</h2>
      <BySelect by={by} choices={differenceBys} />
      <p className="prose muted">
        Accuracy less that of the baseline, in percentage points, on the samples that both answered. Intervals
        are Newcombe’s for paired proportions, 95%; p is McNemar’s exact test, and Holm’s adjustment covers{' '}
        {by === 'overall' ? 'the runs' : 'all lines of one run'}.
      </p>
      {rows.length === 0 ? (
        <p>The runs have no answered sample in common.</p>
      ) : (
        <>
          <DifferencePlot
            title={`Difference in accuracy by ${byNames[by].toLowerCase()}`}
            rows={rows}
            names={compared.runs.map(({ name }) => name)}
            href={href}
          />
          <DataTable
            caption={`Difference in accuracy by ${byNames[by].toLowerCase()}`}
            columns={columns}
            rows={rows}
            saved={sorted}
            keyOf={row => row.key}
            sort={sort}
            file={`voxelwise-differences-${by}.csv`}
            isWide
          />
          {rows.length < sorted.length && (
            <button type="button" className="button fit" onClick={() => setWhole(by)}>
              Show all {count(sorted.length)} lines
            </button>
          )}
        </>
      )}
    </>
  )
}

function columnsOf(
  axis: string,
  several: boolean,
  href: (row: CompareRow) => string,
): readonly Column<CompareRow>[] {
  const number = { isNumber: true }
  return [
    {
      key: 'label',
      name: axis,
      value: row => row.label,
      cell: row => <a href={href(row)}>{row.label}</a>,
    },
    ...(several ? [{ ...number, key: 'run', name: 'Run', value: (row: CompareRow) => row.number }] : []),
    { ...number, key: 'n', name: 'n', value: row => row.n, cell: row => count(row.n) },
    { ...number, key: 'first', name: 'Baseline', value: row => row.first, cell: row => percent(row.first) },
    { ...number, key: 'second', name: 'Run', value: row => row.second, cell: row => percent(row.second) },
    {
      ...number,
      key: 'difference',
      name: 'Points',
      value: row => row.difference,
      cell: row => <strong>{points(row.difference)}</strong>,
    },
    {
      ...number,
      key: 'low',
      name: '95% interval',
      value: row => row.low,
      cell: row => pointsInterval(row.low, row.high),
    },
    { ...number, key: 'high', name: '95% interval, high end', value: row => row.high, isSavedOnly: true },
    {
      ...number,
      key: 'lost',
      name: 'Lost',
      value: row => row.table.onlyFirst,
      cell: row => count(row.table.onlyFirst),
    },
    {
      ...number,
      key: 'gained',
      name: 'Gained',
      value: row => row.table.onlySecond,
      cell: row => count(row.table.onlySecond),
    },
    { ...number, key: 'p', name: 'p', value: row => row.p, cell: row => pValue(row.p) },
    {
      ...number,
      key: 'adjusted',
      name: 'p (Holm)',
      value: row => row.adjusted,
      cell: row => <Adjusted p={row.adjusted} />,
    },
  ]
}

function Adjusted({ p }: { readonly p: number }) {
  return p < 0.05 ? <strong>{pValue(p)}</strong> : pValue(p)
}
