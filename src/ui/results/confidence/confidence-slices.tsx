import type { ConfidenceSlice } from '../../../engine/analysis/confidence.ts'
import type { Binning } from '../../../engine/statistics/calibration.ts'
import type { ScoreEstimate } from '../../../engine/statistics/confidence.ts'
import { PageLink } from '../../shared/controls/page-link.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { type Column, sortRows } from '../../shared/table/sorting.ts'
import { count, decimal, decimalInterval, interval, label, none, percent } from '../../text/format.ts'

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
  const columns = columnsOf(axis, binning, href)
  return (
    <DataTable
      caption={`Confidence by ${axis.toLowerCase()}`}
      columns={columns}
      rows={sortRows(slices, columns, sort)}
      keyOf={slice => slice.label}
      sort={sort}
      file={`voxelwise-confidence-by-${axis.toLowerCase()}.csv`}
    />
  )
}

function columnsOf(
  axis: string,
  binning: Binning,
  href: (label: string) => string,
): readonly Column<ConfidenceSlice>[] {
  const number = { isNumber: true }
  const score = (
    key: string,
    name: string,
    of: (slice: ConfidenceSlice) => ScoreEstimate | null,
  ): readonly Column<ConfidenceSlice>[] => [
    {
      ...number,
      key,
      name,
      value: slice => of(slice)?.value ?? null,
      cell: slice => <ScoreCell score={of(slice)} />,
    },
    { ...number, key: `${key}-low`, name: `${name}, low`, value: end('low', of), isSavedOnly: true },
    { ...number, key: `${key}-high`, name: `${name}, high`, value: end('high', of), isSavedOnly: true },
  ]
  return [
    {
      key: 'label',
      name: axis,
      value: slice => label(slice.label),
      cell: slice => <PageLink href={href(slice.label)}>{label(slice.label)}</PageLink>,
    },
    { ...number, key: 'n', name: 'n', value: slice => slice.n, cell: slice => count(slice.n) },
    {
      ...number,
      key: 'accuracy',
      name: 'Accuracy',
      value: slice => slice.correct / slice.n,
      cell: slice => (
        <>
          <strong>{percent(slice.correct / slice.n)}</strong>
          <span className="score-interval">{interval(slice.interval.low, slice.interval.high)}</span>
        </>
      ),
    },
    {
      ...number,
      key: 'confidence',
      name: 'Confidence',
      value: slice => slice.confidence.value,
      cell: ({ confidence: { value, interval: bounds } }) => (
        <>
          <strong>{percent(value)}</strong>
          <span className="score-interval">{bounds ? interval(bounds.low, bounds.high) : none}</span>
        </>
      ),
    },
    ...score('ece', 'ECE', slice => slice.calibrationError[binning]),
    ...score('brier', 'Brier', slice => slice.brier),
    ...score('brier-top', 'Brier, top', slice => slice.brierTop),
    ...score('nll', 'NLL', slice => slice.negativeLogLikelihood),
    ...score('aurc', 'AURC', slice => slice.riskCoverage),
  ]
}

const end =
  (which: 'low' | 'high', of: (slice: ConfidenceSlice) => ScoreEstimate | null) => (slice: ConfidenceSlice) =>
    of(slice)?.interval?.[which] ?? null

function ScoreCell({ score }: { readonly score: ScoreEstimate | null }) {
  if (!score) return none
  return (
    <>
      <strong>{decimal(score.value)}</strong>
      <span className="score-interval">
        {score.interval ? decimalInterval(score.interval.low, score.interval.high) : none}
      </span>
    </>
  )
}
