import type { ComparisonFacts } from '../../../app/controller/report-facts.ts'
import type { RunFigures } from '../../../engine/analysis/comparison.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { modelWords } from '../../shared/run/run-facts.tsx'
import { runDifferences } from '../../text/comparability.ts'
import { count } from '../../text/format.ts'
import { estimateColumns } from '../estimate-columns.tsx'
import { type ReportColumn, ReportTable } from '../report-table.tsx'
import { runTitle } from '../run-title.ts'

interface Line {
  readonly run: Run
  readonly number: number
  readonly figures: RunFigures
}

const columns: readonly ReportColumn<Line>[] = [
  {
    name: 'Run',
    cell: ({ run, number }) => `${runTitle(run, number - 1)}${number === 1 ? ', baseline' : ''}`,
  },
  { name: 'Model', cell: ({ run }) => modelWords(run) },
  { name: 'Data set', cell: ({ run }) => run.dataset.name },
  ...estimateColumns.map(({ cell, ...column }) => ({
    ...column,
    cell: ({ figures }: Line) => cell(figures.overall),
  })),
  { name: 'Failed', isNumber: true, cell: ({ figures }) => count(figures.failed) },
  {
    name: 'Not asked',
    isNumber: true,
    cell: ({ run, figures }) => count(run.total - figures.overall.n - figures.failed),
  },
]

/** Each run by itself, on all that it answered. */
export function RunsSection({ facts: { compared } }: { readonly facts: ComparisonFacts }) {
  const { runs, comparison } = compared
  const lines = runs.flatMap((run, at) => {
    const figures = comparison.runs[at]
    return figures ? [{ run, number: at + 1, figures }] : []
  })
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">The runs</h2>
      <ReportTable
        caption="Accuracy of every run, on all that it answered"
        columns={columns}
        rows={lines}
        isDense
      />
      {runDifferences(compared).map(text => (
        <p key={text}>
          <strong>{text}</strong>
        </p>
      ))}
    </section>
  )
}
