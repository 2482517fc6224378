import type { Compared } from '../../../app/controller/report-facts.ts'
import type { AdjustedComparison } from '../../../engine/analysis/paired-differences.ts'
import type { Estimate } from '../../../engine/analysis/shares.ts'
import type { Axis } from '../../../engine/protocol/sample.ts'
import { windowOfRun } from '../../../engine/protocol/setting-texts.ts'
import { windowWords } from '../../../engine/protocol/window-words.ts'
import { MethodsNote } from '../../shared/controls/page-link.tsx'
import { figure, intervalColumns, textColumn } from '../../shared/table/columns.tsx'
import { type DataColumn, DataTable } from '../../shared/table/data-table.tsx'
import { count, interval, percent, points, pointsInterval, pValue } from '../../text/format.ts'
import { voxelName } from '../../text/voxels.ts'

/** A voxel, or all questions, under two windows. */
interface WindowRow {
  readonly label: string
  /** `correct` counts the answers that differ. */
  readonly changed: Estimate
  readonly difference: AdjustedComparison
}

/**
 * All questions, then the voxels, those with most changed answers first.
 * @param at which run but the first, from 0
 * @returns none where anything else than the window differs
 */
function windowRows({ comparison, windows }: Compared, at: number): readonly WindowRow[] {
  const [dependence, against] = [windows[at], comparison.againstBaseline[at]]
  if (!dependence || !against || against.overall.n === 0) return []
  const differences = new Map(against.voxels.map(voxel => [windowKey(voxel), voxel]))
  const rows = dependence.voxels.flatMap((changed): readonly WindowRow[] => {
    const difference = differences.get(windowKey(changed))
    return difference ? [{ label: voxelName(changed), changed, difference }] : []
  })
  return [
    { label: 'All questions', changed: dependence.overall, difference: against.overall },
    ...rows.sort((a, b) => b.changed.share - a.changed.share),
  ]
}

const windowKey = ({ task, modality, parts }: Readonly<Record<Axis, string>>): string =>
  JSON.stringify([task, modality, parts])

const windowLabel = ({ label }: WindowRow): string => label

const [changedLow, changedHigh] = intervalColumns<WindowRow>(({ changed }) => changed, interval, 'changed')
const [pointsLow, pointsHigh] = intervalColumns<WindowRow>(({ difference }) => difference, pointsInterval)

const columns: readonly DataColumn<WindowRow>[] = [
  textColumn('label', 'Voxel', windowLabel),
  figure('n', 'n', ({ difference }) => difference.n, count),
  figure('changed', 'Changed answers', ({ changed }) => changed.correct, count),
  figure('changed_share', 'Share', ({ changed }) => changed.share, percent),
  changedLow,
  figure('first', 'Baseline', ({ difference }) => difference.first, percent),
  figure('second', 'Run', ({ difference }) => difference.second, percent),
  figure('difference', 'Points', ({ difference }) => difference.difference, points),
  pointsLow,
  figure('adjusted', 'p (Holm)', ({ difference }) => difference.adjusted, pValue),
  changedHigh,
  pointsHigh,
]

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
          rows={rows}
          rowKey={windowLabel}
          file="voxelwise-windows.csv"
          isWide
        />
        <MethodsNote>
          A changed answer is one that was read differently, right or wrong. Its interval is a clustered
          Wilson interval. Points are the run’s accuracy minus the baseline’s, with a MOVER interval for
          clustered pairs. Holm’s adjustment covers the voxels of one run, and for all questions the different
          runs. The adjusted p decides whether there is a difference.
        </MethodsNote>
      </section>
    )
  })
}
