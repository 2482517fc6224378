import { useId } from 'react'
import { gateRuns } from '../../../engine/analysis/gates.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { useApp, useController } from '../../hooks/use-app.ts'
import { useOtherRuns } from '../../hooks/use-other-runs.ts'
import { useOwnTask } from '../../hooks/use-task.ts'
import { ErrorBox } from '../../shared/controls/error-box.tsx'
import { FileButton } from '../../shared/controls/file-button.tsx'

/** Chooses a file of gates for the runs of this visit. */
export function ChooseGates() {
  const controller = useController()
  const hasGates = useApp(state => state.gates.length > 0)
  const task = useOwnTask()
  const choose = (file: File) => task.run('Reading', file.name, () => controller.chooseGates(file))
  return (
    <>
      <div className="actions">
        <FileButton
          accept=".json,application/json"
          label="A file of gates"
          testId="gates"
          disabled={false}
          onFile={file => void choose(file)}
        >
          {hasGates ? 'Other gates…' : 'Check gates…'}
        </FileButton>
      </div>
      {task.problem && <ErrorBox error={task.problem} />}
    </>
  )
}

/** Chooses the runs that gates compare with. */
export function GateRuns({ run }: { readonly run: Run }) {
  const gates = useApp(state => state.gates)
  return gateRuns(gates).map(against => <GateRun key={against} against={against} run={run} />)
}

interface GateRunProps {
  /** The path in the gates. */
  readonly against: string
  readonly run: Run
}

/** The run of this browser that stands for a file named in the gates. */
function GateRun({ against, run }: GateRunProps) {
  const id = useId()
  const controller = useController()
  const chosen = useApp(state => state.gateRuns[against])
  const others = useOtherRuns(run)
  return (
    <div className="filter">
      <label htmlFor={id}>The run {against}</label>
      <select
        id={id}
        value={chosen ?? ''}
        onChange={event => void controller.chooseGateRun(against, event.target.value)}
      >
        <option value="" disabled>
          {others.length > 0 ? 'Choose a run' : 'No other run on this data set'}
        </option>
        {others.map(other => (
          <option key={other.id} value={other.id}>
            {other.name}
          </option>
        ))}
      </select>
    </div>
  )
}
