import type { AuditPlan, PlannedPass } from '../../../engine/probes/audit/plan.ts'
import { probeName } from '../../../engine/probes/probe-names.ts'
import { probeKey } from '../../../engine/protocol/probe.ts'
import { Folded } from '../../shared/controls/folded.tsx'
import { MethodsNote } from '../../shared/controls/page-link.tsx'
import { figure } from '../../shared/table/columns.tsx'
import { DataTable } from '../../shared/table/data-table.tsx'
import { planNote } from '../../text/audit.ts'
import { count, duration } from '../../text/format.ts'

/** What each pass of an audit would ask, how much of it counts, and how long it takes. */
export function PlannedPasses({ plan: { passes } }: { readonly plan: AuditPlan }) {
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
