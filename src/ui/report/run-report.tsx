import type { ReportFacts } from '../../app/controller/report-facts.ts'
import type { QualityRow } from '../../data/formats/dataset-overview.ts'
import { counted } from '../../engine/base/counted.ts'
import { groupBy } from '../../engine/base/grouping.ts'
import { estimateFrom } from '../hooks/estimate-from.ts'
import { FindingCards } from '../results/findings/cards.tsx'
import { CubeOnPaper } from '../results/overview/cube.tsx'
import { RunAccuracy } from '../results/overview/whole.tsx'
import { runViews } from '../results/sections.tsx'
import { featureMethods } from '../seams.ts'
import { PartNote, SelectionNote } from '../shared/run/part-note.tsx'
import { UnreadNote } from '../shared/run/unread-note.tsx'
import { oneSection, type View } from '../shared/sections.tsx'
import { type PrintedColumn, PrintedTable } from '../shared/table/printed-table.tsx'
import { findingTexts } from '../text/finding-texts.ts'
import { count, howRun } from '../text/format.ts'
import { datasetWords } from '../text/mapping-texts.ts'
import { Citations, medrcubeSource } from './citations.tsx'
import { documentParts } from './document.tsx'
import { Again, listCitations, Methods } from './methods.tsx'
import { SetUp } from './settings.tsx'

type Counted = readonly [name: string, n: number, meaning: string]

const countColumns = (what: string): readonly PrintedColumn<Counted>[] => [
  { name: what, cell: ([name]) => name },
  { name: 'Samples', isNumber: true, cell: ([, n]) => count(n) },
  { name: 'Meaning', cell: ([, , meaning]) => meaning },
]

/** Samples that count in no figure, and the data set's oddities. */
function LeftOut(facts: ReportFacts) {
  const { run, rows, failures } = facts
  const unasked = run.total - rows.length
  const { total, loaded } = run.dataset.counts
  const findingRows = findings(facts)
  return (
    <>
      <p>
        The data set has {counted(total, 'sample')}; {count(loaded)} could be loaded. This run asks{' '}
        {count(run.total)}.{' '}
        {unasked > 0 && <strong>The run is unfinished: {counted(unasked, 'question')} not asked. </strong>}
        {failures.length === 0
          ? 'No question failed.'
          : `${counted(failures.length, 'question')} failed, counted as unanswered and left out of every figure.`}
      </p>
      {run.error && (
        <p>
          <strong>The run stopped with an error.</strong> {run.error.message} (<bdi>{run.error.subject}</bdi>)
        </p>
      )}
      {failures.length > 0 && (
        <PrintedTable
          caption="Failed questions by cause"
          columns={countColumns('Error')}
          rows={causes(facts)}
        />
      )}
      {findingRows.length > 0 && (
        <PrintedTable
          caption="Skipped samples and findings"
          columns={countColumns('Finding')}
          rows={findingRows}
        />
      )}
      {facts.load && facts.load.badFiles.length > 0 && (
        <PrintedTable
          caption="Unreadable files"
          columns={[
            { name: 'File', cell: ({ file }) => file },
            { name: 'Reason', cell: ({ error }) => error.message },
          ]}
          rows={facts.load.badFiles}
        />
      )}
    </>
  )
}

const causes = ({ failures }: ReportFacts): readonly Counted[] =>
  Array.from(
    groupBy(failures, ({ error }) => error.code),
    ([code, records]) => [code, records.length, records[0]?.error.message ?? ''] as const,
  )

/** The counts of skips are stored with every run, those of findings with the runs made or imported here. */
function findings({ run, load }: ReportFacts): readonly Counted[] {
  const kinds = new Map<QualityRow['kind'], number>(
    Object.entries(run.dataset.counts.skipped) as [QualityRow['kind'], number][],
  )
  for (const { kind } of load?.findings ?? []) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  return [...kinds]
    .filter(([, n]) => n > 0)
    .map(([kind, n]) => [findingTexts[kind].name, n, findingTexts[kind].meaning] as const)
}

/** What only the report has: the page shows these facts elsewhere, or needs them not. */
const ofReport: readonly View<ReportFacts>[] = [
  oneSection('left-out', 'Left out, and data quality', facts => <LeftOut {...facts} />),
  oneSection('setup', 'Settings and environment', ({ run }) => <SetUp run={run} />),
  oneSection('methods', 'Methods', facts => <Methods facts={facts} added={featureMethods} />),
  oneSection('citations', 'References', facts => (
    <Citations citations={listCitations(facts, featureMethods)} />
  )),
  oneSection('again', 'Reproduce this run', facts => <Again {...facts} />),
]

/** One figure, the settings that matter, what to cite, the findings, and the map. */
function FirstPage(facts: ReportFacts) {
  const { run, overview, findings } = facts
  const { protocol, scoring } = run.settings
  return (
    <>
      <div className="first-facts">
        <div>
          <RunAccuracy overview={overview} />
        </div>
        <div>
          <h2>Settings and citation</h2>
          <p>
            Protocol {protocol.id}, version {protocol.version}; {howRun(run)};{' '}
            {scoring === 'choices' ? 'scored by option probabilities' : 'generated text'}. Model{' '}
            <code>{run.model.fingerprint.slice(0, 12)}</code>, data set{' '}
            <code>{run.dataset.fingerprint.slice(0, 12)}</code>.
          </p>
          <Citations citations={[medrcubeSource]} />
        </div>
      </div>
      {findings.length > 0 && (
        <>
          <h2>Findings</h2>
          <FindingCards {...facts} />
        </>
      )}
      <CubeOnPaper {...facts} />
    </>
  )
}

/** A run as one HTML file, in parts as `documentParts` draws them. */
export function runReportParts(facts: ReportFacts, styles: string): Iterable<string> {
  const { name, model, dataset, environment, created } = facts.run
  const { part } = facts.overview
  return documentParts({
    title: `${name}: ${model.name} on ${dataset.name}`,
    heading: name,
    lead: (
      <>
        <bdi>{model.name}</bdi> ({howRun(facts.run)}) on <bdi>{datasetWords(dataset)}</bdi>, started{' '}
        {created.slice(0, 10)}.
      </>
    ),
    note: (
      <>
        <SelectionNote run={facts.run} />
        <PartNote part={part} />
        <UnreadNote run={facts.run.id} unread={facts.overview.unread} />
      </>
    ),
    first: <FirstPage {...facts} />,
    app: environment.app,
    styles,
    views: [...runViews, ...ofReport],
    facts,
    estimate: estimateFrom(part),
  })
}
