import type { Estimate } from '../../../../engine/analysis/shares.ts'
import { PageOnly } from '../../../../ui/shared/controls/page-link.tsx'
import { figure, textColumn } from '../../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../../ui/shared/table/data-table.tsx'
import type { TableColumn } from '../../../../ui/shared/table/table.tsx'
import { count, decimal, interval, none, percent } from '../../../../ui/text/format.ts'
import type {
  MarkFigures as Figures,
  MarkedVoxel,
  MarkPair,
  NamedShare,
  PersonMarks,
} from '../../engine/marks/mark-figures.ts'
import type { MarkSet } from '../../engine/marks/mark-set.ts'
import type { AgreementFigure } from '../../engine/reader-agreement.ts'
import { agreedHref } from './mark-address.ts'

interface Props {
  readonly run: string
  readonly set: MarkSet
  readonly of: Figures
}

/** How often which label was given, and how people agree on them. */
export function MarkFigures({ run, set, of }: Props) {
  return (
    <>
      <p className="prose">
        Shares are of the answers that each person labelled, not of all. Intervals count clusters; none is
        given for agreement below 20 of them.
      </p>
      <People set={set} of={of} />
      <Names set={set} of={of} />
      {of.pairs.length > 0 && <Agreement set={set} of={of} />}
      {of.differing.length > 0 && (
        <p>
          On {count(of.differing.length)} answers the main labels differ.{' '}
          <PageOnly>
            <a href={agreedHref(run, set.id)}>Decide as “agreed”</a>
          </PageOnly>
        </p>
      )}
      <Voxels set={set} of={of} />
    </>
  )
}

type OfFigures = Pick<Props, 'set' | 'of'>

function People({ set, of }: OfFigures) {
  return (
    <DataTable
      caption={`${set.name}: who labelled`}
      columns={[
        textColumn<PersonMarks>('by', 'By', ({ by }) => by),
        figure<PersonMarks>('n', 'Answers', ({ n }) => n, count),
        figure<PersonMarks>('wrong', `Of ${count(of.wrong)} wrong ones`, ({ wrong }) => wrong, count),
        ...(set.isScale ? [figure<PersonMarks>('mean', 'Mean, 1 to 4', ({ mean }) => mean, decimal)] : []),
      ]}
      rows={of.people}
      rowKey={({ by }) => by}
      file={`voxelwise-${set.id}-people.csv`}
    />
  )
}

/** "12 (40.0 %, 25.1 to 56.7)". */
const shareText = (one: Estimate | null): string =>
  one === null ? none : `${count(one.correct)} (${percent(one.share)}, ${interval(one.low, one.high)})`

/** Names of saved columns, and the parts of an estimate in them. */
const savedParts = [
  ['n', 'correct'],
  ['share', 'share'],
  ['low', 'low'],
  ['high', 'high'],
] as const

function Names({ set, of: { names } }: OfFigures) {
  const column = (key: 'main' | 'beside', name: string): TableColumn<NamedShare> => ({
    ...{ key, name, isNumber: true },
    cell: row => shareText(row[key]),
  })
  return (
    <DataTable
      caption={`${set.name}: how often`}
      columns={[
        textColumn<NamedShare>('by', 'By', ({ by }) => by),
        textColumn<NamedShare>('name', 'Label', ({ name }) => name),
        column('main', set.isScale ? 'Given (share, 95% interval)' : 'Main one (share, 95% interval)'),
        column('beside', 'Besides (share, 95% interval)'),
      ]}
      rows={names.filter(({ main, beside }) => (main?.correct ?? 0) + beside.correct > 0)}
      rowKey={({ by, name }) => JSON.stringify([by, name])}
      savedColumns={[
        { name: 'by', value: ({ by }) => by },
        { name: 'label', value: ({ name }) => name },
        { name: 'labelled', value: ({ beside }) => beside.n },
        ...(['main', 'beside'] as const).flatMap(key =>
          savedParts.map(([part, of]) => ({
            name: `${key}_${part}`,
            value: (row: NamedShare) => row[key]?.[of] ?? null,
          })),
        ),
      ]}
      file={`voxelwise-${set.id}-labels.csv`}
    />
  )
}

function figureText({ value, interval: limits }: AgreementFigure): string {
  if (value === null) return none
  return limits === null
    ? decimal(value)
    : `${decimal(value)} (${decimal(limits.low)} to ${decimal(limits.high)})`
}

