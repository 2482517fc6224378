import type { Frame } from '../../protocol/frame.ts'
import type { Run } from '../../protocol/run.ts'
import type { RunSettings } from '../../protocol/settings.ts'
import { BenchmarkEstimates } from '../benchmark-estimate.ts'
import { asPart } from '../report.ts'
import { bareShare, type Estimate } from '../shares.ts'
import { nextStep, type RaceStep } from './next-step.ts'
import type { Verdicts } from './paired-sequence.ts'
import { type RaceStanding, raceStanding } from './standing.ts'

/** A race as it stands: worked out of its runs, never stored. */
export interface RaceReport {
  readonly id: string
  readonly risk: number
  /** How many models began; fewer runs are left where some were deleted. */
  readonly began: number
  /** By place; `standing` numbers its models as they stand here. */
  readonly runs: readonly Run[]
  readonly standing: RaceStanding
  /** Of each model its accuracy, with what is known of the whole benchmark where it was not asked all of it. */
  readonly overall: readonly Estimate[]
  readonly step: RaceStep
}

/**
 * @param runs of one race
 * @param frame what all of them draw from
 * @param verdictsOf by the index of the question
 * @param overallOf of a model that was asked everything
 */
export function raceReport(
  runs: readonly Run[],
  frame: Frame,
  verdictsOf: (run: Run) => Verdicts,
  overallOf: (run: Run) => Estimate,
): RaceReport | null {
  const entry = runs[0]?.race
  if (!entry) return null
  const sorted = [...runs].sort((a, b) => (a.race?.place ?? 0) - (b.race?.place ?? 0))
  const { seed } = sorted[0]?.settings ?? { seed: 0 }
  const verdicts = sorted.map(verdictsOf)
  const standing = raceStanding(frame, verdicts, { seed, risk: entry.risk })
  const overall = sorted.map((run, i) => {
    const of = verdicts[i] ?? []
    return of.includes(null) ? partOf(frame, of, run.settings) : overallOf(run)
  })
  const step = nextStep(standing, sorted.map(costOf))
  return { id: entry.id, risk: entry.risk, began: entry.models, runs: sorted, standing, overall, step }
}

function partOf(frame: Frame, verdicts: Verdicts, settings: Pick<RunSettings, 'order' | 'seed'>): Estimate {
  const estimates = new BenchmarkEstimates(frame, settings)
  let [n, correct] = [0, 0]
  for (const [index, verdict] of verdicts.entries()) {
    if (verdict === null) continue
    estimates.tell(index, verdict)
    if (verdict !== 'failed') n++
    if (verdict === 'correct') correct++
  }
  return asPart(bareShare(n, correct), estimates.overall())
}

/** Every sitting loads the model once, and logs its end. */
function costOf({ timings, events = [] }: Run): { readonly load: number; readonly asking: number } {
  const sittings = events.filter(({ kind, copy }) => kind === 'end' && copy === null).length
  return { load: timings.load / Math.max(1, sittings), asking: timings.asking }
}
