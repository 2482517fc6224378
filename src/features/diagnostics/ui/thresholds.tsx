import { textColumn } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import type { TableColumn } from '../../../ui/shared/table/table.tsx'
import { count, interval, none, percent } from '../../../ui/text/format.ts'
import type { FindingBounds, FindingDetail } from '../engine/diagnostics-report.ts'
import type { DetectionFigure } from '../engine/table-figures.ts'
import type { TestedThreshold } from '../engine/threshold.ts'
import { figureWords, thresholdWords } from '../text/figure-words.ts'

interface Rule {
  readonly key: string
  readonly name: string
  readonly tested: TestedThreshold
}

/** Thresholds chosen on one half and tested on the other; nothing without probabilities. */
export function Thresholds({ detail: { finding, thresholds } }: { readonly detail: FindingDetail }) {
  if (!thresholds) return null
  const { youden, bySensitivity, wanted, seed } = thresholds
  const rules: readonly Rule[] = [
    ...(youden ? [{ key: 'youden', name: 'Youden’s index', tested: youden }] : []),
    ...(bySensitivity
      ? [{ key: 'sensitivity', name: `Sensitivity of ${percent(wanted)} or more`, tested: bySensitivity }]
      : []),
  ]
  if (rules.length === 0)
    return <p>One half of the clusters has no present, or no absent, finding. No threshold can be chosen.</p>
  return (
    <div className="stack">
      <p className="prose">
        The threshold is chosen on one half of the clusters (seed {seed}). Its figures are from the other
        half.
      </p>
      <DataTable
        caption={`Thresholds of ${finding}`}
        columns={ruleColumns}
        rows={rules}
        rowKey={({ key }) => key}
        savedColumns={[
          { name: 'rule', value: ({ key }) => key },
          {
            name: 'threshold',
            value: ({ tested: { threshold } }) =>
              Number.isFinite(threshold) ? threshold : thresholdWords(threshold),
          },
          ...(['sensitivity', 'specificity'] as const).flatMap(name => [
            { name, value: ({ tested }: Rule) => tested[name]?.value ?? null },
            { name: `${name}_low`, value: ({ tested }: Rule) => tested[name]?.interval?.low ?? null },
            { name: `${name}_high`, value: ({ tested }: Rule) => tested[name]?.interval?.high ?? null },
            { name: `${name}_n`, value: ({ tested }: Rule) => tested[name]?.n ?? null },
            { name: `${name}_clusters`, value: ({ tested }: Rule) => tested[name]?.clusters ?? null },
          ]),
        ]}
        file="voxelwise-thresholds.csv"
      />
    </div>
  )
}

const tested = (estimate: DetectionFigure | null): string =>
  estimate?.interval
    ? `${percent(estimate.value)} (${interval(estimate.interval.low, estimate.interval.high)}), n ${count(estimate.n)}`
    : none

const ruleColumns: readonly TableColumn<Rule>[] = [
  { key: 'rule', name: 'Chosen by', cell: ({ name }) => name },
  textColumn<Rule>('threshold', 'Positive', one => thresholdWords(one.tested.threshold)),
  {
    key: 'sensitivity',
    name: 'Sensitivity (95%)',
    isNumber: true,
    cell: one => tested(one.tested.sensitivity),
  },
  {
    key: 'specificity',
    name: 'Specificity (95%)',
    isNumber: true,
    cell: one => tested(one.tested.specificity),
  },
]

/** What figures would be if the open answers were all wrong, or all right; nothing where none is open. */
export function OpenAnswers({ detail: { finding, bounds } }: { readonly detail: FindingDetail }) {
  if (bounds.length === 0) return null
  return (
    <DataTable
      caption={`Bounds of open answers of ${finding}`}
      columns={boundColumns}
      rows={bounds}
      rowKey={({ name }) => name}
      savedColumns={[
        { name: 'figure', value: ({ name }) => name },
        { name: 'shown', value: ({ shown }) => shown.value },
        { name: 'all_wrong', value: ({ allWrong }) => allWrong },
        { name: 'all_right', value: ({ allRight }) => allRight },
      ]}
      file="voxelwise-open-answers.csv"
    />
  )
}

const perhaps = (share: number | null): string => (share === null ? none : percent(share))

const boundColumns: readonly TableColumn<FindingBounds>[] = [
  { key: 'figure', name: 'Figure', cell: ({ name }) => figureWords[name].name },
  {
    key: 'wrong',
    name: 'If all open answers were wrong',
    isNumber: true,
    cell: one => perhaps(one.allWrong),
  },
  {
    key: 'shown',
    name: 'As shown',
    isNumber: true,
    isStrong: true,
    cell: ({ shown }) => percent(shown.value),
  },
  { key: 'right', name: 'If all were right', isNumber: true, cell: one => perhaps(one.allRight) },
]
