import { usePaper } from '../../../ui/hooks/paper.ts'
import { figure, linkColumn, textColumn } from '../../../ui/shared/table/columns.tsx'
import { type DataColumn, DataTable } from '../../../ui/shared/table/data-table.tsx'
import { count, none } from '../../../ui/text/format.ts'
import { figureNames } from '../engine/detection-figures.ts'
import type { DiagnosticsReport, FindingFigures } from '../engine/diagnostics-report.ts'
import type { DetectionFigure } from '../engine/table-figures.ts'
import { type FigureWords, figureWords } from '../text/figure-words.ts'
import { useFirstRows } from './first-rows.tsx'

interface Row {
  readonly name: string
  readonly positive: string
  readonly n: number | null
  readonly present: number | null
  readonly figures: FindingFigures
  readonly isFinding: boolean
}

/** The findings with most answers, then the means over all findings; every finding at a press. Paper says where all are. */
export function FindingsTable({
  report,
  details,
  href,
}: {
  readonly report: DiagnosticsReport
  /** How many findings have tables and curves of their own below. */
  readonly details: number
  /** Where a finding is shown alone. */
  readonly href: (finding: string) => string
}) {
  const rows = reportRows(report)
  const total = report.findings.length
  const { shown, button, note } = useFirstRows({ total, many: 'findings', savedIn: 'figures.json' })
  return (
    <>
      <DataTable
        caption="Figures per finding"
        isWide
        columns={[
          linkColumn<Row>(
            'finding',
            'Finding',
            ({ name }) => name,
            ({ name, isFinding }) => (isFinding ? href(name) : null),
          ),
          textColumn<Row>('positive', 'Positive answer', ({ positive }) => positive),
          figure<Row>('n', 'n', ({ n }) => n, count),
          figure<Row>('present', 'Present', ({ present }) => present, count),
          ...figureNames.flatMap(figureColumns),
        ]}
        rows={rows.filter((_, at) => at < shown || at >= total)}
        saved={rows}
        rowKey={({ name, isFinding }) => `${isFinding} ${name}`}
        rowData={({ isFinding }, at) => ({ 'data-opens': !isFinding && at === shown })}
        actions={button}
        file="voxelwise-findings.csv"
      />
      {note}
      <DetailsNote shown={details} of={total} />
    </>
  )
}

/** A figure with its limits. */
function figureColumns(name: (typeof figureNames)[number]): readonly DataColumn<Row>[] {
  const words = figureWords[name]
  return [
    figure<Row>(name, words.short, ({ figures }) => figures[name]?.value ?? null, words.formatValue, {
      cell: ({ figures }) => <FigureCell estimate={figures[name]} words={words} />,
    }),
    {
      key: `${name}_low`,
      name: `${words.name}, low`,
      value: ({ figures }) => figures[name]?.interval?.low ?? null,
    },
    {
      key: `${name}_high`,
      name: `${words.name}, high`,
      value: ({ figures }) => figures[name]?.interval?.high ?? null,
    },
    ...savedColumns(name),
  ]
}

/** On paper, of which findings there is more: the page shows each of them. */
function DetailsNote({ shown, of }: { readonly shown: number; readonly of: number }) {
  if (!usePaper() || shown === 0 || shown >= of) return null
  return (
    <p className="muted">
      Tables and curves below are of the {count(shown)} findings with most answers. Voxelwise shows those of
      each.
    </p>
  )
}

const savedColumns = (name: keyof FindingFigures): readonly DataColumn<Row>[] =>
  (['n', 'clusters'] as const).map(field => ({
    key: `${name}_${field}`,
    name: `${name} ${field}`,
    value: ({ figures }: Row) => figures[name]?.[field] ?? null,
  }))

function reportRows({ findings, over }: DiagnosticsReport): readonly Row[] {
  const means = (kind: 'macro' | 'micro', name: string): readonly Row[] =>
    findings.length < 2
      ? []
      : [
          {
            ...{ name, positive: '', n: null, present: null, isFinding: false },
            figures: Object.fromEntries(figureNames.map(one => [one, over[one][kind]])) as FindingFigures,
          },
        ]
  return [
    ...findings.map(({ finding, positive, n, present, figures }) => ({
      ...{ name: finding, positive, n, present, figures, isFinding: true },
    })),
    ...means('macro', 'Mean of findings (macro)'),
    ...means('micro', 'All answers together (micro)'),
  ]
}

interface CellProps {
  readonly estimate: DetectionFigure | null
  readonly words: FigureWords
}

/** A figure with its interval below it. */
function FigureCell({ estimate, words }: CellProps) {
  if (!estimate) return none
  return (
    <>
      {words.formatValue(estimate.value)}
      <span className="score-interval">
        {estimate.interval ? words.formatInterval(estimate.interval.low, estimate.interval.high) : none}
      </span>
    </>
  )
}
