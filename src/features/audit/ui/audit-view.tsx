/** The section “Does it use the image?” of the page and the report. */
import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { foundBy } from '../../../engine/probes/feature-finding.ts'
import type { Section, View } from '../../../ui/shared/sections.tsx'
import { type Audit, auditName } from '../engine/audit.ts'
import { AuditFigures, AuditSummary } from './audit-sections.tsx'

export type AuditFacts = Pick<ReportFacts, 'run' | 'probes'>

/** Null where no pass shows whether the model uses the images. */
export const auditIn = ({ probes }: Pick<AuditFacts, 'probes'>): Audit | null =>
  probes && foundBy<Audit>(auditName, probes.added)

/** @param added sections of other features on the use of the images */
export const auditView = (added: readonly Section<AuditFacts>[]): View<AuditFacts> => ({
  id: 'audit',
  name: 'Does it use the image?',
  sections: [
    {
      id: 'audited',
      body: facts => {
        const audit = auditIn(facts)
        return audit && <AuditSummary run={facts.run.id} audit={audit} />
      },
    },
    {
      id: 'audit-figures',
      name: 'Verdicts and figures',
      body: facts => {
        const audit = auditIn(facts)
        return audit && <AuditFigures run={facts.run.id} audit={audit} />
      },
    },
    ...added,
  ],
})
