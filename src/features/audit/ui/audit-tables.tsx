import type { ReactNode } from 'react'
import { AsTable, Folded } from '../../../ui/shared/controls/folded.tsx'
import { figure, linkColumn, savedFields, shareColumns } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import type { SavedColumn } from '../../../ui/shared/table/sorting.ts'
import type { TableColumn } from '../../../ui/shared/table/table.tsx'
import { resultsHref } from '../../../ui/state/router.ts'
import { count, interval, label, none, percent, points, pointsInterval } from '../../../ui/text/format.ts'
import { inVoxelOrder, voxelName } from '../../../ui/text/voxels.ts'
import type { Audit, AuditedTask, AuditedVoxel, AuditSlice, ConditionFigures } from '../engine/audit.ts'
import { type Metric, metricConditions } from '../engine/metrics.ts'
import { publishedCategories } from '../engine/published.ts'
import type { AuditFigure } from '../engine/slice-figures.ts'
import {
  conditionWords,
  metricMeanings,
  metricNames,
  revisedText,
  submittedText,
  unreadWords,
  verdictText,
} from '../text/audit-words.ts'

interface Props {
  readonly run: string
  readonly audit: Audit
}

/** A line for each condition: how accurate, how often another answer, how much could be read. */
export function ConditionTable({ run, audit: { conditions, passes } }: Props) {
  return (
    <DataTable
      caption="Answers by what was shown"
      rows={conditions}
      rowKey={({ condition }) => condition}
      columns={[
        linkColumn<ConditionFigures>(
          'condition',
          'Shown',
          ({ condition }) => conditionWords(condition),
          ({ condition }) =>
            resultsHref(condition === 'original' ? run : (passes.get(condition)?.run ?? run), 'samples'),
          ({ condition }) => condition,
        ),
        figure<ConditionFigures>('n', 'n', ({ accuracy }) => accuracy.n, count),
        figure<ConditionFigures>(
          'clusters',
          'Images',
          ({ accuracy }) => accuracy.basis?.clusters ?? null,
          count,
        ),
        ...shareColumns<ConditionFigures>('accuracy', 'Accuracy', ({ accuracy }) => accuracy, {
          isStrong: true,
        }),
        ...shareColumns<ConditionFigures>('changed', 'Changed', ({ changed }) => changed),
        ...shareColumns<ConditionFigures>('kept', 'Kept right', ({ kept }) => kept),
        figure<ConditionFigures>(
          'unread',
          'Not read',
          ({ readable }) => readable.n - readable.correct,
          count,
        ),
      ]}
      file="voxelwise-audit-conditions.csv"
    />
  )
}

/** The figures over all questions, under their published names. */
export function FigureTable({ run, audit: { overall, passes } }: Props) {
  const firstPass = (metric: Metric) =>
    metricConditions(metric).flatMap(one => passes.get(one)?.run ?? [])[0] ?? run
  return (
    <DataTable
      caption="Figures over all questions"
      rows={overall.figures}
      rowKey={({ metric }) => metric}
      columns={[
        linkColumn<AuditFigure>(
          'metric',
          'Figure',
          ({ metric }) => metricNames[metric],
          ({ metric }) => resultsHref(firstPass(metric), 'samples'),
        ),
        {
          key: 'meaning',
          name: 'Meaning',
          className: 'sentence',
          cell: ({ metric }) => metricMeanings[metric],
        },
        { key: 'value', name: 'Value', isNumber: true, isStrong: true, cell: valueText },
        { key: 'interval', name: '95% interval', isNumber: true, cell: intervalText },
        ...floorColumns(overall.figures),
        figure<AuditFigure>('of', 'n', ({ denominator }) => denominator, count),
        figure<AuditFigure>('clusters', 'Images', ({ clusters }) => clusters, count),
      ]}
      savedColumns={figureColumns}
      file="voxelwise-audit.csv"
    />
  )
}

const bareValue = ({ unit, value }: AuditFigure): string =>
  unit === 'difference' ? points(value) : percent(value)

/** With more than 5% of the replies unread, a figure says so. */
const valueText = (figure: AuditFigure): string => {
  const unread = unreadWords(figure)
  return unread ? `${bareValue(figure)} (${unread})` : bareValue(figure)
}

