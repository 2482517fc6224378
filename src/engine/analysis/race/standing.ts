/**
 * A race of models: all are asked the same image groups in the same balanced order, and a model that cannot be the best
 * any more is dropped. The standing is recomputed from the verdicts, so it is available at any time and does not depend
 * on when it is computed. Its proof is in docs/estimates.md.
 */
import { membersOf, type SamplingFrame } from '../../protocol/frame.ts'
import { type BalancedOrder, balancedOrder } from '../../protocol/order.ts'
import type { Interval } from '../../statistics/wilson.ts'
import { PairedSequence, type Verdicts } from './paired-sequence.ts'

export interface ModelStanding {
  readonly asked: number
  readonly correct: number
  readonly wrong: number
  /** Rounds of the order in which it has answered every question. */
  readonly rounds: number
  /** The round after which it could not be the best any more; null where it still can. */
  readonly outAfter: number | null
}

/**
 * `surely`: all such words of a race, and that the best is left in it, are wrong together in no more races than its risk;
 * `probably`: one such word by itself is in one of ten.
 */
type Certainty = 'surely' | 'probably' | 'open' | 'equal'

/** The first of two models against the second. */
export interface PairStanding {
  readonly first: number
  readonly second: number
  /** The first's accuracy on all questions less the second's; by itself it is ever wrong in no more races than the risk. */
  readonly difference: Interval
  readonly certainty: Certainty
  /** Which of the two is, where it is surely or probably better. */
  readonly better: 'first' | 'second' | null
}

export interface RaceStanding {
  /** Of the benchmark. */
  readonly questions: number
  readonly rounds: number
  readonly models: readonly ModelStanding[]
  /** Each two once. */
  readonly pairs: readonly PairStanding[]
}

export interface RaceSettings {
  /** Of the order. */
  readonly seed: number
  /** In what share of races the best model may be dropped, or a `surely` be wrong. */
  readonly risk: number
}

/** In what share of races a `probably` may be wrong. */
const probablyRisk = 0.1

/** With more than two models, the risk is split: one part for the best model, one part for comparisons of the others. */
const shareOfBest = 0.8

/** @param verdicts of each model, by the index of the question */
export function raceStanding(
  frame: SamplingFrame,
  verdicts: readonly Verdicts[],
  { seed, risk }: RaceSettings,
): RaceStanding {
  const order = balancedOrder(frame, seed)
  const members = membersOf(frame)
  const counts = verdicts.map(countsOf)
  const rounds = verdicts.map(of => wholeRounds(order, members, of))
  const sequence = () => new PairedSequence(frame, members, order, risk / 2)
  const duels = duelsOf([...verdicts.keys()], sequence)
  const outAfter = outOf(duels, verdicts, rounds, verdicts.length > 2 ? shareOfBest * risk : risk)
  const size = frame.cellOf.length
  dropAtEnd(counts, outAfter, { size, rounds: order.rounds.length })
  const models = counts.map((of, i) => ({ ...of, rounds: rounds[i] ?? 0, outAfter: outAfter[i] ?? null }))
  const others = (models.length - 1) * (models.length - 2)
  const bounds = { size, sure: others / ((1 - shareOfBest) * risk), probable: 1 / probablyRisk }
  return { questions: size, rounds: order.rounds.length, models, pairs: pairsOf(duels, models, bounds) }
}

/** The models that are still in the race, by their numbers. */
export const left = ({ models }: Pick<RaceStanding, 'models'>): readonly number[] =>
  [...models.keys()].filter(i => models[i]?.outAfter === null)

/** The best: one that is left alone, or several that were asked everything and are equal; none while that is open. */
export function winnersOf(models: readonly ModelStanding[], questions: number): readonly number[] {
  const still = left({ models })
  return still.length === 1 || still.every(i => models[i]?.asked === questions) ? still : []
}

type Counts = Pick<ModelStanding, 'asked' | 'correct' | 'wrong'>

function countsOf(verdicts: Verdicts): Counts {
  const of = (wanted: Verdicts[number]): number => verdicts.filter(verdict => verdict === wanted).length
  return { asked: verdicts.length - of(null), correct: of('correct'), wrong: of('wrong') }
}

function wholeRounds(
  { rounds }: BalancedOrder,
  members: readonly (readonly number[])[],
  verdicts: Verdicts,
): number {
  const isOpen = (group: number): boolean =>
    (members[group] ?? []).some(index => (verdicts[index] ?? null) === null)
  const first = rounds.findIndex(groups => groups.some(isOpen))
  return first === -1 ? rounds.length : first
}

