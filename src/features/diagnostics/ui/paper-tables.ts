/** The figures per finding for a paper. */
import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { addedPart } from '../../../app/controller/result-part.ts'
import type { PaperTable } from '../../../ui/report/paper-table.ts'
import { type SavedColumn, tableCells } from '../../../ui/shared/table/sorting.ts'
import { reportedFindings } from '../app/reported-findings.ts'
import { type FigureName, figureNames } from '../engine/detection-figures.ts'
import type { FindingFigures } from '../engine/diagnostics-report.ts'
import type { DetectionFigure } from '../engine/table-figures.ts'
import { figureWords } from '../text/figure-words.ts'

interface Line {
  readonly finding: string
  readonly positive: string
  readonly name: FigureName
  readonly estimate: DetectionFigure
}

/** More rows do not fit on a page of a paper. The CSV has all findings. */
const mostInPaper = 20

/** None for a run without findings. */
export function findingTables(facts: Pick<ReportFacts, 'added'>): readonly PaperTable[] {
  const reported = addedPart(reportedFindings, facts)
  if (!reported) return []
  const { unit, findings, over } = reported.report
  const means = (['macro', 'micro'] as const).map(kind => ({
    finding: kind === 'macro' ? 'Mean of findings (macro)' : 'All answers together (micro)',
    positive: '',
    n: null,
    figures: Object.fromEntries(figureNames.map(name => [name, over[name][kind]])) as FindingFigures,
  }))
  const meansRow = findings.length > 1 ? means : []
  const all = [...findings, ...meansRow]
  const lines = all.flatMap(({ finding, positive, figures }) =>
    figureNames.flatMap((name): Line[] => {
      const estimate = figures[name]
      return estimate ? [{ finding, positive, name, estimate }] : []
    }),
  )
  const columns: readonly SavedColumn<Line>[] = [
    { name: 'finding', value: ({ finding }) => finding },
    { name: 'positive', value: ({ positive }) => positive },
    { name: 'figure', value: ({ name }) => name },
    { name: 'value', value: ({ estimate }) => estimate.value },
    { name: 'low', value: ({ estimate }) => estimate.interval?.low ?? null },
    { name: 'high', value: ({ estimate }) => estimate.interval?.high ?? null },
    { name: 'n', value: ({ estimate }) => estimate.n },
    { name: 'correct', value: ({ estimate }) => estimate.correct },
    { name: 'clusters', value: ({ estimate }) => estimate.clusters },
    { name: 'unit', value: () => unit },
    { name: 'method', value: ({ estimate }) => estimate.method },
  ]
  const name =
    findings.length > mostInPaper
      ? `Figures per finding, the ${mostInPaper} with most answers`
      : 'Figures per finding'
  return [
    {
      ...{ id: 'per-finding', name, cells: tableCells(lines, columns) },
      columns: [
        { name: 'Finding', isNumber: false },
        { name: 'n', isNumber: true },
        ...figureNames.map(name => ({ name: figureWords[name].short, isNumber: true })),
      ],
      rows: [...findings.slice(0, mostInPaper), ...meansRow].map(({ finding, n, figures }) => [
        ...[finding, n === null ? '' : String(n)],
        ...figureNames.map(name => figureCell(figures[name], name)),
      ]),
    },
  ]
}

function figureCell(estimate: DetectionFigure | null, name: FigureName): string {
  if (!estimate) return ''
  const { formatValue, formatInterval } = figureWords[name]
  return estimate.interval
    ? `${formatValue(estimate.value)} (${formatInterval(estimate.interval.low, estimate.interval.high)})`
    : formatValue(estimate.value)
}
