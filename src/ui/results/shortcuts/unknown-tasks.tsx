import { type LevelChoice, moveTask, unplaced } from '../../../app/controller/levels.ts'
import { counted } from '../../../engine/base/counted.ts'
import type { TaskLevel } from '../../../engine/protocol/shortcut.ts'
import { SmallButton } from '../../shared/controls/button.tsx'
import { levelNames } from '../../shared/run/task-levels.tsx'
import { changeQuery } from '../../state/router.ts'
import { label } from '../../text/format.ts'

interface Props {
  readonly levels: readonly TaskLevel[]
  readonly choice: LevelChoice
}

/** Asks about task names that the protocol does not know: their level is not guessed in silence. */
export function UnknownTasks({ levels, choice }: Props) {
  const tasks = unplaced(levels, choice)
  if (tasks.length === 0) return null
  return (
    <section className="stack unknown-tasks" aria-labelledby="unknown-tasks">
      <h3 id="unknown-tasks">
        {tasks.length === 1 ? 'What kind of task is this?' : 'What kind of tasks are these?'}
      </h3>
      <p className="prose">
        The protocol does not name {tasks.length === 1 ? 'this task' : 'these tasks'}. Until you choose, it
        counts as perception, as in the official tool.
      </p>
      <ul className="stack">
        {tasks.map(({ task, records }) => (
          <li key={task}>
            <fieldset className="actions">
              <legend>
                <strong>{label(task)}</strong> <span className="muted">{counted(records, 'question')}</span>
              </legend>
              {levelNames.map(([level, name]) => (
                <SmallButton
                  key={level}
                  onClick={() => changeQuery(moveTask(levels, task, level, choice.low ?? []))}
                >
                  {name}
                </SmallButton>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
    </section>
  )
}
