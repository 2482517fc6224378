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
  readonly found: DetectionFigure
}

/** More rows do not fit on a page of a paper. The CSV has all findings. */
const mostInPaper = 20

/** None for a run without findings. */
export function findingTables(facts: Pick<ReportFacts, 'added'>): readonly PaperTable[] {
  const found = addedPart(reportedFindings, facts)
  if (!found) return []
  const { unit, findings, over } = found.report
  const means = (['macro', 'micro'] as const).map(kind => ({
    finding: kind === 'macro' ? 'Mean of findings (macro)' : 'All answers together (micro)',
    positive: '',
    n: null,
    figures: Object.fromEntries(figureNames.map(name => [name, over[name][kind]])) as FindingFigures,
  }))
  const meansOf = findings.length > 1 ? means : []
  const all = [...findings, ...meansOf]
  const lines = all.flatMap(({ finding, positive, figures }) =>
    figureNames.flatMap((name): Line[] => {
      const found = figures[name]
      return found ? [{ finding, positive, name, found }] : []
    }),
  )
  const columns: readonly SavedColumn<Line>[] = [
    { name: 'finding', value: ({ finding }) => finding },
    { name: 'positive', value: ({ positive }) => positive },
    { name: 'figure', value: ({ name }) => name },
    { name: 'value', value: ({ found }) => found.value },
    { name: 'low', value: ({ found }) => found.interval?.low ?? null },
    { name: 'high', value: ({ found }) => found.interval?.high ?? null },
    { name: 'n', value: ({ found }) => found.n },
    { name: 'correct', value: ({ found }) => found.correct },
    { name: 'clusters', value: ({ found }) => found.clusters },
    { name: 'unit', value: () => unit },
    { name: 'method', value: ({ found }) => found.method },
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
      rows: [...findings.slice(0, mostInPaper), ...meansOf].map(({ finding, n, figures }) => [
        ...[finding, n === null ? '' : String(n)],
        ...figureNames.map(name => cellOf(figures[name], name)),
      ]),
    },
  ]
}

function cellOf(found: DetectionFigure | null, name: FigureName): string {
  if (!found) return ''
  const { textOf, intervalOf } = figureWords[name]
  return found.interval
    ? `${textOf(found.value)} (${intervalOf(found.interval.low, found.interval.high)})`
    : textOf(found.value)
}
