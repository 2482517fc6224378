import type { Cut } from '../../../engine/analysis/field-groups.ts'
import type { Estimate } from '../../../engine/analysis/shares.ts'
import type { Subgroup } from '../../../engine/analysis/subgroups.ts'
import { estimateColumns } from '../../charts/voxel-table.tsx'
import { MethodsNote, PageLink } from '../../shared/controls/page-link.tsx'
import { figure } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { estimateColumns as savedEstimate } from '../../shared/table/saved-columns.ts'
import type { SavedColumn } from '../../shared/table/sorting.ts'
import type { TableColumn } from '../../shared/table/table.tsx'
import { resultsHref } from '../../state/router.ts'
import { interval, label, none, percent, points, pointsInterval, pValue } from '../../text/format.ts'
import { SlicePlot } from '../overview/cube.tsx'

/** "40, 60" as cut points; without any, equal parts. */
export function cutOf(text: string, parts: number): Cut {
  const numbers = text
    .split(/[,;\s]+/)
    .filter(part => part !== '')
    .map(Number)
  return numbers.length > 0 && numbers.every(Number.isFinite) ? { points: numbers } : { parts }
}

interface Props {
  readonly run: string
  readonly fields: readonly string[]
  /** Their names on the page. */
  readonly names: readonly string[]
  readonly lines: readonly Subgroup[]
}

interface Line extends Estimate {
  readonly group: Subgroup
}

const shownLabel = (text: string | null): string => (text === null ? 'missing' : label(text))

/** The groups with their differences from the rest. */
export function SubgroupTable({ run, fields, names, lines }: Props) {
  const rows: readonly Line[] = lines.map(group => ({ ...group.accuracy, group }))
  const title = `Accuracy by ${names.join(' and ').toLowerCase()}`
  const href = (value: string | null) =>
    value === null || fields.length > 1
      ? resultsHref(run, 'samples')
      : resultsHref(run, 'samples', { field: fields[0] ?? '', value })
  const hasAnswers = lines.some(({ sensitivity, specificity }) => sensitivity || specificity)
  const slices = lines.map(({ labels, accuracy }) => ({
    label: labels.map(shownLabel).join(' · '),
    ...accuracy,
  }))
  const columns: readonly TableColumn<Line>[] = [
    ...names.map((name, at) => ({
      key: `field ${name}`,
      name,
      cell: ({ group }: Line) => {
        const text = shownLabel(group.labels[at] ?? null)
        return at === 0 && fields.length === 1 ? (
          <PageLink href={href(group.labels[0] ?? null)}>{text}</PageLink>
        ) : (
          text
        )
      },
    })),
    ...estimateColumns,
    figure<Line>(
      'difference',
      'Difference from the rest',
      ({ group }) => group.difference?.difference ?? null,
      points,
    ),
    figure<Line>(
      'difference_low',
      '95% interval of it',
      ({ group }) => group.difference?.low ?? null,
      String,
      {
        cell: ({ group: { difference } }) =>
          difference ? pointsInterval(difference.low, difference.high) : none,
      },
    ),
    figure<Line>('p', 'p (Holm)', ({ group }) => group.difference?.adjusted ?? null, pValue, {
      cell: ({ group: { difference } }) => {
        if (!difference) return none
        const text = pValue(difference.adjusted)
        return difference.adjusted < 0.05 ? <strong>{text}</strong> : text
      },
    }),
    ...(hasAnswers
      ? [answerColumn('Sensitivity', 'sensitivity'), answerColumn('Specificity', 'specificity')]
      : []),
  ]
  return (
    <>
      <SlicePlot
        title={title}
        slices={slices}
        href={({ label: name }) =>
          href(lines.find(({ labels }) => shownLabel(labels[0] ?? null) === name)?.labels[0] ?? null)
        }
        file="voxelwise-subgroups.svg"
      />
      <DataTable
        caption={title}
        columns={columns}
        rows={rows}
        keyOf={({ group }) => JSON.stringify(group.labels)}
        savedColumns={[...savedLabels(fields), ...savedEstimate, ...savedDifferences]}
        file="voxelwise-subgroups.csv"
        isWide
      />
      <MethodsNote>
        The rest is all other answers of the run. Differences have 95% MOVER intervals over clusters. p is the
        level whose interval ends at zero, adjusted by Holm’s method over all groups. Sensitivity and
        specificity are the accuracies on yes/no questions whose right answer is yes, and no.
      </MethodsNote>
    </>
  )
}

const answerColumn = (name: string, key: 'sensitivity' | 'specificity'): TableColumn<Line> =>
  figure<Line>(key, name, ({ group }) => group[key]?.share ?? null, percent, {
    cell: ({ group }) => {
      const share = group[key]
      return share ? `${percent(share.share)} (${interval(share.low, share.high)}), n ${share.n}` : none
    },
  })

const savedLabels = (fields: readonly string[]): readonly SavedColumn<Line>[] =>
  fields.map((name, at) => ({ name, value: ({ group }) => group.labels[at] ?? null }))

const savedDifferences: readonly SavedColumn<Line>[] = [
  { name: 'difference', value: ({ group }) => group.difference?.difference ?? null },
  { name: 'difference_low', value: ({ group }) => group.difference?.low ?? null },
  { name: 'difference_high', value: ({ group }) => group.difference?.high ?? null },
  { name: 'p', value: ({ group }) => group.difference?.p ?? null },
  { name: 'p_holm', value: ({ group }) => group.difference?.adjusted ?? null },
  ...(['sensitivity', 'specificity'] as const).flatMap((key): SavedColumn<Line>[] => [
    { name: `${key}_n`, value: ({ group }) => group[key]?.n ?? null },
    { name: key, value: ({ group }) => group[key]?.share ?? null },
    { name: `${key}_low`, value: ({ group }) => group[key]?.low ?? null },
    { name: `${key}_high`, value: ({ group }) => group[key]?.high ?? null },
  ]),
]