function Agreement({ set, of: { pairs, fleiss, alpha, perName } }: OfFigures) {
  return (
    <>
      <DataTable
        caption={`${set.name}: agreement`}
        columns={[
          textColumn<MarkPair>('first', 'First', ({ first }) => first),
          textColumn<MarkPair>('second', 'Second', ({ second }) => second),
          figure<MarkPair>('n', 'Both labelled', ({ n }) => n, count),
          figure<MarkPair>('percent', 'Equal', one => one.percent, percent),
          {
            key: 'kappa',
            name: set.isScale
              ? 'Cohen’s kappa, quadratic weights (95% interval)'
              : 'Cohen’s kappa (95% interval)',
            isNumber: true,
            cell: ({ kappa }) => figureText(kappa),
          },
        ]}
        rows={pairs}
        rowKey={({ first, second }) => JSON.stringify([first, second])}
        savedColumns={[
          { name: 'first', value: ({ first }) => first },
          { name: 'second', value: ({ second }) => second },
          { name: 'n', value: ({ n }) => n },
          { name: 'percent', value: one => one.percent },
          { name: 'kappa', value: ({ kappa }) => kappa.value },
          { name: 'kappa_low', value: ({ kappa }) => kappa.interval?.low ?? null },
          { name: 'kappa_high', value: ({ kappa }) => kappa.interval?.high ?? null },
        ]}
        file={`voxelwise-${set.id}-agreement.csv`}
      />
      <p>
        Fleiss’ kappa {fleiss === null ? none : decimal(fleiss)}; Krippendorff’s alpha,{' '}
        {set.isScale ? 'ordinal' : 'nominal'}, {alpha === null ? none : decimal(alpha)}.
      </p>
      <LabelAgreement {...{ set, perName }} />
    </>
  )
}

type NamedAgreement = OfFigures['of']['perName'][number]

interface LabelAgreementProps extends Pick<OfFigures, 'set'> {
  readonly perName: readonly NamedAgreement[]
}

const LabelAgreement = ({ set, perName }: LabelAgreementProps) => (
  <DataTable
    caption={`${set.name}: agreement on each label`}
    columns={[
      textColumn<NamedAgreement>('name', 'Label', ({ name }) => name),
      {
        key: 'kappa',
        name: 'Cohen’s kappa on having it, mean of pairs',
        isNumber: true,
        cell: ({ kappa }) => figureText(kappa),
      },
    ]}
    rows={perName}
    rowKey={({ name }) => name}
    savedColumns={[
      { name: 'label', value: ({ name }) => name },
      { name: 'kappa', value: ({ kappa }) => kappa.value },
      { name: 'kappa_low', value: ({ kappa }) => kappa.interval?.low ?? null },
      { name: 'kappa_high', value: ({ kappa }) => kappa.interval?.high ?? null },
    ]}
    file={`voxelwise-${set.id}-agreement-labels.csv`}
  />
)

const countsText = (counts: MarkedVoxel['counts']): string =>
  counts.map(({ name, n }) => `${name}: ${count(n)}`).join(', ') || none

function Voxels({ set, of: { voxels } }: OfFigures) {
  return (
    <DataTable
      caption={`${set.name}: per voxel`}
      columns={[
        textColumn<MarkedVoxel>('parts', 'Region', ({ parts }) => parts),
        textColumn<MarkedVoxel>('modality', 'Modality', ({ modality }) => modality),
        textColumn<MarkedVoxel>('task', 'Task', ({ task }) => task),
        textColumn<MarkedVoxel>('by', 'By', ({ by }) => by),
        figure<MarkedVoxel>('n', 'Labelled', ({ n }) => n, count),
        ...(set.isScale ? [figure<MarkedVoxel>('mean', 'Mean, 1 to 4', ({ mean }) => mean, decimal)] : []),
        textColumn<MarkedVoxel>('counts', set.isScale ? 'Given' : 'Main ones', ({ counts }) =>
          countsText(counts),
        ),
        textColumn<MarkedVoxel>('besides', 'Besides', ({ besides }) => countsText(besides)),
      ]}
      rows={voxels}
      rowKey={({ parts, modality, task, by }) => JSON.stringify([parts, modality, task, by])}
      file={`voxelwise-${set.id}-voxels.csv`}
    />
  )
}
