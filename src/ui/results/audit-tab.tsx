import { useState } from 'react'
import { canContinue } from '../../app/state/passes.ts'
import type { AuditPlan, PlannedPass } from '../../engine/probes/audit/plan.ts'
import { probeKey } from '../../engine/probes/kind-of.ts'
import { probeName } from '../../engine/probes/probe-names.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { useController } from '../hooks/use-app.ts'
import { useProbes } from '../hooks/use-probes.ts'
import { Awaited } from '../shared/controls/error-box.tsx'
import { Folded } from '../shared/controls/folded.tsx'
import { MethodsNote } from '../shared/controls/page-link.tsx'
import { StartBar } from '../shared/run/start-bar.tsx'
import { Sections } from '../shared/sections.tsx'
import { figure } from '../shared/table/columns.tsx'
import { DataTable } from '../shared/table/data-table.tsx'
import { planNote, planWords } from '../text/audit.ts'
import { count, duration } from '../text/format.ts'
import { PassList } from './probes/pass-list.tsx'
import { audit } from './sections.tsx'
import type { TabProps } from './tab-props.ts'

/** Whether the model uses the images, from the passes that changed them. */
export function AuditTab({ results: { run }, levels, query }: TabProps) {
  const probed = useProbes(run, levels)
  if (run.probe) return <p>This is an extra pass. The audit belongs to its run.</p>
  return (
    <>
      <h2>{audit.name}</h2>
      <p className="prose">
        The audit asks the same questions about other images. If the model uses its images, some of its
        answers change.
      </p>
      <PassList run={run} />
      <Awaited of={probed} doing="Reading the passes…" />
      {probed.status === 'ready' && (
        <>
          {canContinue(run) && <StartAudit run={run} plans={probed.value.plans} />}
          <Sections of={audit} facts={{ run, probes: probed.value }} chosen={query} />
        </>
      )}
    </>
  )
}

/** Starts the missing passes of an audit; how long they take and how precise it will be stands beside the button. */
function StartAudit({ run, plans }: { readonly run: Run; readonly plans: readonly AuditPlan[] }) {
  const controller = useController()
  const [chosen, setChosen] = useState(0)
  const plan = plans[chosen] ?? plans[0]
  if (!plan) return null
  return (
    <>
      <StartBar
        name="Audit"
        about={planWords(plan, run.timings.load / 1000)}
        onStart={() => controller.audit(run.id, plan)}
        press={`audit ${run.id}`}
      >
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
      </StartBar>
      <PlannedPasses plan={plan} />
    </>
  )
}

/** What each pass of an audit would still ask, how much of it counts, and how long it takes. */
function PlannedPasses({ plan: { passes } }: { readonly plan: AuditPlan }) {
  return (
    <Folded name="Questions and time of each pass">
      <DataTable
        caption="Planned passes"
        rows={passes}
        keyOf={({ probe }) => probeKey(probe)}
        columns={[
          {
            key: 'pass',
            name: 'Pass',
            value: ({ probe }) => probeKey(probe),
            cell: ({ probe }) => probeName(probe),
          },
          figure<PlannedPass>('questions', 'Questions', ({ questions }) => questions, count),
          figure<PlannedPass>('eligible', 'Eligible', ({ eligible }) => eligible, count),
          figure<PlannedPass>('seconds', 'Time', ({ seconds }) => seconds, duration),
        ]}
        file="voxelwise-audit-plan.csv"
      />
      <MethodsNote>
        Eligible questions are those that the figures of a pass count. With images chosen by right answer and
        with covered regions, the run must have answered them rightly. {planNote}
      </MethodsNote>
    </Folded>
  )
}
