import type { Results } from '../../../app/controller/controller-api.ts'
import type { ConfidenceReport } from '../../../engine/analysis/confidence.ts'
import { counted } from '../../../engine/base/counted.ts'
import { type Axis, axes } from '../../../engine/protocol/sample.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { defaultSeed } from '../../../engine/statistics/bootstrap.ts'
import type { Binning, ReliabilityBin } from '../../../engine/statistics/calibration.ts'
import { confidenceResamples } from '../../../engine/statistics/confidence.ts'
import type { CoveragePoint } from '../../../engine/statistics/selective.ts'
import { byNames } from '../../compare/compare-rows.ts'
import { useController } from '../../hooks/use-app.ts'
import { useAsync } from '../../hooks/use-async.ts'
import { useLast } from '../../hooks/use-last.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { LabelSelect } from '../../shared/controls/label-select.tsx'
import { QuerySelect } from '../../shared/controls/query-select.tsx'
import { rangeText } from '../../shared/sample/filters.ts'
import { SaveCsv } from '../../shared/table/save-csv.tsx'
import type { SavedColumn } from '../../shared/table/sorting.ts'
import { navigate, resultsHref } from '../../state/router.ts'
import { count, label } from '../../text/format.ts'
import { ConfidenceScores } from './confidence-scores.tsx'
import { ConfidenceSlices } from './confidence-slices.tsx'
import { CoveragePlot } from './coverage-plot.tsx'
import { ReliabilityDiagram } from './reliability-diagram.tsx'

interface Props {
  readonly results: Results
  readonly query: URLSearchParams
}

/** Whether the model knows when it is right, from the probabilities it gave to the options. */
export function ConfidenceTab({ results: { run, rows }, query }: Props) {
  const controller = useController()
  const axis = axes.find(one => one === query.get('by')) ?? 'task'
  const key = `confidence of ${run.id}, ${rows.length} rows, by ${axis}`
  const load = async (intervals: 'with intervals' | 'without') => ({
    axis,
    ...(await controller.confidence(run.id, axis, intervals)),
  })
  const quick = useAsync(`${key}, without intervals`, () => load('without'))
  const whole = useAsync(key, () => load('with intervals'))
  const found = useLast(whole.status === 'loading' ? quick : whole)
  return (
    <>
      <h2>Confidence</h2>
      {found.status === 'failed' && <ErrorBox error={found.error} />}
      {(found.status === 'loading' || (found.status === 'ready' && found.value.whole)) && (
        <p className="muted" role="status">
          {whole.status === 'loading'
            ? `Drawing images again for the intervals, ${count(confidenceResamples)} times…`
            : `Intervals of the scores are from ${count(confidenceResamples)} resamples.`}
        </p>
      )}
      {found.status === 'ready' &&
        (found.value.whole ? (
          <Found run={run} report={found.value} axis={found.value.axis} chosen={axis} query={query} />
        ) : (
          <NotAsked run={run} />
        ))}
    </>
  )
}

/** What to do to get this. */
function NotAsked({ run }: { readonly run: Run }) {
  const controller = useController()
  const setUp = () => {
    controller.changeSettings({ scoring: 'choices' })
    navigate('#/')
  }
  return (
    <div className="stack">
      <p className="prose">
        {run.settings.scoring === 'choices'
          ? 'No question of this run has been answered with option probabilities yet.'
          : 'This run was answered in words, and words do not tell how sure a model is.'}{' '}
        Confidence needs a run that is scored by <strong>Option probabilities</strong>: the model’s
        probability of each option’s letter, read at the place where its answer begins. Such a run takes no
        longer, and its accuracy may differ a little from the official one.
      </p>
      <ol className="steps">
        <li>
          On the set-up page choose the same data set and model, and under <strong>Scoring</strong> “Option
          probabilities”.
        </li>
        <li>Press Run.</li>
        <li>Open this tab in the results of that run.</li>
      </ol>
      <button type="button" className="button" onClick={setUp}>
        Set up such a run
      </button>
    </div>
  )
}

const binColumns: readonly SavedColumn<ReliabilityBin>[] = [
  { name: 'from', value: bin => bin.from },
  { name: 'to', value: bin => bin.to },
  { name: 'n', value: bin => bin.n },
  { name: 'confidence', value: bin => bin.confidence },
  { name: 'accuracy', value: bin => bin.accuracy },
  { name: 'low', value: bin => bin.interval.low },
  { name: 'high', value: bin => bin.interval.high },
]

