import type { LevelChoice } from '../../app/controller/levels.ts'
import type { Results } from '../../app/controller/report-facts.ts'
import { canContinue } from '../../app/state/passes.ts'
import { useProbes } from '../hooks/use-probes.ts'
import { ErrorBox } from '../shared/controls/error-box.tsx'
import { Sections } from '../shared/sections.tsx'
import { useRoute } from '../state/router.ts'
import { StartAudit } from './audit/start-audit.tsx'
import { PassList } from './probes/pass-list.tsx'
import { audit } from './sections.tsx'

interface Props {
  readonly results: Results
  readonly levels: LevelChoice
}

/** Whether the model uses the images, from the passes that changed them. */
export function AuditTab({ results: { run }, levels }: Props) {
  const { probed, shown } = useProbes(run, levels)
  const { query } = useRoute()
  if (run.probe) return <p>This is an extra pass. The audit belongs to its run.</p>
  return (
    <>
      <h2>{audit.name}</h2>
      <p className="prose">
        The audit asks the same questions on other images. A model that uses its images must change answers.
      </p>
      <PassList run={run} />
      {shown && canContinue(run) && <StartAudit run={run} plans={shown.plans} />}
      {probed.status === 'failed' && <ErrorBox error={probed.error} />}
      {shown === null && probed.status === 'loading' && (
        <p className="muted" role="status">
          Reading the passes…
        </p>
      )}
      {shown && <Sections of={audit} facts={{ run, probes: shown }} chosen={query} />}
    </>
  )
}
