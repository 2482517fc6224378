/**
 * Two models on the same image groups, in the same balanced order: how many more right answers the first has on the
 * whole benchmark. Limits and evidence are valid at any time. They are those of `statistics/sequence.ts`, computed on
 * differences.
 */
import type { SamplingFrame } from '../../protocol/frame.ts'
import type { BalancedOrder } from '../../protocol/order.ts'
import { LowerSequence } from '../../statistics/sequence.ts'

/** What became of each question of one model, by its index; null where it has not been asked. */
export type Verdicts = readonly ('correct' | 'wrong' | 'failed' | null)[]

/** Prior: as if this many questions of a cell had been asked, on which both are right as often as elsewhere. */
const priorWeight = 6

export class PairedSequence {
  readonly #cellOf: readonly number[]
  readonly #order: BalancedOrder
  readonly #members: readonly (readonly number[])[]
  readonly #most: number
  readonly #lower: LowerSequence
  /** By cell: questions in future rounds; and in past rounds, with the first's right answers minus the second's. */
  readonly #left: number[]
  readonly #ahead: number[]
  readonly #asked: number[]
  #settled = 0
  #round = 0
  #evidence = 0

  /**
   * @param members of each image group its questions
   * @param alpha how often the limit may ever be wrong
   */
  constructor(
    { cells, cellOf }: SamplingFrame,
    members: readonly (readonly number[])[],
    order: BalancedOrder,
    alpha: number,
  ) {
    this.#cellOf = cellOf
    this.#order = order
    this.#members = members
    this.#most = Math.max(1, ...this.#members.map(({ length }) => length))
    this.#lower = new LowerSequence(alpha, Math.max(1, ...order.sizes), this.#most)
    this.#left = cells.map(() => 0)
    for (const cell of cellOf) this.#left[cell] = (this.#left[cell] ?? 0) + 1
    this.#ahead = cells.map(() => 0)
    this.#asked = cells.map(() => 0)
  }

  /** A lower limit of the first's right answers less the second's, of all questions. */
  get limit(): number {
    return this.#lower.limit
  }

  /** Logarithm of the evidence, after the last round, against the second's being at least as good as the first. */
  get evidence(): number {
    return this.#evidence
  }

  /** Adds the next round, in which both have answered every question. */
  addRound(first: Verdicts, second: Verdicts): void {
    const { rounds, sizes, blockOf } = this.#order
    const groups = rounds[this.#round] ?? []
    const leftIn = (group: number): number => (sizes[blockOf[group] ?? 0] ?? 0) - this.#round
    const predicted = this.#predictions()
    // Every block that has something left takes part in a round.
    const rest = this.#left.reduce((sum, left, cell) => sum + left * (predicted[cell] ?? 0), 0)
    const draws = groups.map(group => ({
      left: leftIn(group),
      z: this.#surprise(group, predicted, first, second),
    }))
    const worst = this.#most * (1 + Math.max(...predicted))
    const left = groups.reduce((most, group) => Math.max(most, leftIn(group)), 0)
    this.#lower.addRound({ draws, left, known: this.#settled + rest, worst })
    this.#evidence = this.#lower.evidenceAgainst(0)
    for (const group of groups) this.#count(group, first, second)
    this.#round++
  }

  /** How much more of an image the first has right, and the second not, than was predicted. */
  #surprise(group: number, predicted: readonly number[], first: Verdicts, second: Verdicts): number {
    let z = 0
    for (const index of this.#members[group] ?? [])
      z += leadOf(first[index], second[index]) - (predicted[this.#cellOf[index] ?? 0] ?? 0)
    return z
  }

  #count(group: number, first: Verdicts, second: Verdicts): void {
    for (const index of this.#members[group] ?? []) {
      const cell = this.#cellOf[index] ?? 0
      const lead = leadOf(first[index], second[index])
      this.#left[cell] = (this.#left[cell] ?? 0) - 1
      this.#ahead[cell] = (this.#ahead[cell] ?? 0) + lead
      this.#asked[cell] = (this.#asked[cell] ?? 0) + 1
      this.#settled += lead
    }
  }

  /** Of each cell the lead to be expected: its own, drawn to that over all; however bad, the limit stays valid. */
  #predictions(): readonly number[] {
    const asked = this.#asked.reduce((sum, n) => sum + n, 0)
    const all = this.#settled / (2 + asked)
    return this.#ahead.map(
      (ahead, cell) => (priorWeight * all + ahead) / (priorWeight + (this.#asked[cell] ?? 0)),
    )
  }
}

/** A question that failed could have been either: it counts against the first, and for the second. */
function leadOf(first: Verdicts[number] | undefined, second: Verdicts[number] | undefined): number {
  return Number(first === 'correct') - Number(second !== 'wrong')
}
