/**
 * Estimates of the accuracy that a run would end with on the whole benchmark: overall, by slice and by voxel. They are
 * valid at any time, and at the end they are that accuracy. Two sequences share the risk: a proved one, which changes after
 * whole rounds (`statistics/sequence.ts`), and a much narrower asymptotic one, which changes after each image and begins
 * when there are enough of them (`statistics/sampled-total.ts`). A run that has asked a number of questions set in advance has
 * the interval of a single look.
 */
import { getOrMake } from '../base/grouping.ts'
import {
  type CellLabels,
  type FrameAxis,
  frameAxes,
  membersOf,
  placeInFrame,
  type SamplingFrame,
} from '../protocol/frame.ts'
import { type BalancedOrder, balancedOrder } from '../protocol/order.ts'
import type { Axis } from '../protocol/sample.ts'
import { type RunSettings, type Until, untilTheEnd } from '../protocol/settings.ts'
import { studentQuantile } from '../statistics/quantiles.ts'
import { mixtureReach, SampledShare, SamplingTime, tuningOf } from '../statistics/sampled-total.ts'
import { type Draw, LowerSequence } from '../statistics/sequence.ts'
import type { Interval } from '../statistics/wilson.ts'
import { type Kind, kindsOf, predictions } from './predictions.ts'
import type { Countable, PartEstimate } from './shares.ts'

/** Of images that were drawn: right answers, and failures, which could have been right. */
const newSettled = () => ({ right: 0, failed: 0 })

/** Questions that have a figure of their own. */
class Domain {
  readonly kinds: number[] = []
  /** Questions in all, and of the image that has most. */
  size = 0
  most = 0
  readonly counts = { correct: 0, wrong: 0, failed: 0 }
  /** Images that have such questions. */
  clusters = 0
  readonly settled = newSettled()
  /** The same by block. */
  readonly settledIn = new Map<number, ReturnType<typeof newSettled>>()
  /** The limits of the asymptotic sequence. A failed question is wrong for the lower one, right for the upper one. */
  readonly pessimistic = new SampledShare()
  readonly optimistic = new SampledShare()
  low = 0
  high = 1
  /** The limits of a single look at a number of questions that was set in advance. */
  fixed: Interval | null = null
  lower: LowerSequence | null = null
  /** Of the total with its sign turned. */
  upper: LowerSequence | null = null
  /** In the current round: its draws for either limit, what was right before it, and the predictions for the open questions. */
  lowDraws: Draw[] = []
  highDraws: Draw[] = []
  before = newSettled()
  rest = 0
  worst = { low: 0, high: 0 }
}

const open = 0
const verdicts = { wrong: 1, correct: 2, failed: 3 } as const

/** Of the risk, the proved sequence has this part. */
export const provedPart = 0.1

export type EstimateSettings = Pick<RunSettings, 'order' | 'seed'> &
  Partial<Pick<RunSettings, 'limit' | 'until'>>

export class BenchmarkEstimates {
  readonly #frame: SamplingFrame
  /** Kinds of questions that are predicted alike: of one cell, and answered alike by the earlier run, where there is one. */
  readonly #kinds: readonly Kind[]
  /** By the index of the question. */
  readonly #kindOf: readonly number[]
  /** Null for an undrawn order: then only the number of remaining questions bounds the result. */
  readonly #order: BalancedOrder | null
  readonly #members: readonly (readonly number[])[]
  /** The images in the order in which they are asked, each with its round. */
  readonly #queue: readonly { readonly group: number; readonly round: number }[]
  /** Of each image, the questions that have no verdict yet. */
  readonly #openOf: number[]
  readonly #verdicts: Uint8Array
  /** How many images of the queue were drawn. */
  #drawn = 0
  #predicted: readonly number[] = []
  readonly #time: SamplingTime
  readonly #tuning: number
  readonly #alpha: number
  /** Questions that were set in advance, where this is what ends the run. */
  readonly #planned: number | null
  readonly #byKey = new Map<string, Domain>()
  readonly #sliceKeys: readonly string[]
  readonly #ofKind: readonly (readonly Domain[])[]
  /** By kind, over complete rounds. */
  readonly #right: number[]
  readonly #answeredOf: number[]
  /** By block and kind: questions that are in no complete round. */
  readonly #leftOf: readonly Map<number, number>[]

