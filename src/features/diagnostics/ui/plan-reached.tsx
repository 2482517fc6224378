/** The plan of a run beside what was reached, on the page and in the report. */
import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { sideOfGuessing } from '../../../engine/analysis/shares.ts'
import { counted } from '../../../engine/base/counted.ts'
import { oneSection, type View } from '../../../ui/shared/sections.tsx'
import { count, date, points } from '../../../ui/text/format.ts'
import { plannedWords } from '../text/plan-words.ts'

type PlanFacts = Pick<ReportFacts, 'run' | 'overview'>

export const planReached: View<PlanFacts> = oneSection('size-plan', 'Plan, and what was reached', facts =>
  facts.run.plan ? <Reached {...facts} /> : null,
)

function Reached({ run: { plan, created }, overview: { overall, voxels } }: PlanFacts) {
  if (!plan) return null
  const { n, low, high, basis } = overall
  const undecided = voxels.filter(voxel => sideOfGuessing(voxel) === 0).length
  return (
    <>
      <p>
        {plannedWords(plan)} The plan was made on {date(plan.made)}
        {plan.made < created && ', before the first question'}.
      </p>
      <p>
        Reached: {counted(n, 'question')} in {counted(basis?.clusters ?? 0, 'cluster')}
        {basis && n > 0 && `, accuracy within ±${points((high - low) / 2).slice(1)} points`}.{' '}
        {count(undecided)} of {counted(voxels.length, 'voxel')} {undecided === 1 ? 'is' : 'are'} undecided.
      </p>
    </>
  )
}
