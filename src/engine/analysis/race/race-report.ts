import type { SamplingFrame } from '../../protocol/frame.ts'
import type { Run } from '../../protocol/run.ts'
import type { RunSettings } from '../../protocol/settings.ts'
import { BenchmarkEstimates } from '../benchmark-estimate.ts'
import { asPart } from '../report.ts'
import { bareShare, type Estimate } from '../shares.ts'
import type { Verdicts } from './paired-sequence.ts'
import { left, type RaceStanding, raceStanding, winnersOf } from './standing.ts'

/** The current state of a race: computed from its runs, never stored. */
export interface RaceReport {
  readonly id: string
  readonly risk: number
  /** How many models began; fewer runs are left where some were deleted. */
  readonly began: number
  /** By rank; `standing` numbers its models in this order. */
  readonly runs: readonly Run[]
  readonly standing: RaceStanding
  /** Each model's accuracy, as an estimate for the whole benchmark if it was not asked all of it. */
  readonly overall: readonly Estimate[]
  readonly step: RaceStep
}

/**
 * @param verdictsOf by the index of the question
 * @param overallOf of a model that was asked everything
 */
export function raceReport(
  runs: readonly Run[],
  frame: SamplingFrame,
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

function partOf(
  frame: SamplingFrame,
  verdicts: Verdicts,
  settings: Pick<RunSettings, 'order' | 'seed'>,
): Estimate {
  const estimates = new BenchmarkEstimates(frame, settings)
  for (const [index, verdict] of verdicts.entries()) if (verdict) estimates.add(index, verdict)
  const correct = verdicts.filter(verdict => verdict === 'correct').length
  const wrong = verdicts.filter(verdict => verdict === 'wrong').length
  return asPart(bareShare(correct + wrong, correct), estimates.overall())
}

/** Every session loads the model once, and logs its end. */
function costOf({ timings, events = [] }: Run): { readonly load: number; readonly asking: number } {
  const sittings = events.filter(({ kind, copy }) => kind === 'end' && copy === null).length
  return { load: timings.load / Math.max(1, sittings), asking: timings.asking }
}

/** What asking a model has cost so far, in milliseconds. */
export interface Cost {
  /** Of one loading; 0 where it was not loaded yet. */
  readonly load: number
  /** Over all that it was asked. */
  readonly asking: number
}

/** `rounds`: up to which round of the order, from the first, a model is to be asked. */
type RaceStep =
  | { readonly kind: 'ask'; readonly model: number; readonly rounds: number }
  | { readonly kind: 'over' }

/** Of a stage's time, how much may go into loading models. */
const mostLoading = 0.1

/** @param costs of each model */
export function nextStep(standing: RaceStanding, costs: readonly Cost[]): RaceStep {
  const { models, rounds, questions } = standing
  const open = left(standing)
  if (open.length === 0 || winnersOf(models, questions).length > 0) return { kind: 'over' }
  const roundsOf = (model: number): number => models[model]?.rounds ?? 0
  const furthest = Math.max(...open.map(roundsOf))
  const behind = open.find(model => roundsOf(model) < furthest)
  if (behind !== undefined) return { kind: 'ask', model: behind, rounds: furthest }
  const [first = 0] = open
  const stage = Math.max(...open.map(model => stageFor(roundsOf(model), costs[model])))
  return { kind: 'ask', model: first, rounds: Math.min(rounds, furthest + stage) }
}

/** Rounds after which loading was a small share; one where nothing was measured yet. */
function stageFor(rounds: number, cost: Cost | undefined): number {
  if (!cost || rounds === 0 || cost.asking === 0) return 1
  const perRound = cost.asking / rounds
  return Math.max(1, Math.ceil((cost.load * (1 / mostLoading - 1)) / perRound))
}