  /** @param alpha how often an interval may ever be wrong */
  constructor(
    frame: SamplingFrame,
    { order, seed, limit = null, until = untilTheEnd }: EstimateSettings,
    alpha = 0.05,
  ) {
    this.#frame = frame
    this.#members = membersOf(frame)
    this.#order = order === 'balanced' ? balancedOrder(frame, seed) : null
    const rounds = this.#order?.rounds ?? []
    this.#queue = rounds.flatMap((groups, round) => groups.map(group => ({ group, round })))
    this.#openOf = this.#members.map(({ length }) => length)
    const size = frame.cellOf.length
    this.#verdicts = new Uint8Array(size)
    this.#alpha = alpha
    this.#time = new SamplingTime(this.#order?.sizes ?? [])
    const planned = limit !== null && limit < size ? limit : null
    this.#tuning = tuningOf(this.#members.length, planned === null ? null : planned / size)
    this.#planned = isOpenEnded(until) ? null : planned
    const { kinds, kindOf } = kindsOf(frame)
    this.#kinds = kinds
    this.#kindOf = kindOf
    this.#right = kinds.map(() => 0)
    this.#answeredOf = kinds.map(() => 0)
    this.#leftOf = (this.#order?.sizes ?? []).map(() => new Map())
    this.#ofKind = kinds.map(({ labels }, kind) =>
      keysOf(labels).map(key => {
        const domain = getOrMake(this.#byKey, key, () => new Domain())
        domain.kinds.push(kind)
        return domain
      }),
    )
    const sliceKeysOf = (labels: CellLabels) => frameAxes.map(axis => sliceKey(axis, labels[axis]))
    this.#sliceKeys = [...new Set(frame.cells.flatMap(sliceKeysOf))]
    this.#measure()
    const blockSize = Math.max(0, ...(this.#order?.sizes ?? []))
    for (const domain of this.#order ? this.#byKey.values() : []) {
      domain.lower = new LowerSequence((provedPart * alpha) / 2, blockSize, domain.most)
      domain.upper = new LowerSequence((provedPart * alpha) / 2, blockSize, domain.most)
    }
  }

  /** Adds the verdict on a question, in any order; a second one changes nothing. Images are processed in their own order. */
  add(index: number, verdict: Countable['verdict']): void {
    const place = placeInFrame(this.#frame, index)
    if (place === undefined || this.#verdicts[place] !== open) return
    this.#verdicts[place] = verdicts[verdict]
    for (const { counts } of this.#domainsOf(place)) counts[verdict]++
    const group = this.#frame.groups[place] ?? 0
    this.#openOf[group] = (this.#openOf[group] ?? 0) - 1
    if (!this.#order) return
    for (let next = this.#queue[this.#drawn]; next; next = this.#queue[this.#drawn]) {
      if (this.#openOf[next.group] !== 0) return
      this.#settle(this.#order, next.group, next.round)
    }
  }

  overall(): PartEstimate {
    return this.#estimate(overallKey)
  }

  slice(axis: FrameAxis, label: string): PartEstimate {
    return this.#estimate(sliceKey(axis, label))
  }

  voxel(place: Readonly<Record<Axis, string>>): PartEstimate {
    return this.#estimate(voxelKey(place))
  }

  /** The slice with the widest interval. */
  widestSlice(): PartEstimate {
    const all = this.#sliceKeys.map(key => this.#estimate(key))
    return all.reduce(
      (widest, one) => (one.high - one.low > widest.high - widest.low ? one : widest),
      this.overall(),
    )
  }

  #estimate(key: string): PartEstimate {
    const domain = this.#byKey.get(key)
    const about = {
      isDrawn: this.#order !== null,
      ...(this.#frame.indices && { isSelection: true as const }),
    }
    if (!domain || domain.size === 0) return { of: 0, ...about, low: 0, high: 1 }
    const { size, lower, upper } = domain
    const { correct: right, wrong, failed } = domain.counts
    // Failures are no answers: of a benchmark that is asked to the end they take no part.
    if (right + wrong + failed === size && failed < size) {
      const share = right / (right + wrong)
      return { of: size, ...about, low: share, high: share }
    }
    const isOver = this.#planned !== null && this.#answered() >= this.#planned
    const fixed = isOver ? domain.fixed : null
    const least = Math.max(right, size * (fixed?.low ?? domain.low), fixed ? 0 : (lower?.limit ?? 0))
    const most = Math.min(
      size - wrong,
      size * (fixed?.high ?? domain.high),
      fixed ? size : -(upper?.limit ?? -size),
    )
    // They cross only where one of them is wrong.
    const [low, high] = least <= most ? [least, most] : [right, size - wrong]
    return { of: size, ...about, low: low / size, high: high / size, ...(fixed && { isFixed: true }) }
  }

  /** Questions that have a verdict. */
  #answered(): number {
    const { correct = 0, wrong = 0, failed = 0 } = this.#byKey.get(overallKey)?.counts ?? {}
    return correct + wrong + failed
  }

  /**
   * Adds the next image of the order, whose questions all have a verdict. In the first round, without prior knowledge,
   * predictions are renewed for every image. The proved bets must then bear the worst case; later only that of the predictions.
   */
  #settle(order: BalancedOrder, group: number, round: number): void {
    const block = order.blockOf[group] ?? 0
    const groups = order.rounds[round] ?? []
    const leftIn = (group: number): number => (order.sizes[order.blockOf[group] ?? 0] ?? 0) - round
    const isFirst = group === groups[0]
    if (round === 0 || isFirst) this.#predicted = predictions(this.#kinds, this.#right, this.#answeredOf)
    if (isFirst)
      for (const domain of this.#byKey.values()) {
        domain.before = { ...domain.settled }
        domain.worst = worstOf(domain, this.#predicted, round === 0)
      }
    this.#drawn++
    this.#time.draw(block)
    const concerned = this.#draw(group, block, leftIn(group))
    this.#count(group, block)
    this.#narrow(concerned)
    if (group !== groups.at(-1)) return
    const left = groups.reduce((most, group) => Math.max(most, leftIn(group)), 0)
    for (const domain of this.#byKey.values()) {
      const { lowDraws, highDraws, rest, lower, upper, before, worst } = domain
      const known = before.right + rest
      lower?.addRound({ left, draws: lowDraws, known, worst: worst.low })
      upper?.addRound({ left, draws: highDraws, known: -known - before.failed, worst: worst.high })
      domain.lowDraws = []
      domain.highDraws = []
      domain.rest = 0
    }
  }

  /**
   * Adds an image's contribution to each figure that its block has questions of: with the predicted right answers of the
   * block's open questions, this image's too. A failed question is wrong for one limit, right for the other.
   */
  #draw(group: number, block: number, left: number): Iterable<Domain> {
    const newSum = () => ({ rest: 0, count: 0, right: 0, failed: 0, z: 0 })
    const sums = new Map<Domain, ReturnType<typeof newSum>>()
    const sumOf = (domain: Domain) => getOrMake(sums, domain, newSum)
    for (const [kind, open] of this.#leftOf[block] ?? [])
      for (const domain of this.#ofKind[kind] ?? []) sumOf(domain).rest += open * (this.#predicted[kind] ?? 0)
    for (const index of this.#members[group] ?? []) {
      const share = this.#predicted[this.#kindOf[index] ?? 0] ?? 0
      const verdict = this.#verdicts[index]
      for (const domain of this.#domainsOf(index)) {
        const sum = sumOf(domain)
        sum.count++
        sum.right += Number(verdict === verdicts.correct)
        sum.failed += Number(verdict === verdicts.failed)
        sum.z -= share
      }
    }
    for (const [domain, { rest, count, right, failed, z }] of sums) {
      domain.rest += rest
      const settled = getOrMake(domain.settledIn, block, newSettled)
      const known = settled.right + rest
      domain.pessimistic.add({ block, left, known, z: z + right }, count, right)
      const most = right + failed
      domain.optimistic.add({ block, left, known: known + settled.failed, z: z + most }, count, most)
      settled.right += right
      settled.failed += failed
      if (count === 0) continue
      domain.lowDraws.push({ left, z: z + right })
      domain.highDraws.push({ left, z: -z - most })
    }
    return sums.keys()
  }

  /** Renews the limits that change after each image. */
  #narrow(domains: Iterable<Domain>): void {
    const time = this.#time.value
    if (time === 0 || time === Number.POSITIVE_INFINITY) return
    const reach = mixtureReach(time, this.#tuning, (1 - provedPart) * this.#alpha)
    for (const domain of domains) {
      const of = { questions: domain.size, clusters: domain.clusters }
      const limits = (reach: number): Interval | null => {
        const low = domain.pessimistic.limits(reach, of)
        const high = domain.optimistic.limits(reach, of)
        return low && high && { low: low.low, high: high.high }
      }
      const found = limits(reach)
      domain.low = Math.max(domain.low, found?.low ?? 0)
      domain.high = Math.min(domain.high, found?.high ?? 1)
      if (this.#planned !== null) domain.fixed = limits(studentQuantile(domain.pessimistic.clusters - 1))
    }
  }

  #count(group: number, block: number): void {
    for (const index of this.#members[group] ?? []) {
      const kind = this.#kindOf[index] ?? 0
      const verdict = this.#verdicts[index]
      const left = this.#leftOf[block]
      left?.set(kind, (left.get(kind) ?? 0) - 1)
      if (verdict !== verdicts.failed) this.#answeredOf[kind] = (this.#answeredOf[kind] ?? 0) + 1
      if (verdict === verdicts.correct) this.#right[kind] = (this.#right[kind] ?? 0) + 1
      for (const { settled } of this.#domainsOf(index)) {
        if (verdict === verdicts.correct) settled.right++
        if (verdict === verdicts.failed) settled.failed++
      }
    }
  }

  /** How many questions each figure has. */
  #measure(): void {
    for (const [group, indices] of this.#members.entries()) {
      const left = this.#leftOf[this.#order?.blockOf[group] ?? 0]
      const counts = new Map<Domain, number>()
      for (const index of indices) {
        const kind = this.#kindOf[index] ?? 0
        left?.set(kind, (left.get(kind) ?? 0) + 1)
        for (const domain of this.#domainsOf(index)) counts.set(domain, (counts.get(domain) ?? 0) + 1)
      }
      for (const [domain, count] of counts) {
        domain.size += count
        domain.most = Math.max(domain.most, count)
        domain.clusters++
      }
    }
  }

  #domainsOf(index: number): readonly Domain[] {
    return this.#ofKind[this.#kindOf[index] ?? 0] ?? []
  }
}

/** Whether what becomes known may end the run. */
const isOpenEnded = ({ width, minutes, against }: Until): boolean =>
  width !== null || minutes !== null || against !== null

/** The most that an image can fall below its prediction, and exceed it. */
function worstOf({ kinds, most }: Domain, predicted: readonly number[], isRenewed: boolean) {
  if (isRenewed) return { low: most, high: most }
  const shares = kinds.map(kind => predicted[kind] ?? 0)
  return { low: most * Math.max(...shares), high: most * (1 - Math.min(...shares)) }
}

const overallKey = 'all'
const sliceKey = (axis: FrameAxis, label: string): string => `${axis} ${label}`
const voxelKey = ({ task, modality, parts }: Readonly<Record<Axis, string>>): string =>
  JSON.stringify([task, modality, parts])

const keysOf = (labels: CellLabels): readonly string[] => [
  overallKey,
  ...frameAxes.map(axis => sliceKey(axis, labels[axis])),
  voxelKey(labels),
]
