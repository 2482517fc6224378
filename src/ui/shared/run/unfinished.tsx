import { unfinishedRun } from '../../../app/state/passes.ts'
import { isBusy } from '../../../app/state/stage.ts'
import { counted } from '../../../engine/base/counted.ts'
import { useApp } from '../../hooks/use-app.ts'
import { count } from '../../text/format.ts'
import { ContinueButton } from './continue-button.tsx'

/** Offers to continue the latest unfinished run, or says that another tab works on it. */
export function Unfinished() {
  const runs = useApp(state => state.runs)
  const isRunning = useApp(({ live }) => live !== null && isBusy(live))
  const found = isRunning || !runs ? null : unfinishedRun(runs)
  if (!found) return null
  const { summary, passes, next } = found
  const { run, answered, failed } = summary
  return (
    <p className="unfinished">
      <span>
        <strong>{run.name}</strong>{' '}
        {next === null
          ? 'is open in another tab.'
          : next.id === run.id
            ? `stopped at ${count(answered + failed)} of ${count(run.total)}.`
            : `has ${counted(passes, 'unfinished probe run')}.`}
      </span>
      {next && <ContinueButton run={next} />}
    </p>
  )
}
