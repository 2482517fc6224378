import type { Compared } from '../../../app/controller/report-facts.ts'
import { windowOfRun } from '../../../engine/analysis/window-dependence.ts'
import { MethodsNote } from '../../shared/controls/page-link.tsx'
import { figure, intervalColumns } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { count, percent, points, pointsInterval, pValue } from '../../text/format.ts'
import { windowWords } from '../../text/windows.ts'
import { type WindowRow, windowRows } from './window-rows.ts'

const labelOf = ({ label }: WindowRow): string => label

const [changedLow, changedHigh] = intervalColumns<WindowRow>(({ changed }) => changed)
const [pointsLow, pointsHigh] = intervalColumns<WindowRow>(({ difference }) => difference, pointsInterval)

const columns = [
  { key: 'label', name: 'Voxel', value: labelOf, cell: labelOf },
  figure('n', 'n', ({ difference }: WindowRow) => difference.n, count),
  figure('changed', 'Changed answers', ({ changed }: WindowRow) => changed.correct, count),
  figure('changed_share', 'Share', ({ changed }: WindowRow) => changed.share, percent),
  { ...changedLow, key: 'changed_low' },
  figure('first', 'Baseline', ({ difference }: WindowRow) => difference.first, percent),
  figure('second', 'Run', ({ difference }: WindowRow) => difference.second, percent),
  figure('difference', 'Points', ({ difference }: WindowRow) => difference.difference, points),
  pointsLow,
  figure('adjusted', 'p (Holm)', ({ difference }: WindowRow) => difference.adjusted, pValue),
]

const savedColumns = [...columns, { ...changedHigh, key: 'changed_high' }, pointsHigh].map(
  ({ key, value }) => ({ name: key, value }),
)

/** Two runs that differ in their window only: how much each voxel depends on it. */
export function Windows({ compared }: { readonly compared: Compared }) {
  const [baseline, ...others] = compared.runs
  return others.map((run, at) => {
    const rows = windowRows(compared, at)
    if (!baseline || rows.length === 0) return null
    return (
      <section key={run.id} className="stack" aria-label={`Window of run ${at + 2}`}>
        <p className="prose">
          The baseline shows {windowWords(windowOfRun(baseline))}. Run {at + 2} shows{' '}
          {windowWords(windowOfRun(run))}. Nothing else differs.
        </p>
        <DataTable
          caption={`How much run ${at + 2} depends on the window`}
          columns={columns}
          savedColumns={savedColumns}
          rows={rows}
          keyOf={labelOf}
          file="voxelwise-windows.csv"
          isWide
        />
        <MethodsNote>
          A changed answer is one that was read differently, right or wrong. Its interval is a clustered
          Wilson interval. Points are the run’s accuracy minus the baseline’s, with a MOVER interval for
          clustered pairs. Holm’s adjustment covers the voxels of one run.
        </MethodsNote>
      </section>
    )
  })
}
