import { setOwn } from '@voxelwise/python'
import { useMemo } from 'react'
import type { VoxelEstimate } from '../../../engine/analysis/report.ts'
import type { Estimate } from '../../../engine/analysis/shares.ts'
import { mostGroups, type SubgroupFacts } from '../../../engine/analysis/subgroup-view.ts'
import type { Subgroup } from '../../../engine/analysis/subgroups.ts'
import { CubeMap } from '../../charts/cube-map.tsx'
import { SlicePlot } from '../../charts/slice-plot.tsx'
import { estimateColumns } from '../../charts/voxel-table.tsx'
import { MethodsNote, PageLink } from '../../shared/controls/page-link.tsx'
import { figure } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { savedEstimateColumns as savedEstimate } from '../../shared/table/saved-columns.ts'
import type { SavedColumn } from '../../shared/table/sorting.ts'
import type { TableColumn } from '../../shared/table/table.tsx'
import { resultsHref } from '../../state/router.ts'
import {
  count,
  enumerated,
  interval,
  label,
  none,
  percent,
  points,
  pointsInterval,
  pValue,
} from '../../text/format.ts'
import { fieldName } from '../../text/voxels.ts'

interface Line extends Estimate {
  readonly group: Subgroup
}

const shownLabel = (text: string | null): string => (text === null ? 'missing' : label(text))

/** The filters that list the samples of a group, if they can name it. */
function samplesHref(run: string, { view, groups }: SubgroupFacts, { labels }: Subgroup): string {
  const filters: Record<string, string> = {}
  for (const [at, { name }] of view.fields.entries()) {
    const text = labels[at] ?? null
    if (text === null || groups[at]?.isBinned) continue
    if (name === 'task' || name === 'modality' || name === 'parts' || name === 'dataset')
      setOwn(filters, name, text)
    else if (filters.field === undefined) Object.assign(filters, { field: name, value: text })
  }
  return resultsHref(run, 'samples', filters)
}

/** The groups as a chart and a table, with their differences from the rest. */
export function SubgroupFigures({ run, facts }: { readonly run: string; readonly facts: SubgroupFacts }) {
  const { view, lines, many } = facts
  const fields = view.fields.map(({ name }) => name)
  const names = fields.map(fieldName)
  const title = `Accuracy by ${enumerated(names.map(name => name.toLowerCase()))}`
  const slices = useMemo(
    () =>
      lines.map(group => ({
        label: group.labels.map(shownLabel).join(' · '),
        ...group.accuracy,
        group,
      })),
    [lines],
  )
  if (many > mostGroups)
    return (
      <p className="muted">
        {title}: {count(many)} groups are too many to compare. Choose fields with at most {count(mostGroups)}{' '}
        groups.
      </p>
    )
  const rows: readonly Line[] = lines.map(group => ({ ...group.accuracy, group }))
  const href = (group: Subgroup) => samplesHref(run, facts, group)
  const columns = groupColumns(names, lines, href)
  return (
    <>
      {view.chart === 'cube' ? (
        <FieldCube title={title} facts={facts} href={href} />
      ) : (
        <SlicePlot
          title={title}
          slices={slices}
          href={({ group }) => href(group)}
          file="voxelwise-subgroups.svg"
        />
      )}
      <DataTable
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={({ group }) => JSON.stringify(group.labels)}
        savedColumns={[...savedLabels(fields), ...savedEstimate, ...savedDifferences]}
        file="voxelwise-subgroups.csv"
        isWide
      />
      <MethodsNote>
        The rest is all other answers of the run. Differences have 95% MOVER intervals over clusters. p is of
        Fisher’s exact test on the effective numbers. If groups share images, p is the level whose exact
        interval ends at zero. It is adjusted by Holm’s method over all groups. Where p and the interval
        disagree, p decides. The recall of yes is the accuracy on yes/no questions whose right answer is yes;
        so of no.
      </MethodsNote>
    </>
  )
}

