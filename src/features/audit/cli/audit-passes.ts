/** `evaluate --audit`. */
import { flagOption } from '../../../cli/base/options.ts'
import type { FurtherPasses, PlannedPasses } from '../../../cli/evaluate/further-passes.ts'
import { foundBy } from '../../../engine/probes/feature-finding.ts'
import { type Audit, auditName } from '../engine/audit.ts'
import { type AuditPlan, plansOfRun } from '../engine/plan.ts'
import { auditSentence, planWords } from '../text/audit-words.ts'

/** Passes on the part of the questions, or on all where that is no less. */
const planned = ([plan]: readonly AuditPlan[]): PlannedPasses | null =>
  plan
    ? {
        probes: plan.passes.map(({ probe }) => probe),
        part: plan.part,
        words: `Audit: ${planWords(plan, 0)}`,
      }
    : null

export const auditPasses = {
  option: flagOption(
    'audit',
    'After the run, ask a balanced part of its questions on other images, to see whether the model uses them (docs/audit.md).',
    { notWith: ['shard'] },
  ),
  plan: ({ run, records, made, drawn }) => planned(plansOfRun(run, records, made, drawn)),
  planInPage: async (page, run) =>
    planned(await page.evaluate(id => globalThis.voxelwise.fact('auditPlans', { run: id }), run)),
  summary(findings) {
    const audit = foundBy<Audit>(auditName, findings.added)
    return audit && auditSentence(audit)
  },
} satisfies FurtherPasses
