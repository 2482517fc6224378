import { useMemo } from 'react'
import { shortcutOptions } from '../../../app/controller/levels.ts'
import type { ReportFacts, Results } from '../../../app/controller/report-facts.ts'
import {
  isBenchmark,
  type PaperName,
  papersWithTasks,
  releaseSize,
} from '../../../engine/analysis/benchmark-questions.ts'
import { counted } from '../../../engine/base/counted.ts'
import { PageOnly } from '../../../ui/shared/controls/page-link.tsx'
import { QuerySelect } from '../../../ui/shared/controls/query-select.tsx'
import { DepartureTable, precisionLoss } from '../../../ui/shared/run/departure-table.tsx'
import type { ShownBy, View } from '../../../ui/shared/sections.tsx'
import { type PrintedColumn, PrintedTable } from '../../../ui/shared/table/printed-table.tsx'
import { basisWords } from '../../../ui/text/clusters.ts'
import { interval, none, percent, points, pointsInterval } from '../../../ui/text/format.ts'
import { type ConditionalDiagnosis, conditionalDiagnosis } from '../engine/conditional-diagnosis.ts'
import { fewest, type PaperFinding, type PaperFindings, type PublishedRange } from '../engine/finding.ts'
import { modelSize } from '../engine/model-size.ts'
import { paperFindings } from '../engine/paper-findings.ts'
import { publishedDepartures, publishedFigures, sameModel } from '../engine/why-published.ts'
import { PaperFigure, verdictColumns } from './paper-figure.tsx'
import { publishedSizes } from './size-layout.ts'
import { SizePlot } from './size-plot.tsx'

type PapersFacts = Pick<ReportFacts, 'run' | 'rows' | 'overview' | 'levels'>

/** The claims of the papers whose tasks the run has, with what the run and the papers' own tables show. */
export const papers: View<PapersFacts> = {
  id: 'papers',
  name: 'The papers’ findings',
  sections: [
    {
      id: 'paper-findings',
      body: facts =>
        listFindings(facts).length > 0 ? <Findings {...facts} /> : <OtherQuestions {...facts} />,
    },
    {
      id: 'why-published',
      name: 'Why the figure may differ from a published one',
      body: ({ run, rows, overview }, chosen) => {
        const byPaper = listFindings({ run, rows, overview })
        return (
          byPaper.length > 0 &&
          byPaper.map(({ paper }) => <WhyPublished key={paper} {...{ paper, run, rows, overview, chosen }} />)
        )
      },
    },
    {
      id: 'given-perception',
      name: 'Diagnosis given a right perception',
      body: ({ rows, levels }) => {
        const diagnosis = conditionalDiagnosis(rows, shortcutOptions(levels))
        return diagnosis && <GivenPerception {...diagnosis} />
      },
    },
  ],
}

const listFindings = ({ run, rows, overview }: Pick<PapersFacts, 'run' | 'rows' | 'overview'>) =>
  paperFindings(rows, overview, run.dataset.counts.total)

/** One line for a run whose tasks have a paper's names, but whose questions are others; nothing for any other run. */
function OtherQuestions({ run, rows, overview }: PapersFacts) {
  const named = papersWithTasks(overview.slices.task.map(({ label }) => label))
  const others = named.filter(paper => !isBenchmark(paper, rows, run.dataset.counts.total))
  return others.map(paper => (
    <p key={paper} className="prose">
      The run has tasks of {paper}, but not its {counted(releaseSize(paper), 'question')}. The paper’s
      findings are not judged on it.
    </p>
  ))
}

function Findings({ run, rows, overview }: PapersFacts) {
  const byPaper = useMemo(() => listFindings({ run, rows, overview }), [run, rows, overview])
  return (
    <>
      <p className="prose">
        “Holds” is about this run only. A figure on fewer than {fewest.questions} questions or{' '}
        {fewest.clusters} clusters is unclear. Published models answered the papers’ questions: no test
        compares them with this run.
      </p>
      {byPaper.map(paper => (
        <PaperTable key={paper.paper} {...paper} model={run.model} overall={overview.overall} />
      ))}
    </>
  )
}

const columns: readonly PrintedColumn<PaperFinding>[] = [
  { name: 'Claim', cell: ({ claim }) => claim },
  { name: 'This run', cell: ({ figure }) => (figure ? <PaperFigure {...figure} /> : none) },
  {
    name: 'Published',
    cell: ({ figure, published }) =>
      published ? rangeWords(published, figure?.isDifference ?? published.low < 0) : none,
  },
  ...verdictColumns('On this run'),
]

