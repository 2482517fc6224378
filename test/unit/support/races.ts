/** Races between models whose every answer is known: whether the best is dropped can be held against the truth. */
import type { Verdicts } from '../../../src/engine/analysis/race/paired-sequence.ts'
import { type RaceStanding, raceStanding } from '../../../src/engine/analysis/race/standing.ts'
import { membersOf, type SamplingFrame } from '../../../src/engine/protocol/frame.ts'
import { balancedOrder } from '../../../src/engine/protocol/order.ts'
import { accuracyOf, demoPopulation, type Population, publishedPopulation } from './populations.ts'

export interface Field {
  readonly name: string
  readonly frame: SamplingFrame
  /** By model and index of the question: whether it is answered right. */
  readonly right: readonly (readonly boolean[])[]
}

const fieldOf = (name: string, populations: readonly Population[]): Field => {
  const [first] = populations
  if (!first) throw new Error('A race is between models.')
  return { name, frame: first.frame, right: populations.map(({ right }) => right) }
}

/** The bundled model's recorded answers in three precisions. */
export async function demoField(): Promise<Field> {
  const all = await Promise.all((['fp32', 'q8', 'q4'] as const).map(demoPopulation))
  return fieldOf('phantom-vlm fp32, q8, q4', all)
}

/** Published models on the same drawn questions; one that is named twice is nearly as good as itself. */
export function publishedField(models: readonly string[], images: number, seed: number): Field {
  const all = models.map((model, i) => publishedPopulation(model, images, seed, 1000 * seed + i))
  return fieldOf(`${models.join(', ')}; ${images} images`, all)
}

export interface RaceOutcome {
  readonly standing: RaceStanding
  readonly bestWasDropped: boolean
  /** Whether a pair was called surely better that is not. */
  readonly sureWasWrong: boolean
  readonly probablyWasWrong: boolean
  /** Questions that each model was asked until one was left, or all was asked. */
  readonly asked: readonly number[]
}

/** A whole race in the order of a seed: every model that is left is asked so many rounds at a time. */
export function simulateRace({ frame, right }: Field, seed: number, risk: number, stage = 1): RaceOutcome {
  const whole: Verdicts[] = right.map(of => of.map(one => (one ? 'correct' : 'wrong')))
  const shares = right.map(accuracyOf)
  const final = raceStanding(frame, whole, { seed, risk })
  const best = Math.max(...shares)
  // What the whole race shows of each round is what it showed then, but for models that were asked no further.
  const ends = final.models.map(({ outAfter }) => outAfter ?? final.rounds)
  const last = [...ends].sort((a, b) => b - a)[1] ?? final.rounds
  const upTo = ends.map(end => Math.min(final.rounds, Math.ceil(Math.min(end, last) / stage) * stage))
  const partly = raceStanding(frame, stoppedAt(frame, whole, seed, upTo), { seed, risk })
  return {
    standing: partly,
    bestWasDropped: partly.models.some(({ outAfter }, i) => outAfter !== null && shares[i] === best),
    sureWasWrong: partly.pairs.some(pair => pair.certainty === 'surely' && isWrong(pair, shares)),
    probablyWasWrong: partly.pairs.some(pair => pair.certainty === 'probably' && isWrong(pair, shares)),
    asked: partly.models.map(({ asked }) => asked),
  }
}

function isWrong(
  { first, second, better }: RaceStanding['pairs'][number],
  shares: readonly number[],
): boolean {
  const lead = (shares[first] ?? 0) - (shares[second] ?? 0)
  return better === 'first' ? lead <= 0 : lead >= 0
}

/** The verdicts of the first so many rounds. */
export function stoppedAt(
  frame: SamplingFrame,
  verdicts: readonly Verdicts[],
  seed: number,
  rounds: readonly number[],
): readonly Verdicts[] {
  const order = balancedOrder(frame, seed)
  const members = membersOf(frame)
  return verdicts.map((of, model) => {
    const asked = new Set(
      order.rounds
        .slice(0, rounds[model])
        .flat()
        .flatMap(group => members[group] ?? []),
    )
    return of.map((verdict, index) => (asked.has(index) ? verdict : null))
  })
}
