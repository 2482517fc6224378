import type { LevelChoice } from '../../../app/controller/levels.ts'
import type { Compared } from '../../../app/controller/report-facts.ts'
import { isDisputed, isFound } from '../../../engine/analysis/paired-differences.ts'
import { counted } from '../../../engine/base/counted.ts'
import { Button } from '../../shared/controls/button.tsx'
import { MethodsNote, PageOnly } from '../../shared/controls/page-link.tsx'
import type { ShownBy } from '../../shared/sections.tsx'
import { figure, intervalColumns, linkColumn } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { type Column, sortRows } from '../../shared/table/sorting.ts'
import { changeQuery, compareHref } from '../../state/router.ts'
import { clusterCell } from '../../text/clusters.ts'
import { count, none, percent, points, pointsInterval, pValue } from '../../text/format.ts'
import { letterWords } from '../../text/rates.ts'
import { byNames, fieldName } from '../../text/voxels.ts'
import { type CompareRow, compareRows, type DifferenceBy } from './compare-rows.ts'
import { DifferencePlot } from './difference-plot.tsx'

/** Further lines are shown only on request, and never on paper. */
const most = 60

interface Props {
  readonly compared: Compared
  readonly levels: LevelChoice
  readonly by: DifferenceBy | 'field'
  readonly chosen: ShownBy
}

/** Every run minus the baseline, by slice or voxel. */
export function Differences({ compared, levels, by, chosen }: Props) {
  const ids = compared.runs.map(({ id }) => id)
  const href = (row: CompareRow) =>
    row.slice && compareHref(ids, 'changed', { ...levels, with: row.run, ...row.slice })
  const axisName = by === 'field' ? fieldName(compared.comparison.field?.name ?? '') : byNames[by]
  const columns = differenceColumns(axisName, ids.length > 2, href)
  // Voxels may be many: those that differ most surely come first.
  const sort = chosen?.get('sort') ?? (by === 'voxel' && chosen ? 'p' : null)
  const sorted = sortRows(compareRows(compared, by), columns, sort)
  if (sorted.length === 0) return null
  const isCut = chosen?.get('lines') !== 'all' && sorted.length > most
  const drawn = isCut ? (chosen ? sorted : sortRows(sorted, columns, 'p')).slice(0, most) : sorted
  const name = by === 'overall' ? 'over all samples' : `by ${axisName.toLowerCase()}`
  const disputed = sorted.filter(isDisputed).length
  return (
    <>
      {disputed > 0 && <p className="prose muted">{disputedWords(disputed)}</p>}
      <DifferencePlot
        title={`Difference in accuracy ${name}${isCut ? `, ${chosen ? 'the first' : 'the smallest p:'} ${most} of ${count(sorted.length)} lines` : ''}`}
        rows={drawn}
        names={compared.runs.map(run => run.name)}
        href={href}
      />
      <DataTable
        caption={`Difference in accuracy ${name}`}
        columns={columns}
        rows={chosen ? drawn : sorted}
        saved={sorted}
        rowKey={row => row.key}
        sort={sort}
        file={`voxelwise-differences-${by}.csv`}
        isWide
      />
      {isCut && (
        <PageOnly>
          <Button onClick={() => changeQuery({ lines: 'all' })}>Show all {count(sorted.length)} lines</Button>
        </PageOnly>
      )}
    </>
  )
}

/** Where p and the interval disagree. */
const disputedWords = (lines: number): string =>
  `In ${counted(lines, 'line')}, p and the interval disagree on whether there is a difference. The adjusted p decides.`

/** An explanation of the differences. */
export function DifferencesIntro({ by }: Pick<Props, 'by'>) {
  return (
    <>
      <p className="prose muted">
        Accuracy minus the baseline’s, in percentage points, on the samples that both answered.
      </p>
      <MethodsNote>
        Intervals are 95% MOVER intervals for clustered pairs. p is from the exact sign-flip test over
        clusters. Holm’s adjustment covers {by === 'overall' ? 'the different runs' : 'all lines of one run'}.
        A difference is found if the adjusted p is below 0.05: p decides, not the interval.
      </MethodsNote>
    </>
  )
}

/** For those who must cite them. */
const savedTests: readonly Column<CompareRow>[] = [
  { key: 'obuchowski', name: 'Obuchowski χ²', value: row => row.obuchowski.statistic, isSavedOnly: true },
  { key: 'obuchowski_p', name: 'Obuchowski p', value: row => row.obuchowski.p, isSavedOnly: true },
  { key: 'durkalski', name: 'Durkalski χ²', value: row => row.durkalski.statistic, isSavedOnly: true },
  { key: 'durkalski_p', name: 'Durkalski p', value: row => row.durkalski.p, isSavedOnly: true },
  { key: 'unit', name: 'Unit', value: row => row.unit, isSavedOnly: true },
]

const differenceColumns = (
  axis: string,
  several: boolean,
  href: (row: CompareRow) => string | null,
): readonly Column<CompareRow>[] => [
  linkColumn<CompareRow>('label', axis, row => row.label, href),
  ...(several ? [figure('run', 'Run', (row: CompareRow) => row.number, String)] : []),
  figure('n', 'n', row => row.n, count),
  figure('clusters', 'Clusters', row => row.clusters, count, {
    cell: row => clusterCell(row),
  }),
  figure('first', 'Baseline', row => row.first, percent),
  figure('second', 'Run', row => row.second, percent),
  figure('guessing', 'Guessing', row => row.chance, percent),
  figure('most_frequent_answer', 'Most frequent answer', row => row.majority, percent),
  figure('constant_letter', 'Always one letter', row => row.letter?.share ?? null, percent, {
    cell: row => (row.letter ? letterWords(row.letter) : none),
  }),
  figure('difference', 'Points', row => row.difference, points, {
    cell: row => <strong>{points(row.difference)}</strong>,
  }),
  ...intervalColumns<CompareRow>(row => row, pointsInterval),
  figure('lost', 'Lost', row => row.table.onlyFirst, count),
  figure('gained', 'Gained', row => row.table.onlySecond, count),
  figure('p', 'p', row => row.p, pValue),
  ...savedTests,
  figure('adjusted', 'p (Holm)', row => row.adjusted, pValue, {
    cell: row => (isFound(row) ? <strong>{pValue(row.adjusted)}</strong> : pValue(row.adjusted)),
  }),
]
