import { decimal, percent, points, pointsInterval } from '../../../ui/text/format.ts'
import type { CurvePlace } from '../engine/curve-bands.ts'
import type { FindingDetail } from '../engine/diagnostics-report.ts'
import type { NetBenefit } from '../engine/threshold.ts'
import { BandPlot } from './band-plot.tsx'
import type { PlottedCurve } from './band-plot-layout.ts'

interface Props {
  readonly detail: FindingDetail
}

/** ROC and precision-recall curve of a finding; nothing without probabilities. */
export function ScoreCurvePlots({ detail }: Props) {
  if (!detail.curves) return null
  return (
    <div className="confidence-grid">
      <RocPlot detail={detail} />
      <PrecisionRecallPlot detail={detail} />
    </div>
  )
}

const scoredAnswers = ({ figures }: FindingDetail): number => figures.auroc?.n ?? 0

/** Sensitivity over 1 − specificity. */
export function RocPlot({ detail }: Props) {
  if (!detail.curves) return null
  const { places, band } = detail.curves.roc
  return (
    <BandPlot
      title={`ROC curve of ${detail.finding}, n ${scoredAnswers(detail)}`}
      file="voxelwise-roc.svg"
      xName="1 − specificity, %"
      yName="Sensitivity, %"
      against="chance"
      curve={{
        ...{ line: places, band, ends: [0, 1] },
        against: [
          { x: 0, y: 0 },
          { x: 1, y: 1 },
        ],
        marks: marked(places, ({ x, y }) => `sensitivity ${percent(y)}, specificity ${percent(1 - x)}`),
      }}
    />
  )
}

/** PPV over sensitivity. */
export function PrecisionRecallPlot({ detail }: Props) {
  if (!detail.curves) return null
  const {
    precision: { places, band },
    prevalence,
  } = detail.curves
  return (
    <BandPlot
      title={`Precision-recall curve of ${detail.finding}, n ${scoredAnswers(detail)}`}
      file="voxelwise-precision-recall.svg"
      xName="Recall (sensitivity), %"
      yName="Precision (PPV), %"
      against="chance: the share of present findings"
      curve={{
        ...{ line: places, band, ends: [0, 1] },
        against: [
          { x: 0, y: prevalence },
          { x: 1, y: prevalence },
        ],
        marks: marked(places, ({ x, y }) => `recall ${percent(x)}, precision ${percent(y)}`),
      }}
    />
  )
}

const mostMarks = 9

/** Some points of a curve with a known threshold, evenly along it. */
function marked(places: readonly CurvePlace[], words: (place: CurvePlace) => string): PlottedCurve['marks'] {
  const known = places.filter(({ threshold }) => Number.isFinite(threshold))
  const step = Math.max(1, (known.length - 1) / (mostMarks - 1))
  const chosen = new Set(
    Array.from({ length: Math.min(mostMarks, known.length) }, (_, i) => known[Math.round(i * step)]),
  )
  return [...chosen].flatMap(place =>
    place
      ? [
          {
            x: place.x,
            y: place.y,
            name: `Positive from probability ${decimal(place.threshold)} on: ${words(place)}`,
          },
        ]
      : [],
  )
}

/** Net benefit over the probability from which a finding is called present; nothing without probabilities. */
export function DecisionCurve({ detail }: Props) {
  const { finding, decision } = detail
  if (decision.length === 0) return null
  const most = Math.max(0.02, ...decision.map(({ model, interval }) => interval?.high ?? model))
  return (
    <BandPlot
      title={`Decision curve of ${finding}, n ${scoredAnswers(detail)}`}
      file="voxelwise-decision-curve.svg"
      xName="Threshold probability, %"
      yName="Net benefit per 100 questions"
      against="call every finding present"
      curve={{
        line: decision.map(({ threshold, model }) => ({ x: threshold, y: model })),
        band: decision.every(({ interval }) => interval)
          ? decision.flatMap(({ threshold, interval }) => (interval ? [{ x: threshold, ...interval }] : []))
          : null,
        // Below the scale it would run along its foot.
        against: decision.flatMap(({ threshold, all }) =>
          all < -most / 2 ? [] : [{ x: threshold, y: all }],
        ),
        marks: decision
          .filter((_, at) => at % 5 === 4)
          .map(one => ({ x: one.threshold, y: one.model, name: benefitWords(one) })),
        ends: [-most / 2, most],
      }}
    />
  )
}

const benefitWords = ({ threshold, model, all, interval: known }: NetBenefit): string =>
  `Threshold ${percent(threshold)}: net benefit ${points(model)} per 100${
    known ? `, 95% interval ${pointsInterval(known.low, known.high)}` : ''
  }; calling every finding present ${points(all)}`
