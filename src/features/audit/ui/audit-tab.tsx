import { useState } from 'react'
import { canContinue } from '../../../app/state/passes.ts'
import { duration } from '../../../engine/base/duration.ts'
import { probeKey } from '../../../engine/probes/kind-of.ts'
import { probeName } from '../../../engine/probes/probe-names.ts'
import type { Run } from '../../../engine/protocol/run.ts'
import { useApp, useController } from '../../../ui/hooks/use-app.ts'
import type { Async } from '../../../ui/hooks/use-async.ts'
import { useHasPasses, usePassFact, useProbes } from '../../../ui/hooks/use-probes.ts'
import { type FeaturePart, isOwnRun } from '../../../ui/results/results-tab.ts'
import type { TabProps } from '../../../ui/results/tab-props.ts'
import { Awaited, ErrorBox } from '../../../ui/shared/controls/error-box.tsx'
import { Folded } from '../../../ui/shared/controls/folded.tsx'
import { MethodsNote } from '../../../ui/shared/controls/page-link.tsx'
import { StartBar } from '../../../ui/shared/run/start-bar.tsx'
import { Sections, type View } from '../../../ui/shared/sections.tsx'
import { figure } from '../../../ui/shared/table/columns.tsx'
import { DataTable } from '../../../ui/shared/table/data-table.tsx'
import { count } from '../../../ui/text/format.ts'
import type { AuditPlan, PlannedPass } from '../engine/plan.ts'
import { planNote, planWords } from '../text/audit-words.ts'
import { AuditProgress, isUnderWay } from './audit-progress.tsx'
import type { AuditFacts } from './audit-view.tsx'

/** The first part of Reliability. @param view what it shows */
export const auditTab = (view: View<AuditFacts>): FeaturePart => ({
  id: 'audit',
  name: 'Image use',
  place: { in: 'reliability', before: 'probes' },
  applies: isOwnRun,
  showsSelection: true,
  Body: props => <AuditTab {...props} view={view} />,
})

interface AuditTabProps extends TabProps {
  readonly view: View<AuditFacts>
}

/** Whether the model uses the images, from the passes that changed them. */
function AuditTab({ results: { run }, levels, query, view }: AuditTabProps) {
  const probed = useProbes(run, levels)
  const plans = usePassFact(run, 'auditPlans', { run: run.id })
  const hasPasses = useHasPasses(run)
  return (
    <>
      <h2>{view.name}</h2>
      <p className="prose">
        The audit asks the same questions about other images. If the model uses its images, some of its
        answers change.
      </p>
      <AuditProgress run={run} />
      {hasPasses && <Awaited of={probed} doing="Reading the passes…" />}
      {canContinue(run) && (probed.status === 'ready' || !hasPasses) && <Start run={run} plans={plans} />}
      {probed.status === 'ready' && (
        <Sections of={view} facts={{ run, probes: probed.value }} chosen={query} />
      )}
    </>
  )
}

/** The button that starts an audit. While its passes are planned it is there, and cannot be pressed. */
function Start({ run, plans }: { readonly run: Run; readonly plans: Async<readonly AuditPlan[]> }) {
  if (plans.status === 'ready') return <StartAudit run={run} plans={plans.value} />
  if (plans.status === 'failed') return <ErrorBox error={plans.error} />
  return <StartBar name="Audit" about="Planning the passes…" disabled onStart={async () => {}} press="" />
}

/** Starts the missing passes of an audit; how long they take and how precise it will be stands beside the button. */
function StartAudit({ run, plans }: { readonly run: Run; readonly plans: readonly AuditPlan[] }) {
  const controller = useController()
  const [chosen, setChosen] = useState(0)
  const plan = plans[chosen] ?? plans[0]
  const probes = plan?.passes.map(({ probe }) => probe) ?? []
  const isAsked = useApp(state => isUnderWay(run.id, probes, state))
  if (!plan) return null
  const press = `audit ${run.id}`
  return (
    <>
      <StartBar
        name="Audit"
        about={
          isAsked ? 'Passes of this audit are running or waiting.' : planWords(plan, run.timings.load / 1000)
        }
        disabled={isAsked}
        onStart={() => controller.addPasses(run.id, probes, plan.part, press)}
        press={press}
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
        rowKey={({ probe }) => probeKey(probe)}
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
