import type { ComparisonFacts } from '../../../app/controller/report-facts.ts'
import type { PairedTable } from '../../../engine/statistics/mcnemar.ts'
import { compareRows } from '../../compare/compare-rows.ts'
import { count } from '../../text/format.ts'
import { type ReportColumn, ReportTable } from '../report-table.tsx'
import { runTitle } from '../run-title.ts'

interface Line {
  readonly label: string
  readonly number: number
  readonly table: PairedTable
}

const tableColumns: readonly ReportColumn<Line>[] = [
  { name: 'Both right', isNumber: true, cell: ({ table }) => count(table.bothRight) },
  { name: 'Lost', isNumber: true, cell: ({ table }) => count(table.onlyFirst) },
  { name: 'Gained', isNumber: true, cell: ({ table }) => count(table.onlySecond) },
  { name: 'Both wrong', isNumber: true, cell: ({ table }) => count(table.bothWrong) },
]

/** How many verdicts changed against the baseline, and what could not be paired with it. */
export function ChangedSection({ facts: { compared } }: { readonly facts: ComparisonFacts }) {
  const { runs, comparison } = compared
  const overall = comparison.againstBaseline.flatMap(({ overall: { table }, ...unpaired }, at) => {
    const run = runs[at + 1]
    return run ? [{ label: runTitle(run, at + 1), number: at + 2, table, ...unpaired }] : []
  })
  if (overall.length === 0) return null
  type Overall = (typeof overall)[number]
  const runColumn = { name: 'Run', isNumber: true, cell: ({ number }: Line) => number }
  return (
    <section aria-labelledby="changed">
      <h2 id="changed">Changed verdicts</h2>
      <p>
        Of the samples that both runs answered: lost are those that only the baseline has right, gained those
        that only the other run has right. The samples themselves are listed in Voxelwise under Compare.
      </p>
      <ReportTable
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
      <ReportTable
        caption="Verdicts against the baseline, by task"
        columns={[
          { name: 'Task', cell: (line: Line) => line.label },
          ...(runs.length > 2 ? [runColumn] : []),
          ...tableColumns,
        ]}
        rows={compareRows(compared, 'task')}
      />
    </section>
  )
}
