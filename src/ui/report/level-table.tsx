import type { LevelChoice } from '../../app/controller/controller-api.ts'
import { taskOrder } from '../../engine/analysis/report.ts'
import type { TaskLevel } from '../../engine/protocol/shortcut.ts'
import { levelNames } from '../shared/run/task-levels.tsx'
import { count, label } from '../text/format.ts'
import { type ReportColumn, ReportTable } from './report-table.tsx'

const columns: readonly ReportColumn<TaskLevel>[] = [
  { name: 'Task', cell: ({ task }) => label(task) },
  { name: 'Records', isNumber: true, cell: ({ records }) => count(records) },
  { name: 'Counts as', cell: ({ level }) => levelNames.find(([name]) => name === level)?.[1] },
]

interface Props {
  readonly levels: readonly TaskLevel[]
  readonly choice: LevelChoice
}

/** The level that each task was given, and by whom. */
export function LevelTable({ levels, choice }: Props) {
  const isDefault = choice.high === null && choice.ignore === null
  return (
    <ReportTable
      caption={`Level of each task, ${isDefault ? 'by the official defaults' : 'as chosen by the user, not the official defaults'}`}
      columns={columns}
      rows={[...levels].sort(taskOrder(levels, ({ task }) => task))}
    />
  )
}