/** The fields of a group, its accuracy, and how it differs from the rest. */
function groupColumns(
  names: readonly string[],
  lines: readonly Subgroup[],
  href: (group: Subgroup) => string,
): readonly TableColumn<Line>[] {
  const hasAnswers = lines.some(({ recallOfYes, recallOfNo }) => recallOfYes || recallOfNo)
  return [
    ...names.map((name, at) => ({
      key: `field ${name}`,
      name,
      cell: ({ group }: Line) => {
        const text = shownLabel(group.labels[at] ?? null)
        return at === 0 ? <PageLink href={href(group)}>{text}</PageLink> : text
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
      ? [answerColumn('Recall of yes', 'recallOfYes'), answerColumn('Recall of no', 'recallOfNo')]
      : []),
  ]
}

interface CubeProps {
  readonly title: string
  readonly facts: SubgroupFacts
  readonly href: (group: Subgroup) => string
}

/** Rows by the first field, columns by the second, panels by the third if there is one. */
function FieldCube({ title, facts: { view, groups, lines }, href }: CubeProps) {
  const [voxels, order] = useMemo(() => {
    const whole = fieldName(view.fields[1]?.name ?? '')
    const shownLabelAt = ({ labels }: Subgroup, at: number) => shownLabel(labels[at] ?? null)
    const voxels = lines.map(group => ({
      task: shownLabelAt(group, 0),
      modality: shownLabelAt(group, 1),
      parts: groups.length > 2 ? shownLabelAt(group, 2) : whole,
      ...group.accuracy,
      group,
    }))
    const labels = (at: number) => (groups[at]?.labels ?? []).map(shownLabel)
    const panels = groups.length > 2 ? labels(2) : [whole]
    return [voxels, { rows: labels(0), columns: labels(1), panels }] as const
  }, [view, groups, lines])
  const groupsByVoxel = new Map<VoxelEstimate, Subgroup>(voxels.map(voxel => [voxel, voxel.group]))
  return (
    <CubeMap
      title={title}
      voxels={voxels}
      order={order}
      href={voxel => {
        const group = groupsByVoxel.get(voxel)
        return group ? href(group) : ''
      }}
      file="voxelwise-subgroups.svg"
    />
  )
}

const answerColumn = (name: string, key: 'recallOfYes' | 'recallOfNo'): TableColumn<Line> =>
  figure<Line>(key, name, ({ group }) => group[key]?.share ?? null, percent, {
    cell: ({ group }) => {
      const share = group[key]
      return share ? `${percent(share.share)} (${interval(share.low, share.high)}), n ${share.n}` : none
    },
  })

const savedLabels = (fields: readonly string[]): readonly SavedColumn<Line>[] =>
  fields.map((name, at) => ({ name, value: ({ group }) => group.labels[at] ?? null }))

const savedNames = { recallOfYes: 'recall_of_yes', recallOfNo: 'recall_of_no' } as const

const savedDifferences: readonly SavedColumn<Line>[] = [
  { name: 'difference', value: ({ group }) => group.difference?.difference ?? null },
  { name: 'difference_low', value: ({ group }) => group.difference?.low ?? null },
  { name: 'difference_high', value: ({ group }) => group.difference?.high ?? null },
  { name: 'p', value: ({ group }) => group.difference?.p ?? null },
  { name: 'p_holm', value: ({ group }) => group.difference?.adjusted ?? null },
  ...(['recallOfYes', 'recallOfNo'] as const).flatMap((key): SavedColumn<Line>[] => [
    { name: `${savedNames[key]}_n`, value: ({ group }) => group[key]?.n ?? null },
    { name: savedNames[key], value: ({ group }) => group[key]?.share ?? null },
    { name: `${savedNames[key]}_low`, value: ({ group }) => group[key]?.low ?? null },
    { name: `${savedNames[key]}_high`, value: ({ group }) => group[key]?.high ?? null },
  ]),
]
