import { collectRecords } from '../../../data/export/stored-runs.ts'
import { madePasses } from '../../../engine/probes/open-pass.ts'
import { defineFact } from '../../../workers/results/facts/fact.ts'
import { type AuditPlan, plansOfRun } from '../engine/plan.ts'

/** What an audit would still ask: of a part of the questions, and of all. */
export const auditPlansFact = defineFact({
  needs: 'records',
  async of({ run, store }, _: { readonly run: string }): Promise<readonly AuditPlan[]> {
    const runs = (await store.runs()).map(one => one.run)
    const drawn = await store.folders.regions(run.dataset.fingerprint)
    return plansOfRun(run, await collectRecords(store, run.id), madePasses(runs, run.id), drawn)
  },
})