const intervalText = ({ unit, low, high }: AuditFigure): string =>
  low === undefined || high === undefined
    ? none
    : unit === 'difference'
      ? pointsInterval(low, high)
      : interval(low, high)

/** How often these answers change by themselves, where that was asked. */
const floorColumns = <Row extends AuditFigure>(rows: readonly Row[]): readonly TableColumn<Row>[] =>
  rows.some(({ floor }) => floor)
    ? [
        figure<Row>('floor', 'Noise floor', ({ floor }) => floor?.value ?? null, percent),
        figure<Row>('excess', 'Minus the floor', ({ excess }) => excess?.value ?? null, points, {
          cell: ({ excess }) =>
            excess ? `${points(excess.value)} (${pointsInterval(excess.low, excess.high)})` : none,
        }),
      ]
    : []

const figureColumns: readonly SavedColumn<AuditFigure>[] = [
  ...savedFields('metric', 'unit', 'numerator', 'denominator', 'value', 'low', 'high'),
  ...savedFields('clusters', 'method', 'p'),
  { name: 'floor', value: ({ floor }) => floor?.value ?? null },
  { name: 'floor_low', value: ({ floor }) => floor?.low ?? null },
  { name: 'floor_high', value: ({ floor }) => floor?.high ?? null },
  { name: 'floor_n', value: ({ floor }) => floor?.n ?? null },
  { name: 'excess', value: ({ excess }) => excess?.value ?? null },
  { name: 'excess_low', value: ({ excess }) => excess?.low ?? null },
  { name: 'excess_high', value: ({ excess }) => excess?.high ?? null },
  { name: 'excess_n', value: ({ excess }) => excess?.n ?? null },
  { name: 'unread', value: ({ unread }) => unread },
  { name: 'conditions', value: ({ metric }) => metricConditions(metric).join(' ') },
]

interface VerdictRow extends AuditSlice {
  readonly key: string
  readonly name: string
  readonly href: string
}

/** The verdict of every task, then of every voxel, each with the figures that decide. */
export function VerdictTables({ run, audit }: Props) {
  const samplesHref = (query: Readonly<Record<string, string>>) => resultsHref(run, 'samples', query)
  const taskRow = ({ task, ...slice }: AuditedTask): VerdictRow => ({
    ...slice,
    ...{ key: task, name: label(task), href: samplesHref({ task }) },
  })
  const voxelRow = ({ task, modality, parts, ...slice }: AuditedVoxel): VerdictRow => {
    const name = voxelName({ task, modality, parts })
    return { ...slice, key: name, name, href: samplesHref({ task, modality, parts }) }
  }
  const voxels = inVoxelOrder(audit.voxels)
  const byVoxel = <VerdictTable by="voxel" rows={voxels.map(voxelRow)} />
  return (
    <>
      <VerdictTable by="task" rows={audit.tasks.map(taskRow)} />
      {voxels.some(({ verdict }) => verdict !== 'unknown') ? (
        byVoxel
      ) : (
        <Folded name="Verdicts by voxel: all unclear">{byVoxel}</Folded>
      )}
      <AsTable name="Every figure of every voxel as a table">
        <EveryFigure run={run} voxels={voxels} />
      </AsTable>
    </>
  )
}