const curveColumns: readonly SavedColumn<CoveragePoint>[] = [
  { name: 'coverage', value: point => point.coverage },
  { name: 'least_confidence', value: point => point.confidence },
  { name: 'n', value: point => point.n },
  { name: 'accuracy', value: point => point.accuracy },
  { name: 'low', value: point => point.low },
  { name: 'high', value: point => point.high },
]

interface FoundProps {
  readonly run: Run
  readonly report: ConfidenceReport
  /** What the report goes by: for a moment another one than has just been chosen. */
  readonly axis: Axis
  readonly chosen: Axis
  readonly query: URLSearchParams
}

function Found({ run, report: { whole, slices, unscored }, axis, chosen, query }: FoundProps) {
  const binning: Binning = query.get('bins') === 'equal-mass' ? 'equal-mass' : 'equal-width'
  const slice = slices.find(one => one.label === query.get(axis))
  const figures = slice ?? whole
  if (!figures) return null
  const name = slice ? label(slice.label) : 'all answers'
  const only = slice ? { [axis]: slice.label } : {}
  return (
    <>
      <p className="prose">
        How sure the model is of the option it picks, and how often that is right. A model that says 80%
        should be right four times in five.
        {unscored > 0 && ` ${counted(unscored, 'sample')} without probabilities are left out.`}
      </p>
      <search className="filters" aria-label="Slice">
        <QuerySelect
          label="By"
          name="by"
          value={chosen}
          choices={axes.map(one => [one, byNames[one]] as const)}
          resets={[...axes, 'sort']}
        />
        <LabelSelect
          name={byNames[axis]}
          parameter={axis}
          value={query.get(axis) ?? undefined}
          values={slices.map(one => [one.label, one.n] as const)}
        />
        <QuerySelect
          label="Bins"
          name="bins"
          value={binning}
          choices={[
            ['equal-width', 'Equal width'],
            ['equal-mass', 'Equal mass'],
          ]}
        />
      </search>
      <div className="confidence-grid">
        <section className="stack whole" aria-labelledby="reliability">
          <h3 id="reliability">Reliability, {name}</h3>
          <ReliabilityDiagram
            title={`Reliability diagram of ${name}, n ${figures.n}`}
            bins={figures.bins[binning]}
            href={({ from, to }) =>
              resultsHref(run.id, 'samples', { ...only, confidence: rangeText({ from, to }) })
            }
          />
          <div className="actions">
            <SaveCsv columns={binColumns} rows={figures.bins[binning]} file="voxelwise-reliability.csv" />
          </div>
        </section>
        <section className="stack whole" aria-labelledby="coverage">
          <h3 id="coverage">Accuracy against coverage, {name}</h3>
          <CoveragePlot
            title={`Accuracy of the surest answers of ${name}, n ${figures.n}`}
            curve={figures.curve}
          />
          <div className="actions">
            <SaveCsv columns={curveColumns} rows={figures.curve} file="voxelwise-coverage.csv" />
          </div>
        </section>
      </div>
      <ConfidenceScores caption={`Scores of ${name}`} figures={figures} binning={binning} />
      <p>
        <a href={resultsHref(run.id, 'samples', { ...only, verdict: 'wrong', sort: 'surest' })}>
          Wrong answers, the surest first
        </a>
      </p>
      <section className="stack whole" aria-labelledby="confidence-by">
        <h3 id="confidence-by">By {byNames[axis].toLowerCase()}</h3>
        <ConfidenceSlices
          axis={byNames[axis]}
          slices={slices}
          binning={binning}
          sort={query.get('sort')}
          href={value =>
            resultsHref(run.id, 'confidence', {
              by: axis === 'task' ? null : axis,
              bins: query.get('bins'),
              [axis]: value,
            })
          }
        />
      </section>
      <p className="prose muted">
        Intervals of accuracies are Wilson’s. Those of the scores are percentiles of{' '}
        {count(confidenceResamples)} resamples, images drawn again, seed {defaultSeed}, the bins kept. ECE is
        never below 0 and runs high on few answers. Probabilities are those among the options, all spellings
        of a letter summed.
      </p>
    </>
  )
}
