import type { ConfidenceReport, ConfidenceSlice } from '../../engine/analysis/confidence.ts'
import { counted } from '../../engine/base/counted.ts'
import { type Axis, axes } from '../../engine/protocol/sample.ts'
import type { ReliabilityBin } from '../../engine/statistics/calibration.ts'
import type { ScoreEstimate } from '../../engine/statistics/confidence.ts'
import { byNames } from '../compare/compare-rows.ts'
import { type Measure, measuresOf } from '../results/confidence/confidence-measures.ts'
import { CoveragePlot } from '../results/confidence/coverage-plot.tsx'
import { ReliabilityDiagram } from '../results/confidence/reliability-diagram.tsx'
import { count, decimal, decimalInterval, interval, label, none, percent } from '../text/format.ts'
import { nowhere } from './nowhere.ts'
import { type ReportColumn, ReportTable } from './report-table.tsx'

interface Props {
  readonly confidence: Readonly<Record<Axis, ConfidenceReport>>
}

/** Whether the model knows when it is right. */
export function ConfidenceSection({ confidence }: Props) {
  const { whole, unscored } = confidence.task
  if (!whole) return null
  return (
    <section aria-labelledby="confidence">
      <h2 id="confidence">Confidence</h2>
      <p>
        How sure the model is of the option it picks, and how often that is right, over{' '}
        {counted(whole.n, 'answer')} on {counted(whole.images, 'image')}.
        {unscored > 0 && ` ${counted(unscored, 'sample')} without probabilities are left out.`}
      </p>
      <ReliabilityDiagram
        title={`Reliability: how often the model is right, by how sure it is, n ${whole.n}`}
        bins={whole.bins['equal-width']}
        href={nowhere}
      />
      <ReportTable
        caption="Reliability in ten bins of equal width"
        columns={binColumns}
        rows={whole.bins['equal-width']}
      />
      <CoveragePlot title={`Selective accuracy against coverage, n ${whole.n}`} curve={whole.curve} />
      <ReportTable
        caption="Scores"
        columns={scoreColumns}
        rows={[...measuresOf(whole, 'equal-width'), ...measuresOf(whole, 'equal-mass').filter(isEce)]}
      />
      {axes.map(axis => (
        <ReportTable
          key={axis}
          caption={`Confidence by ${byNames[axis].toLowerCase()}`}
          columns={sliceColumns(byNames[axis])}
          rows={confidence[axis].slices}
        />
      ))}
    </section>
  )
}

const isEce = ({ key }: Measure) => key.startsWith('ece')

const binColumns: readonly ReportColumn<ReliabilityBin>[] = [
  { name: 'Confidence', cell: ({ from, to }) => interval(from, to) },
  { name: 'n', isNumber: true, cell: ({ n }) => count(n) },
  { name: 'Mean confidence', isNumber: true, cell: ({ confidence }) => percent(confidence) },
  { name: 'Right', isNumber: true, cell: ({ accuracy }) => <strong>{percent(accuracy)}</strong> },
  { name: '95% interval', isNumber: true, cell: bin => interval(bin.interval.low, bin.interval.high) },
]

const scoreColumns: readonly ReportColumn<Measure>[] = [
  { name: 'Measure', cell: ({ name }) => name },
  {
    name: 'Value',
    isNumber: true,
    cell: ({ value, isShare }) => (
      <strong>{value === null ? none : isShare ? percent(value) : decimal(value)}</strong>
    ),
  },
  {
    name: '95% interval',
    isNumber: true,
    cell: ({ low, high, isShare }) =>
      low === undefined || high === undefined
        ? none
        : isShare
          ? interval(low, high)
          : decimalInterval(low, high),
  },
]

const sliceColumns = (axis: string): readonly ReportColumn<ConfidenceSlice>[] => [
  { name: axis, cell: slice => label(slice.label) },
  { name: 'n', isNumber: true, cell: ({ n }) => count(n) },
  { name: 'Right', isNumber: true, cell: ({ n, correct }) => percent(correct / n) },
  { name: 'Mean confidence', isNumber: true, cell: ({ confidence }) => percent(confidence.value) },
  { name: 'ECE', isNumber: true, cell: slice => scoreText(slice.calibrationError['equal-width']) },
  { name: 'Brier', isNumber: true, cell: ({ brier }) => scoreText(brier) },
  { name: 'AURC', isNumber: true, cell: ({ riskCoverage }) => scoreText(riskCoverage) },
]

function scoreText(score: ScoreEstimate | null) {
  if (!score) return none
  return (
    <>
      <strong>{decimal(score.value)}</strong>{' '}
      {score.interval && decimalInterval(score.interval.low, score.interval.high)}
    </>
  )
}
