import type { ReactNode } from 'react'
import type { Binning } from '../../engine/statistics/calibration.ts'
import type { ConfidenceFigures, ScoreEstimate } from '../../engine/statistics/confidence.ts'
import { type Measure, measuresOf } from '../confidence-measures.ts'
import { count, counted, decimal, decimalInterval, interval, none, percent, points } from '../format.ts'
import type { SavedColumn } from '../sorting.ts'
import { NumberHeads } from './number-heads.tsx'
import { SaveCsv } from './save-csv.tsx'

interface Props {
  readonly caption: string
  readonly figures: ConfidenceFigures
  readonly binning: Binning
}

/** All that the probabilities of a run, or of a slice, come to. */
export function ConfidenceScores({ caption, figures, binning }: Props) {
  const { n, correct, images, confidence, interval: accuracy, unanswerable } = figures
  const gap = confidence.value - correct / n
  return (
    <div className="stack whole">
      <div className="table-frame">
        <table className="data scores">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Measure</th>
              <NumberHeads names={['Value', '95% interval']} />
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">
                Accuracy
                <Meaning>
                  {count(correct)} of {counted(n, 'answer')} right, on {counted(images, 'image')}
                </Meaning>
              </th>
              <td className="number strong">{percent(correct / n)}</td>
              <td className="number">{interval(accuracy.low, accuracy.high)}</td>
            </tr>
            <tr>
              <th scope="row">
                Mean confidence
                <Meaning>
                  {points(gap)} points from the accuracy
                  {Math.abs(gap) >= 0.0005 && (gap > 0 ? ': overconfident' : ': underconfident')}
                </Meaning>
              </th>
              <td className="number strong">{percent(confidence.value)}</td>
              <td className="number">
                {confidence.interval ? interval(confidence.interval.low, confidence.interval.high) : none}
              </td>
            </tr>
            <Score
              name="ECE"
              score={figures.calibrationError[binning]}
              meaning={`expected calibration error, ten bins of equal ${binning === 'equal-mass' ? 'mass' : 'width'}; 0 is calibrated`}
            />
            <Score name="Brier" score={figures.brier} meaning="over all options, 0 to 2; lower is better" />
            <Score
              name="Brier, top answer"
              score={figures.brierTop}
              meaning="of the answer alone, 0 to 1; lower is better"
            />
            <Score
              name="NLL"
              score={figures.negativeLogLikelihood}
              meaning="negative log-likelihood of the right option, in nats; lower is better"
            />
            <Score
              name="AURC"
              score={figures.riskCoverage}
              meaning="area under the risk-coverage curve: mean error among the surest; lower is better"
            />
          </tbody>
        </table>
      </div>
      <div className="actions">
        <SaveCsv
          columns={[...columns, { name: 'n', value: () => n }]}
          rows={measuresOf(figures, binning)}
          file="voxelwise-confidence.csv"
        />
      </div>
      {unanswerable > 0 && (
        <p className="prose muted">
          {counted(unanswerable, 'question has', 'questions have')} no option that is the right answer: always
          wrong, and left out of Brier and NLL.
        </p>
      )}
    </div>
  )
}

const columns: readonly SavedColumn<Measure>[] = [
  { name: 'measure', value: row => row.key },
  { name: 'value', value: row => row.value },
  { name: 'low', value: row => row.low ?? null },
  { name: 'high', value: row => row.high ?? null },
]

function Meaning({ children }: { readonly children: ReactNode }) {
  return <span className="score-note">{children}</span>
}

interface ScoreProps {
  readonly name: string
  readonly score: ScoreEstimate | null
  readonly meaning: string
}

function Score({ name, score, meaning }: ScoreProps) {
  return (
    <tr>
      <th scope="row">
        {name}
        <Meaning>{meaning}</Meaning>
      </th>
      <td className="number strong">{score ? decimal(score.value) : none}</td>
      <td className="number">
        {score?.interval ? decimalInterval(score.interval.low, score.interval.high) : none}
      </td>
    </tr>
  )
}
