import { type LevelChoice, moveTask } from '../../../app/controller/levels.ts'
import { taskOrder } from '../../../engine/analysis/report.ts'
import type { Level, TaskLevel } from '../../../engine/protocol/shortcut.ts'
import { usePaper } from '../../hooks/paper.ts'
import { changeQuery } from '../../state/router.ts'
import { count, label } from '../../text/format.ts'
import { Button } from '../controls/button.tsx'
import { PageOnly } from '../controls/page-link.tsx'
import { DataTable } from '../table/data-table.tsx'
import type { SavedColumn } from '../table/sorting.ts'

export const levelNames: readonly (readonly [Level, string])[] = [
  ['low', 'Perception'],
  ['high', 'Diagnosis'],
  ['ignored', 'Left out'],
]

const columns: readonly SavedColumn<TaskLevel>[] = [
  { name: 'task', value: row => row.task },
  { name: 'records', value: row => row.records },
  { name: 'level', value: row => row.level },
]

interface Props {
  readonly levels: readonly TaskLevel[]
  readonly choice: LevelChoice
}

/** Assigns each task to perception or diagnosis. */
export function TaskLevels({ levels, choice }: Props) {
  const sorted = [...levels].sort(taskOrder(levels, ({ task }) => task))
  const isDefault = choice.high === null && choice.ignore === null
  return (
    <section className="stack" aria-labelledby="levels">
      <h3 id="levels">Level of each task</h3>
      <p className="prose muted">
        {isDefault ? 'Official defaults.' : 'Your own levels, not the official defaults.'}{' '}
        <PageOnly>
          Move a task to see its effect; exports follow. Without any diagnosis task, the defaults apply.
        </PageOnly>
      </p>
      {levels.some(({ task, level }) => task === 'View Recognition' && level === 'low') && (
        <p className="prose muted">
          The official tool leaves out “View Identification”. The published data call that task “View
          Recognition”, so it counts as perception.
        </p>
      )}
      <DataTable
        caption="Level of each task"
        hasHeading
        className="data levels"
        columns={[
          { key: 'task', name: 'Task', cell: ({ task }) => label(task) },
          { key: 'records', name: 'Records', isNumber: true, cell: ({ records }) => count(records) },
          {
            key: 'level',
            name: 'Counts as',
            cell: row => <LevelSelect {...row} levels={levels} choice={choice} />,
          },
        ]}
        rows={sorted}
        rowKey={({ task }) => task}
        savedColumns={columns}
        file="voxelwise-task-levels.csv"
        actions={
          !isDefault && (
            <Button onClick={() => changeQuery({ high: null, ignore: null })}>
              Back to the official defaults
            </Button>
          )
        }
      />
    </section>
  )
}

function LevelSelect({ task, level, levels, choice }: TaskLevel & Props) {
  if (usePaper()) return levelNames.find(([name]) => name === level)?.[1]
  return (
    <select
      aria-label={`Level of ${label(task)}`}
      value={level}
      onChange={event => {
        const to = levelNames.find(([name]) => name === event.target.value)?.[0]
        if (to) changeQuery(moveTask(levels, task, to, choice.low ?? []))
      }}
    >
      {levelNames.map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  )
}
