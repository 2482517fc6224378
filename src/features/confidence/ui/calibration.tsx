import {
  type Binning,
  type ConfidenceFigures,
  type CoverageEstimate,
  confidenceResamples,
  defaultSeed,
  type ReliabilityBin,
} from '@voxelwise/statistics'
import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { addedPart } from '../../../app/controller/result-part.ts'
import { missingLabel, type SplitName } from '../../../engine/analysis/field-split.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { AsTable } from '../../../ui/shared/controls/folded.tsx'
import { MethodsNote, PageOnly } from '../../../ui/shared/controls/page-link.tsx'
import { rangeText } from '../../../ui/shared/sample/filters.ts'
import type { ShownBy } from '../../../ui/shared/sections.tsx'
import { figure, intervalColumns, savedFields } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import { SaveCsv } from '../../../ui/shared/table/save-csv.tsx'
import type { SavedColumn } from '../../../ui/shared/table/sorting.ts'
import type { TableColumn } from '../../../ui/shared/table/table.tsx'
import { resultsHref } from '../../../ui/state/router.ts'
import { count, interval, label, percent } from '../../../ui/text/format.ts'
import { type ConfidenceBy, reportedConfidence } from '../app/reported-confidence.ts'
import { CoveragePlot } from './coverage-plot.tsx'
import { ReliabilityDiagram } from './reliability-diagram.tsx'

export type ConfidenceFacts = Pick<ReportFacts, 'run' | 'added'>

export const confidenceIn = (facts: ConfidenceFacts): ConfidenceBy | null =>
  addedPart(reportedConfidence, facts) ?? null

/** The answers that are shown: all, or those of the slice in the address. */
interface ShownAnswers {
  readonly figures: ConfidenceFigures
  readonly name: string
  /** Their filter in the list of samples. */
  readonly only: Readonly<Record<string, string>>
}

/** Null where no answer has probabilities. */
export function shownAnswers(facts: ConfidenceFacts, chosen: ShownBy): ShownAnswers | null {
  for (const [axis, { whole, slices, field }] of Object.entries(confidenceIn(facts) ?? {})) {
    const slice = chosen && slices.find(one => one.label === chosen.get(axis))
    if (slice)
      return {
        ...{ figures: slice, name: label(slice.label) },
        only: field ? fieldFilter(field, slice.label) : { [axis]: slice.label },
      }
    if (whole) return { figures: whole, name: 'all answers', only: {} }
  }
  return null
}

/** The filter of samples for a group, if there is one. */
const fieldFilter = ({ name, isBinned }: SplitName, group: string): ShownAnswers['only'] =>
  isBinned || group === missingLabel ? {} : { field: name, value: group }

/** An explanation of confidence, and of the omitted answers. */
export function ConfidenceIntro(facts: ConfidenceFacts) {
  const unscored = Object.values(confidenceIn(facts) ?? {})[0]?.unscored ?? 0
  return (
    <p className="prose">
      Confidence is the probability of the chosen option. A calibrated model that is 80% confident is right
      four times in five. {unscored > 0 && `${counted(unscored, 'sample')} without probabilities left out.`}
    </p>
  )
}

const binColumns: readonly SavedColumn<ReliabilityBin>[] = [
  ...savedFields('from', 'to', 'n', 'confidence', 'accuracy'),
  { name: 'low', value: bin => bin.interval.low },
  { name: 'high', value: bin => bin.interval.high },
  ...savedFields('clusters'),
]

const shownBinColumns: readonly TableColumn<ReliabilityBin>[] = [
  { key: 'bin', name: 'Confidence', cell: ({ from, to }) => interval(from, to) },
  figure('n', 'n', ({ n }) => n, count),
  figure('clusters', 'Clusters', ({ clusters }) => clusters, count),
  figure('mean', 'Mean confidence', ({ confidence }) => confidence, percent),
  figure('right', 'Accuracy', ({ accuracy }) => accuracy, percent, { isStrong: true }),
  intervalColumns<ReliabilityBin>(bin => bin.interval)[0],
]

const curveColumns: readonly SavedColumn<CoverageEstimate>[] = [
  ...savedFields('coverage'),
  { name: 'least_confidence', value: ({ confidence }) => confidence },
  ...savedFields('n', 'accuracy', 'low', 'high', 'clusters'),
]

interface Props extends ShownAnswers {
  readonly run: Run
  readonly binning: Binning
}

/** How often the model is right at each confidence, and its accuracy on its most confident answers. */
export function Calibration({ run, figures, name, only, binning }: Props) {
  const bins = figures.bins[binning]
  return (
    <div className="chart-grid">
      <section className="stack whole" aria-labelledby="reliability">
        <h3 id="reliability">Reliability, {name}</h3>
        <ReliabilityDiagram
          title={`Reliability diagram of ${name}, n ${figures.n}`}
          bins={bins}
          href={bin => resultsHref(run.id, 'samples', { ...only, confidence: rangeText(bin) })}
        />
        <AsTable>
          <DataTable
            caption={`Reliability of ${name} in ten bins`}
            columns={shownBinColumns}
            rows={bins}
            rowKey={({ from }) => String(from)}
            savedColumns={binColumns}
            file="voxelwise-reliability.csv"
          />
        </AsTable>
      </section>
      <section className="stack whole" aria-labelledby="coverage">
        <h3 id="coverage">Accuracy against coverage, {name}</h3>
        <CoveragePlot
          title={`Accuracy of the most confident answers of ${name}, n ${figures.n}`}
          curve={figures.curve}
        />
        <div className="actions">
          <SaveCsv columns={curveColumns} rows={figures.curve} file="voxelwise-coverage.csv" />
        </div>
      </section>
    </div>
  )
}

/** The way to confident errors, and how the scores are computed. */
export function ConfidenceNotes({ run, only }: Pick<Props, 'run' | 'only'>) {
  return (
    <>
      <PageOnly>
        <p>
          <a href={resultsHref(run.id, 'samples', { ...only, verdict: 'wrong', sort: 'surest' })}>
            Wrong answers, most confident first
          </a>
        </p>
      </PageOnly>
      <MethodsNote>
        Accuracies have Korn–Graubard intervals over clusters. Slope and intercept have sandwich intervals,
        and AUROC has Obuchowski’s, from 20 clusters on. Other scores have percentile intervals from{' '}
        {count(confidenceResamples)} resamples of clusters, seed {defaultSeed}, with fixed bins. ECE is biased
        upwards on few answers. Probabilities are normalised over the options; all spellings of a letter are
        summed.
      </MethodsNote>
    </>
  )
}
