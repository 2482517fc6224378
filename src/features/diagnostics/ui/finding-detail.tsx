import { counted } from '../../../engine/base/counted.ts'
import { figure, textColumn } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import type { TableColumn } from '../../../ui/shared/table/table.tsx'
import { count, decimal, decimalInterval, none, percent } from '../../../ui/text/format.ts'
import { figureNames } from '../engine/detection-figures.ts'
import type { TwoByTwo } from '../engine/detections.ts'
import type { FindingDetail } from '../engine/diagnostics-report.ts'
import type { DetectionFigure } from '../engine/table-figures.ts'
import type { QuestionFlow } from '../engine/unread-bounds.ts'
import { type FigureWords, figureWords, methodWords, ruleWords } from '../text/figure-words.ts'

/** The way of the questions to the table, and the table. */
export function FindingTable({ detail }: { readonly detail: FindingDetail }) {
  const { finding, positive, rule, answers, table, flow } = detail
  const others = answers.filter(answer => answer !== positive)
  return (
    <div className="stack">
      <p className="prose">
        Positive answer: <strong>{positive}</strong> ({ruleWords[rule]}).{' '}
        {rule === 'each option' ? 'Other options' : 'Other right answers'}: {others.join(', ') || 'none'}.{' '}
        {unreadWords(detail)}
      </p>
      <p className="muted">{flowWords(flow)}</p>
      <DataTable
        caption={`2 × 2 table of ${finding}`}
        columns={tableColumns}
        rows={tableLines(table, positive, rule)}
        rowKey={({ called }) => called}
        file="voxelwise-two-by-two.csv"
      />
    </div>
  )
}

export const flowWords = ({ asked, failed, unread, read, cut }: QuestionFlow): string =>
  `${counted(asked, 'question')} asked: ${count(failed)} failed, ${count(unread)} could not be read, ${count(read)} read${
    cut > 0 ? ` (${count(cut)} of them cut)` : ''
  }.`

function unreadWords({ flow: { unread }, rule }: FindingDetail): string {
  if (unread === 0) return ''
  return rule === 'each answer' || rule === 'each option'
    ? 'Answers that could not be read name no finding.'
    : 'Answers that could not be read count as wrong.'
}

interface Line {
  readonly called: string
  readonly present: number
  readonly absent: number
}

const tableLines = (
  { tp, fp, fn, tn }: TwoByTwo,
  positive: string,
  rule: FindingDetail['rule'],
): readonly Line[] => [
  {
    called: rule === 'each option' ? `Answers with “${positive}”` : `Answer “${positive}”`,
    present: tp,
    absent: fp,
  },
  { called: rule === 'each option' ? 'Answers without it' : 'Any other answer', present: fn, absent: tn },
  { called: 'All', present: tp + fn, absent: fp + tn },
]

const tableColumns: readonly TableColumn<Line>[] = [
  textColumn<Line>('answer', 'Answer', ({ called }) => called),
  figure<Line>('present', 'Finding present', ({ present }) => present, count),
  figure<Line>('absent', 'Finding absent', ({ absent }) => absent, count),
  figure<Line>('all', 'All', ({ present, absent }) => present + absent, count),
]

interface ListedFigure extends Pick<FigureWords, 'name' | 'meaning' | 'formatValue' | 'formatInterval'> {
  readonly key: string
  readonly estimate: DetectionFigure | null
}

/** Every figure of the finding, with what it rests on. */
export function FindingFiguresTable({ detail }: { readonly detail: FindingDetail }) {
  return (
    <DataTable
      caption={`Figures of ${detail.finding}`}
      className="data scores"
      columns={figureColumns}
      rows={listed(detail).filter(({ estimate }) => estimate)}
      rowKey={({ key }) => key}
      savedColumns={[
        { name: 'figure', value: ({ key }) => key },
        { name: 'value', value: ({ estimate }) => estimate?.value ?? null },
        { name: 'low', value: ({ estimate }) => estimate?.interval?.low ?? null },
        { name: 'high', value: ({ estimate }) => estimate?.interval?.high ?? null },
        { name: 'n', value: ({ estimate }) => estimate?.n ?? null },
        { name: 'clusters', value: ({ estimate }) => estimate?.clusters ?? null },
        { name: 'method', value: ({ estimate }) => estimate?.method ?? null },
      ]}
      file="voxelwise-finding.csv"
    />
  )
}

const figureColumns: readonly TableColumn<ListedFigure>[] = [
  {
    key: 'figure',
    name: 'Figure',
    cell: ({ name, meaning }) => (
      <>
        {name}
        <span className="score-note">{meaning}</span>
      </>
    ),
  },
  {
    key: 'value',
    name: 'Value',
    isNumber: true,
    isStrong: true,
    cell: ({ estimate, formatValue }) => (estimate ? formatValue(estimate.value) : none),
  },
  {
    key: 'interval',
    name: '95% interval',
    isNumber: true,
    cell: ({ estimate, formatInterval }) =>
      estimate?.interval ? formatInterval(estimate.interval.low, estimate.interval.high) : none,
  },
  figure('n', 'n', ({ estimate }) => estimate?.n ?? null, count),
  figure('clusters', 'Clusters', ({ estimate }) => estimate?.clusters ?? null, count),
  {
    key: 'method',
    name: 'Method',
    cell: ({ estimate }) => (estimate?.method ? methodWords[estimate.method] : none),
  },
]

function listed({ figures, ratios, atPrevalence }: FindingDetail): readonly ListedFigure[] {
  const asDecimal = { formatValue: decimal, formatInterval: decimalInterval }
  const { formatValue, formatInterval } = figureWords.ppv
  return [
    ...figureNames.map(name => ({ key: name, estimate: figures[name], ...figureWords[name] })),
    {
      ...{ key: 'lr-positive', name: 'LR+', estimate: ratios.positive, ...asDecimal },
      meaning: 'likelihood ratio of a positive answer: sensitivity/(1 − specificity)',
    },
    {
      ...{ key: 'lr-negative', name: 'LR−', estimate: ratios.negative, ...asDecimal },
      meaning: 'likelihood ratio of any other answer: (1 − sensitivity)/specificity',
    },
    ...(atPrevalence
      ? (['ppv', 'npv'] as const).map(name => ({
          ...{ key: `${name}-at-prevalence`, estimate: atPrevalence[name], formatValue, formatInterval },
          name: `${figureWords[name].name} at ${percent(atPrevalence.prevalence)}`,
          meaning: 'at this prevalence, by Bayes’s theorem',
        }))
      : []),
  ]
}
