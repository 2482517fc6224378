/** The plan of a run beside what was reached, in the report. */
import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { addedPart } from '../../../app/controller/result-part.ts'
import { sideOfGuessing } from '../../../engine/analysis/shares.ts'
import { counted } from '../../../engine/base/counted.ts'
import { listImages } from '../../../engine/protocol/sample.ts'
import { oneSection, type View } from '../../../ui/shared/sections.tsx'
import { count, date, points } from '../../../ui/text/format.ts'
import { reportedFindings } from '../app/reported-findings.ts'
import { plannedWords, voxelWords } from '../text/plan-words.ts'

type PlanFacts = Pick<ReportFacts, 'run' | 'rows' | 'overview' | 'added'>

export const planReached: View<PlanFacts> = oneSection('size-plan', 'Plan, and what was reached', facts =>
  facts.run.plan ? <Reached {...facts} /> : null,
)

function Reached(facts: PlanFacts) {
  const {
    run: { plan, created },
    overview: { overall, voxels },
  } = facts
  if (!plan) return null
  const { n, low, high, basis } = overall
  const undecided = voxels.filter(voxel => sideOfGuessing(voxel) === 0)
  return (
    <>
      <p>
        {plannedWords(plan)} The plan was made on {date(plan.made)}
        {plan.made < created && ', before the first question'}.
      </p>
      <p>
        Reached: {counted(n, 'question')} in {counted(basis?.clusters ?? 0, 'cluster')} on{' '}
        {counted(imagesAmong(facts), 'image')}
        {basis && n > 0 && `, accuracy within ±${halfWidth({ low, high })} points`}. {count(undecided.length)}{' '}
        of {counted(voxels.length, 'voxel')} {undecided.length === 1 ? 'is' : 'are'} undecided
        {voxelWords(undecided, undecided.length)}.
      </p>
      {plan.figure && <ReachedFigure figure={plan.figure} facts={facts} />}
    </>
  )
}

const halfWidth = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  points((high - low) / 2).slice(1)

const imagesAmong = ({ rows }: PlanFacts): number =>
  new Set(rows.filter(({ verdict }) => verdict !== 'failed').flatMap(row => listImages(row))).size

/** The planned figure of each finding that is reported. */
function ReachedFigure({
  figure,
  facts,
}: {
  readonly figure: 'sensitivity' | 'specificity'
  readonly facts: PlanFacts
}) {
  const reached = (addedPart(reportedFindings, facts)?.report.findings ?? []).flatMap(
    ({ finding, figures }) => {
      const estimate = figures[figure]
      return estimate?.interval
        ? [`${finding} within ±${halfWidth(estimate.interval)} points (n ${count(estimate.n)})`]
        : []
    },
  )
  if (reached.length === 0) return <p>No finding of this run has a {figure}.</p>
  return (
    <p>
      Reached {figure}: {reached.slice(0, mostListed).join('; ')}
      {reached.length > mostListed && ` and ${count(reached.length - mostListed)} more, listed per finding`}.
    </p>
  )
}

const mostListed = 6
