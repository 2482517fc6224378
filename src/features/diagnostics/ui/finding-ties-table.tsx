import { counted } from '../../../engine/base/counted.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { textColumn } from '../../../ui/shared/table/columns.tsx'
import { type DataColumn, DataTable } from '../../../ui/shared/table/data-table.tsx'
import { count, none } from '../../../ui/text/format.ts'
import type { FindingTies } from '../engine/finding-ties.ts'
import { figureWords } from '../text/figure-words.ts'
import { useFirstRows } from './first-rows.tsx'

interface Props {
  readonly ties: readonly FindingTies[]
  readonly runs: readonly Pick<Run, 'id' | 'name'>[]
}

const file = 'voxelwise-finding-ties.csv'

/** Every run's figure of every finding, with the letters of its groups. Those in which runs differ come first. */
export function FindingTiesTable({ ties, runs }: Props) {
  const different = ties.filter(areDifferent)
  const rows = [...different, ...ties.filter(line => !areDifferent(line))]
  const { shown, button, note } = useFirstRows({
    total: rows.length,
    many: 'lines',
    savedIn: `${file}, which Compare saves under “Per finding, margins”`,
  })
  return (
    <>
      <p className="muted">
        Runs that share a letter are not found different. Pairs are tested on the questions that both
        answered; p-values are adjusted by Holm’s method in each line. Runs are found different in{' '}
        {count(different.length)} of {counted(rows.length, 'line')}, which come first.
      </p>
      <DataTable
        caption="Runs per finding, with groups of ties"
        isWide
        columns={[
          textColumn<FindingTies>('finding', 'Finding', ({ finding }) => finding),
          textColumn<FindingTies>('figure', 'Figure', ({ figure }) => figureWords[figure].name),
          ...runs.flatMap((run, at) => runColumns(run.name, at)),
        ]}
        rows={rows.slice(0, shown)}
        saved={rows}
        actions={button}
        rowKey={({ finding, figure }) => `${finding} ${figure}`}
        file={file}
      />
      {note}
    </>
  )
}

/** Whether two of the runs share no letter. */
const areDifferent = ({ letters }: FindingTies): boolean =>
  letters.some(one => letters.some(other => [...one].every(letter => !other.includes(letter))))

function runColumns(name: string, at: number): readonly DataColumn<FindingTies>[] {
  const figureAt = ({ values }: FindingTies) => values[at] ?? null
  return [
    {
      key: `run_${at + 1}`,
      name,
      isNumber: true,
      value: line => figureAt(line)?.value ?? null,
      cell: line => <Cell line={line} at={at} />,
    },
    ...(['low', 'high'] as const).map(end => ({
      key: `run_${at + 1}_${end}`,
      name: `${name}, ${end}`,
      value: (line: FindingTies) => figureAt(line)?.interval?.[end] ?? null,
    })),
    ...(['n', 'clusters'] as const).map(field => ({
      key: `run_${at + 1}_${field}`,
      name: `${name}, ${field}`,
      value: (line: FindingTies) => figureAt(line)?.[field] ?? null,
    })),
    { key: `run_${at + 1}_group`, name: `${name}, group`, value: ({ letters }) => letters[at] ?? null },
  ]
}

/** "0.81 a", with its interval below it. */
function Cell({
  line: { figure, values, letters },
  at,
}: {
  readonly line: FindingTies
  readonly at: number
}) {
  const estimate = values[at]
  if (!estimate) return none
  const { formatValue, formatInterval } = figureWords[figure]
  return (
    <>
      {formatValue(estimate.value)} <sup>{letters[at]}</sup>
      <span className="score-interval">
        {estimate.interval ? formatInterval(estimate.interval.low, estimate.interval.high) : none}
      </span>
    </>
  )
}
