import { figure, textColumn } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import { count, decimal, none, percent } from '../../../ui/text/format.ts'
import {
  type AgreementFigure,
  type AgreementName,
  agreementNames,
  type GroupAgreement,
} from '../engine/reader-agreement.ts'
import type { ReaderComparison } from '../engine/reader-comparison.ts'
import { agreementFigureNames } from '../text/reader-words.ts'

interface Props {
  readonly of: ReaderComparison
}

/** "0.42 (0.30 to 0.55)"; a dash where it is not defined. */
function figureText(name: AgreementName, { value, interval: limits }: AgreementFigure): string {
  if (value === null) return none
  const text = name === 'percent' ? percent : decimal
  return limits === null ? text(value) : `${text(value)} (${text(limits.low)} to ${text(limits.high)})`
}

interface Line extends AgreementFigure {
  readonly name: AgreementName
}

/** How the readers agree, over all samples. */
export function AgreementTable({ of: { whole, consensus, readers } }: Props) {
  const rows = agreementNames.map((name): Line => ({ name, ...whole[name] }))
  return (
    <>
      <DataTable
        caption="Agreement of the readers"
        columns={[
          textColumn<Line>('figure', 'Figure', ({ name }) => agreementFigureNames[name]),
          {
            key: 'value',
            name: 'Value (95% interval)',
            isNumber: true,
            cell: one => figureText(one.name, one),
          },
        ]}
        rows={rows}
        rowKey={({ name }) => name}
        savedColumns={[
          { name: 'figure', value: ({ name }) => name },
          { name: 'value', value: ({ value }) => value },
          { name: 'low', value: one => one.interval?.low ?? null },
          { name: 'high', value: one => one.interval?.high ?? null },
        ]}
        file="voxelwise-reader-agreement.csv"
      />
      <p>
        The answer of more than half of the {count(readers.length)} readers is right on{' '}
        {count(consensus.right)} of {count(consensus.of)} questions. On {count(consensus.none)} there is no
        such answer.
      </p>
    </>
  )
}

/** Agreement of the readers in each task with ten questions or more. */
export function TaskAgreements({ of: { tasks } }: Props) {
  if (tasks.length === 0) return <p>No task has ten of these questions.</p>
  return (
    <GroupTable
      caption="Agreement of the readers per task"
      places={[{ name: 'task', title: 'Task', of: ({ task }) => task }]}
      rows={tasks}
      file="voxelwise-reader-tasks.csv"
    />
  )
}

/** Agreement of the readers in each voxel with ten questions or more. */
export function VoxelAgreements({ of: { voxels } }: Props) {
  if (voxels.length === 0) return <p>No voxel has ten of these questions.</p>
  return (
    <GroupTable
      caption="Agreement of the readers per voxel"
      places={[
        { name: 'parts', title: 'Region', of: ({ parts }) => parts },
        { name: 'modality', title: 'Modality', of: ({ modality }) => modality },
        { name: 'task', title: 'Task', of: ({ task }) => task },
      ]}
      rows={voxels}
      file="voxelwise-reader-voxels.csv"
    />
  )
}

interface GroupProps<Row> {
  readonly caption: string
  /** What names a group. */
  readonly places: readonly {
    readonly name: string
    readonly title: string
    readonly of: (row: Row) => string
  }[]
  readonly rows: readonly Row[]
  readonly file: string
}

function GroupTable<Row extends GroupAgreement>({ caption, places, rows, file }: GroupProps<Row>) {
  return (
    <DataTable
      caption={caption}
      columns={[
        ...places.map(({ name, title, of }) => textColumn<Row>(name, title, of)),
        figure<Row>('n', 'n', ({ samples }) => samples, count),
        figure<Row>('readers', 'Mean reader', ({ readers }) => readers, percent),
        ...agreementNames.map(name => ({
          ...{ key: name, name: agreementFigureNames[name], isNumber: true },
          cell: (row: Row) => figureText(name, row[name]),
        })),
      ]}
      rows={rows}
      rowKey={row => JSON.stringify(places.map(({ of }) => of(row)))}
      savedColumns={[
        ...places.map(({ name, of }) => ({ name, value: of })),
        { name: 'n', value: ({ samples }) => samples },
        { name: 'clusters', value: ({ clusters }) => clusters },
        { name: 'readers', value: ({ readers }) => readers },
        ...agreementNames.flatMap(name => [
          { name, value: (row: Row) => row[name].value },
          { name: `${name}_low`, value: (row: Row) => row[name].interval?.low ?? null },
          { name: `${name}_high`, value: (row: Row) => row[name].interval?.high ?? null },
        ]),
      ]}
      file={file}
    />
  )
}
