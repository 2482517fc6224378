/**
 * The next step of a race. It proceeds in stages: each remaining model is loaded once per stage, in turn, and asked the
 * same rounds of the order. The end of a stage may depend on anything that is known, since the evidence is valid at any
 * time.
 */
import { left, type RaceStanding, winnersOf } from './standing.ts'

/** What asking a model has cost so far, in milliseconds. */
export interface Cost {
  /** Of one loading; 0 where it was not loaded yet. */
  readonly load: number
  /** Over all that it was asked. */
  readonly asking: number
}

/** `rounds`: up to which round of the order, from the first, a model is to be asked. */
export type RaceStep =
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
