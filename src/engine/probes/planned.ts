import { AnswerHabits } from '../analysis/answer-habits.ts'
import type { Estimate } from '../analysis/shares.ts'
import { keptRight } from '../protocol/answer-words.ts'
import { Chance, guessingChance } from '../protocol/chance.ts'
import { cellLabels } from '../protocol/frame.ts'
import { Tally, type Voxel } from '../protocol/metrics.ts'
import { askedQuestions } from '../protocol/order.ts'
import type { Probe } from '../protocol/probe.ts'
import type { Protocol } from '../protocol/protocol.ts'
import { findProtocol } from '../protocol/protocols/registry.ts'
import type { Sample } from '../protocol/sample.ts'
import type { RunSettings } from '../protocol/settings.ts'
import { VoxelMap } from '../protocol/voxel-map.ts'
import { hasChance } from './kind-of.ts'
import { Perturbation } from './perturbation.ts'

/** What accuracies are compared with: guessing, and the most frequent right answer of each task and kind of question. */
type Baselines = Pick<Estimate, 'chance' | 'majority'>

/** `constant` is the right answer that all of its questions have in common, if there is one. */
export type PlannedVoxel = Voxel & Baselines & Pick<Estimate, 'constant'>

/** The samples of a run, available before the first answer. */
export interface Planned extends Baselines {
  /** With the number of their questions, none of them right yet. */
  readonly voxels: readonly PlannedVoxel[]
}

/** The parts of a run that determine which samples it asks. */
export interface PlannedRun {
  readonly settings: Pick<RunSettings, 'limit' | 'order' | 'seed' | 'protocol'>
  readonly probe?: Probe
}

export function planned(samples: readonly Sample[], { settings, probe }: PlannedRun): Planned {
  const protocol = findProtocol(settings.protocol)
  const askedSamples = askedQuestions(samples, settings).samples
  return planQuestions(askedSamples, new Perturbation(probe, askedSamples, protocol), protocol, probe)
}

/** @param samples that the run draws from */
export function planQuestions(
  samples: readonly Sample[],
  perturbation: Perturbation,
  protocol: Protocol,
  probe: Probe | undefined,
): Planned {
  const askedSamples = samples.filter(sample => perturbation.asks(sample))
  const answering = askedSamples.map(({ fields }) => ({
    task: cellLabels(fields).task,
    kind: protocol.answerKind(fields),
    ...keptRight(protocol, fields),
  }))
  const habits = answering.some(({ right }) => right !== undefined) ? new AnswerHabits(answering) : null
  const tally = new Tally()
  const whole = new Baseline(habits)
  const ofVoxels = new VoxelMap(() => new Baseline(habits))
  for (const [at, { fields }] of askedSamples.entries()) {
    tally.add({ fields, correct: false })
    const chance = hasChance(probe) ? guessingChance(protocol, fields) : null
    whole.add(at, chance)
    ofVoxels.at(cellLabels(fields)).add(at, chance)
  }
  const voxels = tally.voxels().map(voxel => {
    const baseline = ofVoxels.at(voxel)
    return { ...voxel, ...baseline.means(), ...baseline.constant() }
  })
  return { voxels, ...whole.means() }
}

/** Sums what needs no image over some of the questions. */
class Baseline {
  readonly #habits: AnswerHabits | null
  readonly #chance = new Chance()
  readonly #majority = new Chance()
  readonly #places: number[] = []

  /** @param habits null where no right answer is known */
  constructor(habits: AnswerHabits | null) {
    this.#habits = habits
  }

  /** @param at the question's place among all */
  add(at: number, chance: number | null): void {
    this.#chance.add(chance)
    this.#majority.add(this.#habits ? (this.#habits.majorityAt(at) ?? chance) : null)
    this.#places.push(at)
  }

  means(): Baselines {
    const majority = this.#majority.mean()
    return { chance: this.#chance.mean(), ...(majority !== null && { majority }) }
  }

  constant(): Pick<Estimate, 'constant'> {
    const constant = this.#habits?.commonAnswer(this.#places)
    return constant ? { constant } : {}
  }
}
