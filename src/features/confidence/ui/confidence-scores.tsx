import {
  type Binning,
  type ConfidenceFigures,
  type Interval,
  includesZero,
  type ScoreEstimate,
} from '@voxelwise/statistics'
import { counted } from '../../../engine/base/counted.ts'
import { figure, savedFields } from '../../../ui/shared/table/columns.tsx'
import { type DataColumn, DataTable } from '../../../ui/shared/table/data-table.tsx'
import {
  count,
  decimal,
  decimalInterval,
  interval,
  none,
  percent,
  points,
  pointsInterval,
} from '../../../ui/text/format.ts'

interface Props {
  readonly caption: string
  readonly figures: ConfidenceFigures
  /** Each but the first adds only its calibration error. */
  readonly binnings: readonly Binning[]
}

/** The scores of a run's probabilities, or of a slice's. */
export function ConfidenceScores({ caption, figures, binnings }: Props) {
  const [binning = 'equal-width', ...others] = binnings
  const { n, unanswerable } = figures
  return (
    <div className="stack whole">
      <DataTable
        caption={caption}
        className="data scores"
        columns={[
          {
            key: 'measure',
            name: 'Measure',
            value: ({ key }) => key,
            cell: ({ name, meaning }) => (
              <>
                {name}
                <span className="score-note">{meaning}</span>
              </>
            ),
          },
          ...figureColumns,
          { name: 'n', value: () => n },
        ]}
        rows={[
          ...scoreMeasures(figures, binning),
          ...others.flatMap(other =>
            scoreMeasures(figures, other).filter(({ key }) => key.startsWith('ece')),
          ),
        ]}
        rowKey={({ key }) => key}
        file="voxelwise-confidence.csv"
      />
      {unanswerable > 0 && (
        <p className="prose muted">
          {counted(unanswerable, 'question has', 'questions have')} no right option. Its answer is always
          wrong and left out of Brier and NLL.
        </p>
      )}
    </div>
  )
}

const figureColumns: readonly DataColumn<Measure>[] = [
  figure('value', 'Value', ({ value }) => value, String, {
    isStrong: true,
    cell: ({ value, isShare }) => {
      if (value === null) return none
      return isShare ? percent(value) : decimal(value)
    },
  }),
  {
    key: 'interval',
    name: '95% interval',
    isNumber: true,
    cell: ({ low, high, isShare }) => {
      if (low === undefined || high === undefined) return none
      return isShare ? interval(low, high) : decimalInterval(low, high)
    },
  },
  ...savedFields('low', 'high'),
]

interface Measure extends Partial<Interval> {
  /** As a saved table names it. */
  readonly key: string
  readonly name: string
  readonly meaning: string
  readonly value: number | null
  /** Whether it reads as a percentage. */
  readonly isShare: boolean
}

/** The scores as table lines; null and without an interval where there is no value. */
function scoreMeasures(figures: ConfidenceFigures, binning: Binning): readonly Measure[] {
  const { n, correct, clusters, interval, confidence, calibrationError, brier, brierTop } = figures
  const { slope, intercept, auroc } = figures
  const { value, interval: known } = figures.gap
  const isClear = known !== null && !includesZero(known)
  const leaning = isClear ? (value > 0 ? ': overconfident' : ': underconfident') : ''
  const within = known ? ` (${pointsInterval(known.low, known.high)})` : ''
  const score = (key: string, name: string, meaning: string, estimate: ScoreEstimate | null): Measure => ({
    key,
    name,
    meaning,
    isShare: key === 'mean_confidence',
    value: estimate?.value ?? null,
    ...estimate?.interval,
  })
  return [
    {
      key: 'accuracy',
      name: 'Accuracy',
      meaning: `${count(correct)} of ${counted(n, 'answer')} right, in ${counted(clusters, 'cluster')}`,
      isShare: true,
      value: correct / n,
      ...interval,
    },
    score(
      'mean_confidence',
      'Mean confidence',
      `${points(value)} points${within} from accuracy${leaning}`,
      confidence,
    ),
    score(
      `ece_${binning.replace('-', '_')}`,
      'ECE',
      `expected calibration error, ten bins of ${binning.replace('-', ' ')}; 0 is perfect`,
      calibrationError[binning],
    ),
    score(
      `ece_calibrated_${binning.replace('-', '_')}`,
      'ECE if calibrated',
      'expected of a calibrated model with these confidences and independent answers',
      { value: figures.calibratedError[binning], interval: null },
    ),
    score('slope', 'Calibration slope', '1 is calibrated; below 1, confidences are too extreme', slope),
    score('intercept', 'Calibration intercept', '0 is calibrated, together with a slope of 1', intercept),
    score('auroc', 'AUROC of confidence', 'for right against wrong answers; 0.5 is chance', auroc),
    score('brier', 'Brier score', 'all options, 0 to 2; lower is better', brier),
    score('brier_top', 'Brier score, top answer', 'chosen option only, 0 to 1; lower is better', brierTop),
    score(
      'nll',
      'NLL',
      'negative log-likelihood of the right option, in nats; lower is better',
      figures.negativeLogLikelihood,
    ),
    score('aurc', 'AURC', 'area under the risk-coverage curve; lower is better', figures.riskCoverage),
  ]
}
