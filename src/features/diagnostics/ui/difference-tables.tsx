import { figure, textColumn } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import type { TableColumn } from '../../../ui/shared/table/table.tsx'
import { count, percent, points, pointsInterval, pValue } from '../../../ui/text/format.ts'
import { comparedNames, type FigureDifference, type RunDifferences } from '../engine/run-differences.ts'
import { figureWords, thresholdWords } from '../text/figure-words.ts'

interface Line extends FigureDifference {
  readonly finding: string
  readonly figure: string
  readonly formatValue: (value: number) => string
}

/** "−1.2 (−3.0 to +0.6)", in points; AUROC counts as 100 points. */
export const differenceWords = ({ first, second, estimate }: FigureDifference): string =>
  estimate
    ? `${points(estimate.difference)} (${pointsInterval(estimate.low, estimate.high)})`
    : points(second - first)

const columns: readonly TableColumn<Line>[] = [
  textColumn<Line>('finding', 'Finding', ({ finding }) => finding),
  textColumn<Line>('figure', 'Figure', one => one.figure),
  figure('n', 'n', ({ n }) => n, count),
  figure('clusters', 'Clusters', one => one.clusters, count),
  { key: 'first', name: 'Baseline', isNumber: true, cell: one => one.formatValue(one.first) },
  { key: 'second', name: 'This run', isNumber: true, cell: one => one.formatValue(one.second) },
  {
    key: 'difference',
    name: 'Difference, points (95%)',
    isNumber: true,
    isStrong: true,
    cell: differenceWords,
  },
  figure('p', 'p', ({ estimate }) => estimate?.p ?? null, pValue),
]

const saved = [
  { name: 'finding', value: ({ finding }: Line) => finding },
  { name: 'figure', value: (one: Line) => one.figure },
  { name: 'n', value: ({ n }: Line) => n },
  { name: 'clusters', value: ({ clusters }: Line) => clusters },
  { name: 'first', value: ({ first }: Line) => first },
  { name: 'second', value: ({ second }: Line) => second },
  { name: 'difference', value: ({ first, second }: Line) => second - first },
  { name: 'low', value: ({ estimate }: Line) => estimate?.low ?? null },
  { name: 'high', value: ({ estimate }: Line) => estimate?.high ?? null },
  { name: 'p', value: ({ estimate }: Line) => estimate?.p ?? null },
]

/** AUROC, sensitivity and specificity of both runs; p-values are not adjusted. */
export function FindingDifferenceTable({ differences }: { readonly differences: RunDifferences }) {
  const rows = differences.findings.flatMap(({ finding, figures }) =>
    comparedNames.flatMap((name): Line[] => {
      const difference = figures[name]
      return difference
        ? [
            {
              ...difference,
              finding,
              figure: figureWords[name].name,
              formatValue: figureWords[name].formatValue,
            },
          ]
        : []
    }),
  )
  return (
    <>
      <p className="muted">p-values are two-sided and not adjusted for the number of findings.</p>
      <DataTable
        caption="Differences per finding"
        columns={columns}
        rows={rows}
        rowKey={one => `${one.finding} ${one.figure}`}
        savedColumns={saved}
        file="voxelwise-finding-differences.csv"
      />
    </>
  )
}

/** Each run at its own threshold; nothing without probabilities in both. */
export function TestedThresholdTable({ differences }: { readonly differences: RunDifferences }) {
  const rows = differences.findings.flatMap(({ finding, tested }): Line[] => {
    if (!tested) return []
    const thresholds = tested.thresholds.map(thresholdWords).join('; ')
    return (['sensitivity', 'specificity'] as const).flatMap(name => {
      const difference = tested[name]
      const words = `${figureWords[name].name} (positive ${thresholds})`
      return difference ? [{ ...difference, finding, figure: words, formatValue: percent }] : []
    })
  })
  if (rows.length === 0) return null
  return (
    <>
      <p className="muted">
        Thresholds by Youden’s index, one for each run, chosen on one half of the clusters. Figures are from
        the other half.
      </p>
      <DataTable
        caption="Differences at each run’s own threshold"
        columns={columns}
        rows={rows}
        rowKey={one => `${one.finding} ${one.figure}`}
        savedColumns={saved}
        file="voxelwise-threshold-differences.csv"
      />
    </>
  )
}
