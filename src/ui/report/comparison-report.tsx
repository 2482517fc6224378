import type { ComparisonFacts, ComparisonReportFacts } from '../../app/controller/report-facts.ts'
import type { PairedTable } from '../../engine/analysis/paired-differences.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { compareRows } from '../compare/differences/compare-rows.ts'
import { differences, published, runs } from '../compare/sections.tsx'
import { comparedViews, featureComparisons } from '../seams.ts'
import { runTitle } from '../shared/run/run-facts.tsx'
import { oneSection, type View } from '../shared/sections.tsx'
import { type PrintedColumn, PrintedTable } from '../shared/table/printed-table.tsx'
import { estimatesAmong } from '../text/comparability.ts'
import { count } from '../text/format.ts'
import {
  bootstrapSource,
  type Citation,
  Citations,
  fisherSource,
  holmSource,
  kornGraubardSource,
  medrcubeSource,
  moverSource,
  signFlipSource,
} from './citations.tsx'
import { documentParts } from './document.tsx'
import { chainWords, engineWords, protocolWords } from './methods.tsx'
import { SideBySide } from './settings.tsx'
import { softwareOfAll } from './software-citations.ts'

/** How the figures were computed, in words for a paper. */
function ComparisonMethods({ compared: { runs }, levels }: ComparisonFacts) {
  return (
    <>
      {groupByProtocol(runs).map(([protocol, numbers]) => (
        <p key={protocol}>
          {runs.length > 1 && `Run${numbers.length > 1 ? 's' : ''} ${numbers.join(', ')}: `}
          {protocol}
        </p>
      ))}
      <p>
        Samples are paired by id, question and image. Accuracy is the share of right answers, with a 95%
        Korn–Graubard interval over clusters: questions that share an image, or the data set’s groups. The
        guessing rate is the mean of one over the number of options. A difference in accuracy covers the
        samples that both runs answered, with a 95% MOVER interval and the two-sided p-value of the exact
        sign-flip test over clusters. p-values are adjusted by Holm’s method: overall for the number of
        different runs, elsewhere for all slices or voxels of one run. A difference is found if the adjusted p
        is below 0.05, also where the interval says otherwise. Runs with the same answers count as one. A
        voxel is one combination of region, modality and task.
      </p>
      <p>{chainWords}</p>
      <p>
        {[...featureComparisons, ...comparedViews].map(({ methods }) => methods && `${methods} `)}
        Diagnosis tasks are {levels.high ? 'those chosen above' : 'those of the official defaults'}. Published
        figures are those of the paper’s table and enter no statistic of the measured runs.
      </p>
    </>
  )
}

const comparisonCitations = (runs: readonly Run[]): readonly Citation[] => [
  medrcubeSource,
  kornGraubardSource,
  signFlipSource,
  holmSource,
  moverSource,
  bootstrapSource,
  fisherSource,
  ...softwareOfAll(runs),
]

/** How each run was made, in words; runs that were made alike together, by their numbers. */
function groupByProtocol(runs: readonly Run[]): readonly (readonly [string, readonly number[]])[] {
  const runsByProtocol = new Map<string, number[]>()
  for (const [at, run] of runs.entries()) {
    const protocol = `evaluated with Voxelwise ${run.environment.app}, ${engineWords(run)}, ${protocolWords(run.settings)}`
    runsByProtocol.set(protocol, [...(runsByProtocol.get(protocol) ?? []), at + 1])
  }
  return [...runsByProtocol]
}

interface Line {
  readonly label: string
  readonly number: number
  readonly table: PairedTable
}

const tableColumns: readonly PrintedColumn<Line>[] = [
  { name: 'Both right', isNumber: true, cell: ({ table }) => count(table.bothRight) },
  { name: 'Lost', isNumber: true, cell: ({ table }) => count(table.onlyFirst) },
  { name: 'Gained', isNumber: true, cell: ({ table }) => count(table.onlySecond) },
  { name: 'Both wrong', isNumber: true, cell: ({ table }) => count(table.bothWrong) },
]

/** How many verdicts changed against the baseline, and what could not be paired with it. */
function Verdicts({ compared }: Pick<ComparisonFacts, 'compared'>) {
  const { runs, comparison } = compared
  const overall = comparison.againstBaseline.flatMap(({ overall: { table }, ...unpaired }, at) => {
    const run = runs[at + 1]
    return run ? [{ label: runTitle(run, at + 1), number: at + 2, table, ...unpaired }] : []
  })
  type Overall = (typeof overall)[number]
  const runColumn = { name: 'Run', isNumber: true, cell: ({ number }: Line) => number }
  return (
    <>
      <p>
        Over the samples that both runs answered. Lost: only the baseline is right. Gained: only the other run
        is right. Voxelwise lists these samples under Compare.
      </p>
      <PrintedTable
        caption="Verdicts against the baseline"
        columns={[
          { name: 'Run', cell: (line: Overall) => line.label },
          ...tableColumns,
          { name: 'Only in the baseline', isNumber: true, cell: line => count(line.onlyBaseline) },
          { name: 'Only in this run', isNumber: true, cell: line => count(line.onlyThis) },
          { name: 'Failed in either', isNumber: true, cell: line => count(line.unanswered) },
        ]}
        rows={overall}
      />
      <PrintedTable
        caption="Verdicts against the baseline, by task"
        columns={[
          { name: 'Task', cell: (line: Line) => line.label },
          ...(runs.length > 2 ? [runColumn] : []),
          ...tableColumns,
        ]}
        rows={compareRows(compared, 'task')}
      />
    </>
  )
}

const views: readonly View<ComparisonReportFacts>[] = [
  runs,
  differences,
  oneSection(
    'changed',
    'Changed verdicts',
    ({ compared }) => compared.runs.length > 1 && <Verdicts compared={compared} />,
  ),
  ...comparedViews.map(({ view }) => view),
  ...featureComparisons.flatMap(({ view, isPrintedLast }) => (isPrintedLast ? [] : [view])),
  ...featureComparisons.flatMap(({ view, isPrintedLast }) => (isPrintedLast ? [view] : [])),
  published,
  oneSection('setup', 'Settings and environment', ({ compared }) => <SideBySide runs={compared.runs} />),
  oneSection('methods', 'Methods', facts => <ComparisonMethods {...facts} />),
  oneSection('citations', 'References', ({ compared: { runs } }) => (
    <Citations citations={comparisonCitations(runs)} />
  )),
]

/** Several runs side by side as one HTML file, in parts as `documentParts` draws them; the first is the baseline. */
export function comparisonReportParts(facts: ComparisonReportFacts, styles: string): Iterable<string> {
  const { runs } = facts.compared
  const names = runs.map(({ name }) => name)
  return documentParts({
    title: `Comparison: ${names.join(', ')}`,
    heading: runs.length === 2 ? names.join(' and ') : `Comparison of ${runs.length} runs`,
    lead: runs[0] ? `The baseline is ${runs[0].name}.` : 'No run was chosen.',
    app: __VERSIONS__.app,
    styles,
    views,
    facts,
    estimate: estimatesAmong(facts.compared),
  })
}