/** Whether one model is better than another, by the rounds that both have answered. */
interface Duel {
  readonly first: number
  readonly second: number
  readonly sequence: PairedSequence
  /** The most evidence at any look. */
  peak: number
}

/** Every model against every other, both ways. */
const duelsOf = (models: readonly number[], sequence: () => PairedSequence): readonly Duel[] =>
  models.flatMap(first =>
    models
      .filter(second => second !== first)
      .map(second => ({ first, second, sequence: sequence(), peak: 0 })),
  )

/** After which round each model could not be the best any more. */
function outOf(
  duels: readonly Duel[],
  verdicts: readonly Verdicts[],
  rounds: readonly number[],
  risk: number,
): (number | null)[] {
  const outAfter = rounds.map((): number | null => null)
  for (let round = 0; round < Math.max(...rounds); round++) {
    for (const duel of duels) {
      const { first, second, sequence } = duel
      if (round >= Math.min(rounds[first] ?? 0, rounds[second] ?? 0)) continue
      sequence.addRound(verdicts[first] ?? [], verdicts[second] ?? [])
      duel.peak = Math.max(duel.peak, sequence.evidence)
    }
    for (const model of rounds.keys())
      if (againstBeingBest(duels, model, rounds.length) >= Math.log(1 / risk)) outAfter[model] ??= round + 1
  }
  return outAfter
}

/** Logarithm of the mean, over its rivals, of the evidence that they are better: were it the best, it would be 1 at most. */
function againstBeingBest(duels: readonly Duel[], model: number, models: number): number {
  const all = duels.filter(({ second }) => second === model).map(({ sequence }) => sequence.evidence)
  if (all.length === 0) return Number.NEGATIVE_INFINITY
  const most = Math.max(...all)
  return most + Math.log(all.reduce((sum, one) => sum + Math.exp(one - most), 0) / (models - 1))
}

/** When all that are left have been asked everything, nothing is left to guess: those that are best stay, one or several. */
function dropAtEnd(
  counts: readonly Counts[],
  outAfter: (number | null)[],
  { size, rounds }: { readonly size: number; readonly rounds: number },
): void {
  const open = [...counts.entries()].filter(([i]) => outAfter[i] === null)
  if (open.some(([, { asked }]) => asked < size)) return
  const best = Math.max(...open.map(([, count]) => accuracyOf(count)))
  for (const [i, count] of open) if (accuracyOf(count) < best) outAfter[i] = rounds
}

/** Of the answered questions: failures do not count. */
function accuracyOf({ correct, wrong }: Counts): number {
  return correct + wrong === 0 ? 0 : correct / (correct + wrong)
}

interface Bounds {
  readonly size: number
  /** How much evidence it takes. */
  readonly sure: number
  readonly probable: number
}

function pairsOf(
  duels: readonly Duel[],
  models: readonly ModelStanding[],
  bounds: Bounds,
): readonly PairStanding[] {
  return duels
    .filter(({ first, second }) => first < second)
    .flatMap(there => {
      const back = duels.find(({ first, second }) => first === there.second && second === there.first)
      return back ? [pairOf(there, back, models, bounds)] : []
    })
}

function pairOf(there: Duel, back: Duel, models: readonly ModelStanding[], bounds: Bounds): PairStanding {
  const { first, second } = there
  const [one, other] = [models[first], models[second]]
  const { size } = bounds
  if (!one || !other) throw new Error('A duel is between two models of the race.')
  const pair = { first, second }
  if (one.asked === size && other.asked === size) {
    const lead = accuracyOf(one) - accuracyOf(other)
    const better = lead > 0 ? 'first' : lead < 0 ? 'second' : null
    return { ...pair, difference: { low: lead, high: lead }, certainty: better ? 'surely' : 'equal', better }
  }
  // The remaining questions also bound the difference; a failed question stays open.
  const least = Math.max(one.correct + other.wrong - size, there.sequence.limit)
  const most = Math.min(size - one.wrong - other.correct, -back.sequence.limit)
  // They cross only where one of them is wrong.
  const difference = { low: Math.min(least, most) / size, high: Math.max(least, most) / size }
  const winners = winnersOf(models, size)
  const isSure = ({ first, second, peak }: Duel): boolean =>
    (models[second]?.outAfter ?? null) !== null && (winners.includes(first) || peak >= Math.log(bounds.sure))
  const isProbable = ({ peak }: Duel): boolean => peak >= Math.log(bounds.probable)
  for (const [certainty, holds] of [
    ['surely', isSure],
    ['probably', isProbable],
  ] as const) {
    const better = holds(there) ? 'first' : holds(back) ? 'second' : null
    if (better) return { ...pair, difference, certainty, better }
  }
  return { ...pair, difference, certainty: 'open', better: null }
}