function VerdictTable({ by, rows }: { readonly by: 'task' | 'voxel'; readonly rows: readonly VerdictRow[] }) {
  const known = (metric: Metric) => (row: VerdictRow) =>
    row.figures.find(one => one.metric === metric) ?? null
  const metricColumns = (metric: Metric, name: string): readonly TableColumn<VerdictRow>[] => {
    const cell =
      (figureText: (figure: AuditFigure) => string) =>
      (row: VerdictRow): ReactNode => {
        const figure = known(metric)(row)
        return figure ? figureText(figure) : none
      }
    return [
      { key: metric, name, isNumber: true, cell: cell(valueText) },
      { key: `${metric}-interval`, name: '95% interval', isNumber: true, cell: cell(intervalText) },
    ]
  }
  return (
    <DataTable
      caption={`Verdicts by ${by}`}
      rows={rows}
      rowKey={({ key }) => key}
      isWide
      columns={[
        linkColumn<VerdictRow>(
          'name',
          by === 'task' ? 'Task' : 'Voxel',
          ({ name }) => name,
          ({ href }) => href,
        ),
        { key: 'verdict', name: 'Verdict', isStrong: true, cell: verdictText },
        ...categoryColumns(rows),
        figure<VerdictRow>('n', 'n', ({ n }) => n, count),
        figure<VerdictRow>('clusters', 'Images', ({ clusters }) => clusters, count),
        figure<VerdictRow>('accuracy', 'Accuracy', ({ accuracy }) => accuracy.share, percent),
        ...(rows.some(known('noise-floor')) ? metricColumns('noise-floor', 'Noise floor') : []),
        ...(rows.some(known('ssp')) ? metricColumns('ssp', 'SSP') : []),
        ...(rows.some(known('stability')) ? metricColumns('stability', 'Kept, other wordings') : []),
        ...metricColumns('wrong-image-gap', 'Wrong-image gap'),
        ...metricColumns('wrong-image-change', 'Changed, wrong image'),
        ...metricColumns('blank-change', 'Changed, blank image'),
      ]}
      savedColumns={[
        { name: by, value: ({ name }) => name },
        ...savedFields('verdict', 'why'),
        { name: 'unstable', value: ({ isUnstable }) => String(isUnstable) },
        { name: 'by', value: ({ by }) => by.join(' ') },
        {
          name: 'category_as_submitted',
          value: ({ figures }) => publishedCategories(figures).asSubmitted ?? null,
        },
        { name: 'category_revised', value: ({ figures }) => publishedCategories(figures).revised ?? null },
        ...savedFields('n', 'clusters'),
        { name: 'accuracy', value: ({ accuracy }) => accuracy.share },
      ]}
      file={`voxelwise-audit-by-${by}.csv`}
    />
  )
}

/** The papers' categories, those that the figures of any row give. */
function categoryColumns(rows: readonly VerdictRow[]): readonly TableColumn<VerdictRow>[] {
  const known = rows.map(({ figures }) => publishedCategories(figures))
  const columns = [
    {
      key: 'as-submitted',
      name: '2606.17710, as submitted',
      cell: ({ figures }: VerdictRow) => submittedText(publishedCategories(figures)),
      isKnown: known.some(({ asSubmitted }) => asSubmitted),
    },
    {
      key: 'revised',
      name: '2606.17710, revised',
      cell: ({ figures }: VerdictRow) => revisedText(publishedCategories(figures)),
      isKnown: known.some(({ revised }) => revised),
    },
  ]
  return columns.filter(({ isKnown }) => isKnown)
}

type PlacedFigure = AuditFigure & Pick<AuditedVoxel, 'task' | 'modality' | 'parts'>

function EveryFigure({ run, voxels }: Pick<Props, 'run'> & { readonly voxels: readonly AuditedVoxel[] }) {
  const rows = voxels.flatMap(({ task, modality, parts, figures }) =>
    figures.map((figure): PlacedFigure => ({ ...figure, task, modality, parts })),
  )
  return (
    <DataTable
      caption="Every figure of every voxel"
      rows={rows}
      rowKey={row => `${row.metric} ${voxelName(row)}`}
      columns={[
        linkColumn<PlacedFigure>('voxel', 'Voxel', voxelName, ({ task, modality, parts }) =>
          resultsHref(run, 'samples', { task, modality, parts }),
        ),
        { key: 'metric', name: 'Figure', cell: ({ metric }) => metricNames[metric] },
        { key: 'value', name: 'Value', isNumber: true, isStrong: true, cell: valueText },
        { key: 'interval', name: '95% interval', isNumber: true, cell: intervalText },
        ...floorColumns(rows),
        figure<PlacedFigure>('of', 'n', ({ denominator }) => denominator, count),
      ]}
      savedColumns={[...savedFields('task', 'modality', 'parts'), ...figureColumns]}
      file="voxelwise-audit-every-voxel.csv"
    />
  )
}
