import { listPasses } from '../../../app/state/passes.ts'
import { isBusy } from '../../../app/state/stage.ts'
import type { AppState, RunSummary } from '../../../app/state/state.ts'
import { duration } from '../../../engine/base/duration.ts'
import { covers } from '../../../engine/probes/open-pass.ts'
import { probeName } from '../../../engine/probes/probe-names.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { pick, useApp, useController } from '../../hooks/use-app.ts'
import { Button } from '../../shared/controls/button.tsx'
import { ContinueButton } from '../../shared/run/continue-button.tsx'
import { DeleteRun } from '../../shared/run/delete-run.tsx'
import { compareHref, resultsHref } from '../../state/router.ts'
import { count } from '../../text/format.ts'

type PassState = 'running' | 'waiting' | 'done' | 'failed' | 'stopped'

/** The state of a pass: running, queued, or as stored. */
function passState({ run }: RunSummary, { live, waiting }: Pick<AppState, 'live' | 'waiting'>): PassState {
  if (live?.run.id === run.id && isBusy(live)) return 'running'
  if (waiting.includes(run.id)) return 'waiting'
  return run.state === 'done' || run.state === 'failed' ? run.state : 'stopped'
}

const words: Readonly<Record<PassState, string>> = {
  running: 'Running now',
  waiting: 'Waiting',
  done: 'Done',
  failed: 'Failed',
  stopped: 'Not finished',
}

/** The passes of a run: how far each one is, and the way to its own records. */
export function PassList({ run }: { readonly run: Run }) {
  const app = useApp(pick('runs', 'live', 'waiting'))
  const passes = listPasses(app.runs ?? [], run.id)
  if (passes.length === 0) return null
  const open = passes.filter(pass => passState(pass, app) !== 'done').length
  return (
    <details className="stack" open={open > 0}>
      <summary>
        {count(passes.length - open)} of {count(passes.length)} passes done
      </summary>
      <ul className="passes" aria-label="Passes">
        {passes.map(pass => (
          <PassItem
            key={pass.run.id}
            pass={pass}
            name={pass.run.probe ? probeName(pass.run.probe) : pass.run.name}
            isPart={!covers(pass.run, run.settings)}
          />
        ))}
      </ul>
    </details>
  )
}

interface PassItemProps {
  readonly pass: RunSummary
  readonly name: string
  /** Whether it asks only a part of its run's questions. */
  readonly isPart?: boolean
}

/** One pass: how far it is, and what can be done with it. */
export function PassItem({ pass, name, isPart = false }: PassItemProps) {
  const app = useApp(pick('live', 'waiting'))
  const controller = useController()
  const state = passState(pass, app)
  const live = state === 'running' ? app.live : null
  const counts = live ?? pass
  const left = live?.secondsLeft ?? null
  return (
    <li>
      <a className="pass-name" href={state === 'running' ? '#/run' : resultsHref(pass.run.id, 'samples')}>
        {name}
      </a>
      <span className="run-state" data-state={words[state]}>
        {words[state]}
      </span>
      <span className="number">
        {count(counts.answered + counts.failed)} of {count(pass.run.total)}
        {isPart && ', a part of the questions'}
        {left !== null && `, ${duration(left)} left`}
      </span>
      {state === 'running' && <Button onClick={() => controller.stop()}>Stop</Button>}
      {state === 'done' && pass.run.probe && pass.run.parent !== undefined && (
        <a href={compareHref([pass.run.parent, pass.run.id])}>Differences by any field</a>
      )}
      {(state === 'stopped' || state === 'failed') && <ContinueButton run={pass.run} />}
      {state !== 'running' && <DeleteRun run={pass.run} />}
    </li>
  )
}
