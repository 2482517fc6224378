import type { ComparisonFacts } from '../../app/controller/report-facts.ts'
import type { PairedTable } from '../../engine/analysis/paired-differences.ts'
import { compareRows } from '../compare/differences/compare-rows.ts'
import { differences, islands, papers, published, relation, runs } from '../compare/sections.tsx'
import { runTitle } from '../shared/run/run-facts.tsx'
import type { View } from '../shared/sections.tsx'
import { type PrintedColumn, PrintedTable } from '../shared/table/printed-table.tsx'
import { estimatesAmong } from '../text/comparability.ts'
import { count } from '../text/format.ts'
import { Citations } from './citations.tsx'
import { ComparisonMethods, comparisonCitations } from './comparison-methods.tsx'
import { documentHtml } from './document.tsx'
import { SideBySide } from './settings.tsx'

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

const views: readonly View<ComparisonFacts>[] = [
  runs,
  differences,
  {
    id: 'changed',
    name: 'Changed verdicts',
    sections: [
      {
        id: 'verdicts',
        body: ({ compared }) => (compared.runs.length > 1 ? <Verdicts compared={compared} /> : null),
      },
    ],
  },
  relation,
  islands,
  papers,
  published,
  {
    id: 'setup',
    name: 'Settings and environment',
    sections: [{ id: 'set-up', body: ({ compared }) => <SideBySide runs={compared.runs} /> }],
  },
  {
    id: 'methods',
    name: 'Methods',
    sections: [{ id: 'method', body: facts => <ComparisonMethods {...facts} /> }],
  },
  {
    id: 'citations',
    name: 'References',
    sections: [{ id: 'cited', body: () => <Citations citations={comparisonCitations} /> }],
  },
]

/** Several runs side by side as one HTML file; the first is the baseline. */
export function comparisonHtml(facts: ComparisonFacts, styles: string): string {
  const { runs } = facts.compared
  const names = runs.map(({ name }) => name)
  return documentHtml({
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
