import { useState } from 'react'
import type { AuditPlan } from '../../../engine/probes/audit/plan.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { useController } from '../../hooks/use-app.ts'
import { planWords } from '../../text/audit.ts'
import { count } from '../../text/format.ts'
import { PlannedPasses } from './planned-passes.tsx'

interface Props {
  readonly run: Run
  readonly plans: readonly AuditPlan[]
}

/** Starts the missing passes of an audit; how long they take and how precise it will be stands beside the button. */
export function StartAudit({ run, plans }: Props) {
  const controller = useController()
  const [chosen, setChosen] = useState(0)
  const [isStarting, setStarting] = useState(false)
  const plan = plans[chosen] ?? plans[0]
  if (!plan) return null
  const start = async () => {
    setStarting(true)
    await controller.audit(run.id, plan)
    setStarting(false)
  }
  return (
    <>
      <div className="row run-bar">
        {plans.length > 1 && (
          <label className="field">
            Questions{' '}
            <select value={chosen} onChange={event => setChosen(Number(event.target.value))}>
              {plans.map(({ questions, of }, at) => (
                <option key={questions} value={at}>
                  {questions === of ? `All ${count(of)}` : `${count(questions)}, balanced`}
                </option>
              ))}
            </select>
          </label>
        )}
        <button type="button" className="button primary" disabled={isStarting} onClick={() => void start()}>
          Audit
        </button>
        <p className="run-bar-why muted" aria-live="polite">
          {planWords(plan, run.timings.load / 1000)}
        </p>
      </div>
      <PlannedPasses plan={plan} />
    </>
  )
}
