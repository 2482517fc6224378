/**
 * Two models on the same image groups, in the same balanced order: how many more right answers the first has on the
 * whole benchmark. Limits and evidence are valid at any time. As for one model (`benchmark-estimate.ts`), a proved sequence
 * and an asymptotic one share the risk, and nothing is inferred from large images.
 */
import type { SamplingFrame } from '../../protocol/frame.ts'
import type { BalancedOrder } from '../../protocol/order.ts'
import {
  fewestClusters,
  fewestOpen,
  mixtureEvidence,
  mixtureReach,
  SampledTotal,
  SamplingTime,
  sizeFactor,
  tuningOf,
} from '../../statistics/sampled-total.ts'
import { LowerSequence } from '../../statistics/sequence.ts'
import { provedPart } from '../benchmark-estimate.ts'
import { largeImages } from '../large-images.ts'

/** What became of each question of one model, by its index; null where it has not been asked. */
export type Verdicts = readonly ('correct' | 'wrong' | 'failed' | null)[]

/** Prior: as if this many questions of a cell had been asked, on which both are right as often as elsewhere. */
const priorWeight = 6

/** Fewest images on which the two differ, drawn and expected among the open ones, for an estimated variance. */
const fewestDifferent = 10

export class PairedSequence {
  readonly #cellOf: readonly number[]
  readonly #order: BalancedOrder
  readonly #members: readonly (readonly number[])[]
  readonly #large: ReadonlySet<number>
  /** The first's right answers minus the second's on large images, and questions of those that are open. */
  readonly #largeLead = { known: 0, open: 0 }
  /** By block: its open large images. */
  readonly #openLarge: number[]
  /** Of all other images, and of those that were drawn. */
  readonly #others = { clusters: 0, squares: 0 }
  readonly #drawn = { clusters: 0, squares: 0 }
  readonly #most: number
  readonly #lower: LowerSequence
  readonly #total = new SampledTotal()
  readonly #time: SamplingTime
  readonly #tuning: number
  readonly #alpha: number
  /** By block and cell: questions in future rounds; and by block the first's right answers minus the second's. */
  readonly #leftOf: readonly Map<number, number>[]
  readonly #settledIn: number[]
  #different = 0
  #limit = Number.NEGATIVE_INFINITY
  /** By cell: questions in future rounds; and in past rounds, with the first's right answers minus the second's. */
  readonly #cells: { left: number; ahead: number; asked: number }[]
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
    this.#large = largeImages({ groups: [...members.keys()], counts: members.map(({ length }) => length) })
    this.#openLarge = order.sizes.map(() => 0)
    this.#leftOf = order.sizes.map(() => new Map())
    this.#settledIn = order.sizes.map(() => 0)
    this.#cells = cells.map(() => ({ left: 0, ahead: 0, asked: 0 }))
    let most = 1
    for (const [group, indices] of members.entries()) {
      const block = order.blockOf[group] ?? 0
      if (this.#large.has(group)) {
        this.#largeLead.open += indices.length
        this.#openLarge[block] = (this.#openLarge[block] ?? 0) + 1
        continue
      }
      most = Math.max(most, indices.length)
      this.#others.clusters++
      this.#others.squares += indices.length ** 2
      const left = this.#leftOf[block]
      for (const index of indices) {
        const cell = cellOf[index] ?? 0
        left?.set(cell, (left.get(cell) ?? 0) + 1)
        const of = this.#cells[cell]
        if (of) of.left++
      }
    }
    this.#most = most
    this.#lower = new LowerSequence(provedPart * alpha, Math.max(1, ...order.sizes), most)
    this.#alpha = alpha
    this.#time = new SamplingTime(order.sizes.map((size, block) => size - (this.#openLarge[block] ?? 0)))
    this.#tuning = tuningOf(members.length, null)
  }

  /** A lower limit of the first's right answers less the second's, of all questions. */
  get limit(): number {
    return Math.max(this.#limit, this.#lower.limit) + this.#leastLargeLead
  }

  /** On large images, if the second alone has every open question right. */
  get #leastLargeLead(): number {
    return this.#largeLead.known - this.#largeLead.open
  }

  /** Logarithm of the evidence, after the last round, against the second's being at least as good as the first. */
  get evidence(): number {
    return this.#evidence
  }

  /** Adds the next round, in which both have answered every question. */
  addRound(first: Verdicts, second: Verdicts): void {
    const { rounds, sizes, blockOf } = this.#order
    const asked = rounds[this.#round] ?? []
    const groups = asked.filter(group => !this.#large.has(group))
    const leftIn = (group: number): number => {
      const block = blockOf[group] ?? 0
      return (sizes[block] ?? 0) - this.#round - (this.#openLarge[block] ?? 0)
    }
    const predicted = this.#predictions()
    const rest = this.#cells.reduce((sum, { left }, cell) => sum + left * (predicted[cell] ?? 0), 0)
    const draws = groups.map(group => ({
      left: leftIn(group),
      z: this.#surprise(group, predicted, first, second),
    }))
    const worst = this.#most * (1 + Math.max(...predicted))
    const left = draws.reduce((most, draw) => Math.max(most, draw.left), 0)
    // Every block that has other images left takes part in a round, unless it asks a large one.
    if (groups.length === asked.length)
      this.#lower.addRound({ draws, left, known: this.#settled + rest, worst })
    for (const [i, group] of groups.entries()) {
      const block = blockOf[group] ?? 0
      let known = this.#settledIn[block] ?? 0
      for (const [cell, open] of this.#leftOf[block] ?? []) known += open * (predicted[cell] ?? 0)
      const { z = 0, left = 0 } = draws[i] ?? {}
      this.#total.add({ block, left, known, z })
      this.#time.draw(block)
      this.#count(group, block, first, second)
    }
    for (const group of asked) if (this.#large.has(group)) this.#countLarge(group, first, second)
    this.#round++
    this.#evidence = this.#conclude()
  }

  #countLarge(group: number, first: Verdicts, second: Verdicts): void {
    const block = this.#order.blockOf[group] ?? 0
    this.#openLarge[block] = (this.#openLarge[block] ?? 0) - 1
    for (const index of this.#members[group] ?? []) {
      this.#largeLead.open--
      this.#largeLead.known += leadOf(first[index], second[index])
    }
  }

  /** Renews the limit. @returns the evidence of both sequences, weighted by their parts of the risk */
  #conclude(): number {
    const proved = Math.log(provedPart) + this.#lower.evidenceAgainst(-this.#leastLargeLead)
    const time = this.#time.value
    const { total, variance } = this.#total
    const { clusters } = this.#drawn
    const open = this.#others.clusters - clusters
    const isKnown =
      clusters >= fewestClusters &&
      open >= fewestOpen &&
      this.#different * Math.min(1, open / clusters) >= fewestDifferent
    if (!isKnown || variance <= 0 || time === 0) return proved
    const error = Math.sqrt(variance * sizeFactor(this.#others, this.#drawn))
    const reach = mixtureReach(time, this.#tuning, 2 * (1 - provedPart) * this.#alpha)
    this.#limit = Math.max(this.#limit, total - reach * error)
    const asymptotic =
      Math.log(1 - provedPart) + mixtureEvidence((total + this.#leastLargeLead) / error, time, this.#tuning)
    const most = Math.max(proved, asymptotic)
    return most + Math.log(Math.exp(proved - most) + Math.exp(asymptotic - most))
  }

  /** How much more of an image the first has right, and the second not, than was predicted. */
  #surprise(group: number, predicted: readonly number[], first: Verdicts, second: Verdicts): number {
    let z = 0
    for (const index of this.#members[group] ?? [])
      z += leadOf(first[index], second[index]) - (predicted[this.#cellOf[index] ?? 0] ?? 0)
    return z
  }

  #count(group: number, block: number, first: Verdicts, second: Verdicts): void {
    let isDifferent = false
    for (const index of this.#members[group] ?? []) {
      const cell = this.#cellOf[index] ?? 0
      const lead = leadOf(first[index], second[index])
      const left = this.#leftOf[block]
      left?.set(cell, (left.get(cell) ?? 0) - 1)
      const of = this.#cells[cell] ?? { left: 0, ahead: 0, asked: 0 }
      of.left--
      of.ahead += lead
      of.asked++
      this.#settled += lead
      this.#settledIn[block] = (this.#settledIn[block] ?? 0) + lead
      isDifferent ||= lead !== 0
    }
    this.#drawn.clusters++
    this.#drawn.squares += (this.#members[group] ?? []).length ** 2
    this.#different += Number(isDifferent)
  }

  /** Of each cell the lead to be expected: its own, drawn to that over all; however bad, the limit stays valid. */
  #predictions(): readonly number[] {
    const asked = this.#cells.reduce((sum, of) => sum + of.asked, 0)
    const all = this.#settled / (2 + asked)
    return this.#cells.map(of => (priorWeight * all + of.ahead) / (priorWeight + of.asked))
  }
}

/** A question that failed could have been either: it counts against the first, and for the second. */
function leadOf(first: Verdicts[number] | undefined, second: Verdicts[number] | undefined): number {
  return Number(first === 'correct') - Number(second !== 'wrong')
}
