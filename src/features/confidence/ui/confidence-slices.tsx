import type { Binning, ScoreEstimate } from '@voxelwise/statistics'
import { figure, linkColumn } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import { type Column, sortRows } from '../../../ui/shared/table/sorting.ts'
import { count, decimal, decimalInterval, interval, label, none, percent } from '../../../ui/text/format.ts'
import type { ConfidenceSlice } from '../engine/confidence-report.ts'

interface Props {
  readonly axis: string
  readonly slices: readonly ConfidenceSlice[]
  readonly binning: Binning
  readonly sort: string | null
  /** Where a slice is shown alone. */
  readonly href: (label: string) => string
}

/** Every slice with its scores, each with its interval. */
export function ConfidenceSlices({ axis, slices, binning, sort, href }: Props) {
  const columns = sliceColumns(axis, binning, href)
  return (
    <DataTable
      caption={`Confidence by ${axis.toLowerCase()}`}
      columns={columns}
      rows={sortRows(slices, columns, sort)}
      rowKey={slice => slice.label}
      sort={sort}
      file={`voxelwise-confidence-by-${axis.toLowerCase()}.csv`}
    />
  )
}

function sliceColumns(
  axis: string,
  binning: Binning,
  href: (label: string) => string,
): readonly Column<ConfidenceSlice>[] {
  const score = (
    key: string,
    name: string,
    of: (slice: ConfidenceSlice) => ScoreEstimate | null,
  ): readonly Column<ConfidenceSlice>[] => {
    const end = (which: 'low' | 'high') =>
      figure<ConfidenceSlice>(
        `${key}-${which}`,
        `${name}, ${which}`,
        slice => of(slice)?.interval?.[which] ?? null,
        decimal,
      )
    return [
      figure(key, name, slice => of(slice)?.value ?? null, decimal, {
        cell: slice => scoreCell(of(slice), decimal, decimalInterval),
      }),
      { ...end('low'), isSavedOnly: true },
      { ...end('high'), isSavedOnly: true },
    ]
  }
  return [
    linkColumn<ConfidenceSlice>(
      'label',
      axis,
      slice => label(slice.label),
      slice => href(slice.label),
    ),
    figure('n', 'n', slice => slice.n, count),
    figure('accuracy', 'Accuracy', slice => slice.correct / slice.n, percent, {
      cell: ({ n, correct, interval: bounds }) =>
        scoreCell({ value: correct / n, interval: bounds }, percent, interval),
    }),
    figure('confidence', 'Confidence', slice => slice.confidence.value, percent, {
      cell: ({ confidence }) => scoreCell(confidence, percent, interval),
    }),
    ...score('ece', 'ECE', slice => slice.calibrationError[binning]),
    ...score('brier', 'Brier', slice => slice.brier),
    ...score('brier-top', 'Brier, top', slice => slice.brierTop),
    ...score('nll', 'NLL', slice => slice.negativeLogLikelihood),
    ...score('aurc', 'AURC', slice => slice.riskCoverage),
  ]
}

/** A score with its interval below it. */
function scoreCell(
  score: Pick<ScoreEstimate, 'value' | 'interval'> | null,
  formatValue: (value: number) => string,
  formatInterval: (low: number, high: number) => string,
) {
  if (!score) return none
  return (
    <>
      <strong>{formatValue(score.value)}</strong>
      <span className="score-interval">
        {score.interval ? formatInterval(score.interval.low, score.interval.high) : none}
      </span>
    </>
  )
}