/** "24.5 to 62.6%, median 50.0%, 33 models". */
function rangeWords({ models, low, median, high }: PublishedRange, isDifference: boolean): string {
  const words = isDifference
    ? `${pointsInterval(low, high)}, median ${points(median)}`
    : `${interval(low, high)}, median ${percent(median)}`
  return `${words}, ${counted(models, 'model')}`
}

interface TableProps extends PaperFindings {
  readonly model: PapersFacts['run']['model']
  readonly overall: PapersFacts['overview']['overall']
}

function PaperTable({ paper, citation, findings, model, overall }: TableProps) {
  const { name } = model
  const size = modelSize(model)
  const plotted = useMemo(() => {
    const measured = size === null ? [] : [{ name, size, share: overall.share, interval: overall }]
    return [...publishedSizes(paper), ...measured]
  }, [paper, name, size, overall])
  return (
    <>
      <PrintedTable caption={`Findings of ${citation}`} columns={columns} rows={findings} isDense />
      <SizePlot
        title={`Accuracy against the number of parameters, ${paper}`}
        file={`voxelwise-size-${paper.toLowerCase()}.svg`}
        points={plotted}
      />
      <p className="muted">
        Published models with a known size.{' '}
        {size === null
          ? 'The size of this run’s model is not known: the run is not in the chart.'
          : 'The full mark is this run, with its interval.'}
      </p>
    </>
  )
}

/** P(diagnosis right | perception right) against P(diagnosis right), over the links of the shortcut chains. */
function GivenPerception({ diagnosis, given, difference }: ConditionalDiagnosis) {
  const rows = [
    { name: 'All', of: diagnosis },
    { name: 'With a right perception', of: given },
  ]
  return (
    <>
      <p className="prose">
        A link is a diagnosis question and a perception question on one image. With a right perception, the
        share of right diagnoses differs from that of all links by {points(difference.difference)} points (
        {pointsInterval(difference.low, difference.high)}). A difference above 0 means that right diagnoses
        and right perceptions occur together.
      </p>
      <PrintedTable
        caption="Right diagnoses"
        columns={[
          { name: 'Links', cell: ({ name }) => name },
          {
            name: 'Right diagnoses',
            isNumber: true,
            cell: ({ of }) => (of.n > 0 ? percent(of.share) : none),
          },
          { name: '95%', isNumber: true, cell: ({ of }) => (of.n > 0 ? interval(of.low, of.high) : none) },
          {
            name: 'Basis',
            cell: ({ of }) => (of.basis ? basisWords(of.n, of.basis).replace('question', 'link') : none),
          },
        ]}
        rows={rows}
      />
    </>
  )
}

interface Props extends Pick<Results, 'run' | 'rows' | 'overview'> {
  readonly paper: PaperName
  readonly chosen: ShownBy
}

/** The run next to a published model: its own if the names agree, else the one in the address. */
function WhyPublished({ paper, run, rows, overview, chosen }: Props) {
  const figures = useMemo(() => publishedFigures(paper), [paper])
  const wanted = chosen?.get('published')
  const ownFigure = sameModel(figures, run.model.name)
  const figure = figures.find(({ model }) => model === wanted) ?? ownFigure
  const answered = rows.filter(({ verdict }) => verdict !== 'failed')
  const departures = publishedDepartures(paper, {
    ...{ run, answered: answered.length, failed: rows.length - answered.length },
    cut: answered.filter(({ isCut }) => isCut).length,
    open: answered.filter(({ kind }) => kind === 'text').length,
    precision: precisionLoss(run),
  })
  const { share, low, high } = overview.overall
  return (
    <>
      <PageOnly>
        <div className="filters">
          <QuerySelect
            label={`Published on ${paper}`}
            name="published"
            value={figure?.model ?? ''}
            choices={[
              ownFigure ? ([ownFigure.model, ownFigure.model] as const) : (['', 'Choose a model'] as const),
              ...figures.filter(one => one !== ownFigure).map(({ model }) => [model, model] as const),
            ]}
          />
        </div>
      </PageOnly>
      {figure && (
        <p className="prose">
          {figure.model}, published: {percent(figure.share)}. This run: {percent(share)} (
          {interval(low, high)}
          ), {points(share - figure.share)} points.
        </p>
      )}
      <DepartureTable
        caption={`Why this run may differ from figures published on ${paper}`}
        first="Published"
        rows={departures}
      />
    </>
  )
}
