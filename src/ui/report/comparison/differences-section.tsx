import type { Compared } from '../../../app/controller/controller-api.ts'
import type { ComparisonFacts } from '../../../app/controller/report-facts.ts'
import type { AdjustedComparison } from '../../../engine/analysis/paired-differences.ts'
import { DifferencePlot } from '../../compare/charts/difference-plot.tsx'
import { byNames, type CompareBy, type CompareRow, compareRows } from '../../compare/compare-rows.ts'
import { count, percent, points, pointsInterval, pValue } from '../../text/format.ts'
import { nowhere } from '../nowhere.ts'
import { type ReportColumn, ReportTable } from '../report-table.tsx'
import { runTitle } from '../run-title.ts'

/** More voxels than this are in the table only. */
const maxDrawn = 60

const splits: readonly CompareBy[] = ['task', 'modality', 'parts', 'dataset', 'voxel']

/** Every run less the baseline: overall, by slice and by voxel. */
export function DifferencesSection({ facts: { compared } }: { readonly facts: ComparisonFacts }) {
  const { runs, comparison } = compared
  const overall = comparison.againstBaseline.flatMap(({ overall: figures }, at) => {
    const run = runs[at + 1]
    return run ? [{ ...figures, name: runTitle(run, at + 1) }] : []
  })
  const isNothing = overall.every(({ n }) => n === 0)
  return (
    <section aria-labelledby="differences">
      <h2 id="differences">Differences in accuracy</h2>
      <p>
        Accuracy less that of the baseline, in percentage points, on the samples that both answered. Intervals
        are Newcombe’s for paired proportions, 95%; p is McNemar’s exact test. Holm’s adjustment covers the
        runs overall, and all lines of one run in each of the other tables.
      </p>
      <ReportTable
        caption="Overall"
        columns={[{ name: 'Run', cell: ({ name }: (typeof overall)[number]) => name }, ...figureColumns]}
        rows={overall}
      />
      {isNothing && <p>The runs have no answered sample in common.</p>}
      {!isNothing && splits.map(by => <Split key={by} compared={compared} by={by} />)}
    </section>
  )
}

function Split({ compared, by }: { readonly compared: Compared; readonly by: CompareBy }) {
  const { runs } = compared
  const rows = compareRows(compared, by)
  const name = byNames[by].toLowerCase()
  // Of many voxels those that differ most surely are drawn.
  const drawn = rows.length <= maxDrawn ? rows : [...rows].sort((a, b) => a.p - b.p).slice(0, maxDrawn)
  const columns: readonly ReportColumn<CompareRow>[] = [
    { name: byNames[by], cell: row => row.label },
    ...(runs.length > 2 ? [{ name: 'Run', isNumber: true, cell: (row: CompareRow) => row.number }] : []),
    ...figureColumns,
  ]
  return (
    <>
      <h3>By {name}</h3>
      <DifferencePlot
        title={`Difference in accuracy by ${name}${drawn === rows ? '' : `, the ${maxDrawn} lines with the smallest p`}`}
        rows={drawn}
        names={runs.map(run => run.name)}
        href={nowhere}
      />
      <ReportTable caption={`Difference in accuracy by ${name}`} columns={columns} rows={rows} />
    </>
  )
}

const figureColumns: readonly ReportColumn<AdjustedComparison>[] = [
  { name: 'n', isNumber: true, cell: ({ n }) => count(n) },
  { name: 'Baseline', isNumber: true, cell: ({ first }) => percent(first) },
  { name: 'Run', isNumber: true, cell: ({ second }) => percent(second) },
  { name: 'Points', isNumber: true, cell: ({ difference }) => <strong>{points(difference)}</strong> },
  { name: '95% interval', isNumber: true, cell: ({ low, high }) => pointsInterval(low, high) },
  { name: 'p', isNumber: true, cell: ({ p }) => pValue(p) },
  {
    name: 'p (Holm)',
    isNumber: true,
    cell: ({ adjusted }) => (adjusted < 0.05 ? <strong>{pValue(adjusted)}</strong> : pValue(adjusted)),
  },
]
