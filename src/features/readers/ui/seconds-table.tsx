import { figure, textColumn } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import { count, howRun, milliseconds, none } from '../../../ui/text/format.ts'
import type { ReadingSeconds } from '../engine/reading-seconds.ts'
import type { TaskSeconds } from '../engine/reading-times.ts'
import type { ReadersProps } from './reader-tables.tsx'

interface Row extends TaskSeconds {
  readonly id: string
  readonly name: string
  readonly by: string
}

const kinds = [
  { key: 'all', name: 'All answers' },
  { key: 'right', name: 'Right answers' },
  { key: 'wrong', name: 'Wrong answers' },
] as const

const taskWords = ({ task }: Row): string => task ?? 'All tasks'

const shown = (seconds: number): string => milliseconds(1000 * seconds)

/** "12.5 s (8.0 s to 20.1 s)": the median and the quartiles. */
const quartiles = (seconds: ReadingSeconds | null): string =>
  seconds ? `${shown(seconds.median)} (${shown(seconds.lower)} to ${shown(seconds.upper)})` : none

/** How long the answers of each run took, for each task, when right and wrong. */
export function SecondsTable({ runs, people }: Omit<ReadersProps, 'of'>) {
  const rows = runs.flatMap((run, at) =>
    (people[at]?.seconds ?? []).map(
      (one): Row => ({
        ...{ ...one, id: run.id, name: run.name, by: howRun(run) },
      }),
    ),
  )
  if (rows.length === 0) return null
  return (
    <>
      <DataTable
        caption="Time of an answer"
        columns={[
          textColumn<Row>('name', 'Run', ({ name }) => name),
          textColumn<Row>('task', 'Task', taskWords),
          figure<Row>('n', 'Answers', ({ all }) => all.n, count),
          ...kinds.map(({ key, name }) => ({
            ...{ key, name, isNumber: true },
            cell: (row: Row) => quartiles(row[key]),
          })),
        ]}
        rows={rows}
        rowKey={({ id, task }) => JSON.stringify([id, task])}
        savedColumns={[
          { name: 'run', value: ({ name }) => name },
          { name: 'by', value: ({ by }) => by },
          { name: 'task', value: ({ task }) => task },
          ...kinds.flatMap(({ key }) => [
            { name: `${key}_n`, value: (row: Row) => row[key]?.n ?? 0 },
            { name: `${key}_median`, value: (row: Row) => row[key]?.median ?? null },
            { name: `${key}_lower`, value: (row: Row) => row[key]?.lower ?? null },
            { name: `${key}_upper`, value: (row: Row) => row[key]?.upper ?? null },
          ]),
        ]}
        file="voxelwise-reader-seconds.csv"
      />
      <p className="note">
        Time of an answer: the median, with quartiles in brackets.
        {runs.some(({ model }) => !model.reader) && ' A model’s time is that of its machine.'}
      </p>
    </>
  )
}
