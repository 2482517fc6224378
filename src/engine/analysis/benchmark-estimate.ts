/**
 * Estimates of the accuracy that a run would end with on the whole benchmark: overall, by slice and by voxel. They are
 * valid at any time (`statistics/sequence.ts`), and at the end they are that accuracy.
 */
import { getOrMake } from '../base/grouping.ts'
import { type FrameAxis, frameAxes, membersOf, type SamplingFrame } from '../protocol/frame.ts'
import { type BalancedOrder, balancedOrder } from '../protocol/order.ts'
import type { Axis } from '../protocol/sample.ts'
import type { RunSettings } from '../protocol/settings.ts'
import { type Draw, LowerSequence } from '../statistics/sequence.ts'
import { type Kind, kindsOf, predictions } from './predictions.ts'
import type { Countable, PartEstimate } from './shares.ts'

/** Questions that have a figure of their own. */
interface Domain {
  readonly kinds: number[]
  /** Questions in all, and of the image that has most. */
  size: number
  most: number
  right: number
  wrong: number
  failed: number
  /** In complete rounds: right answers, and failures, which could have been right. */
  settledRight: number
  settledFailed: number
  lower: LowerSequence | null
  /** Of the total with its sign turned. */
  upper: LowerSequence | null
  /** In the current round: its draws for either limit, and the right answers predicted for the open questions. */
  low: Draw[]
  high: Draw[]
  rest: number
}

const open = 0
const verdicts = { wrong: 1, correct: 2, failed: 3 } as const

export class BenchmarkEstimates {
  readonly #frame: SamplingFrame
  /** Kinds of questions that are predicted alike: of one cell, and answered alike by the earlier run, where there is one. */
  readonly #kinds: readonly Kind[]
  /** By the index of the question. */
  readonly #kindOf: readonly number[]
  /** Null for an undrawn order: then only the number of remaining questions bounds the result. */
  readonly #order: BalancedOrder | null
  readonly #members: readonly (readonly number[])[]
  readonly #roundOf: readonly number[]
  /** Questions of each round that have no verdict yet. */
  readonly #openIn: number[]
  readonly #verdicts: Uint8Array
  #round = 0
  readonly #domains: Domain[] = []
  readonly #byKey = new Map<string, Domain>()
  readonly #sliceKeys: readonly string[]
  readonly #ofKind: readonly (readonly Domain[])[]
  /** By kind, over complete rounds. */
  readonly #right: number[]
  readonly #answered: number[]
  /** By block and kind: questions that are in no complete round. */
  readonly #leftOf: readonly Map<number, number>[]

  /** @param alpha how often an interval may ever be wrong */
  constructor(frame: SamplingFrame, { order, seed }: Pick<RunSettings, 'order' | 'seed'>, alpha = 0.05) {
    this.#frame = frame
    this.#members = membersOf(frame)
    this.#order = order === 'balanced' ? balancedOrder(frame, seed) : null
    const roundOf = new Array<number>(this.#members.length).fill(0)
    const rounds = this.#order?.rounds ?? []
    for (const [round, groups] of rounds.entries()) for (const group of groups) roundOf[group] = round
    this.#roundOf = roundOf
    this.#openIn = rounds.map(groups => groups.reduce((sum, group) => sum + this.#sizeOf(group), 0))
    this.#verdicts = new Uint8Array(frame.cellOf.length)
    const { kinds, kindOf } = kindsOf(frame)
    this.#kinds = kinds
    this.#kindOf = kindOf
    this.#right = kinds.map(() => 0)
    this.#answered = kinds.map(() => 0)
    this.#leftOf = (this.#order?.sizes ?? []).map(() => new Map())
    this.#ofKind = kinds.map(({ labels }, kind) =>
      keysOf(labels).map(key => {
        const domain = getOrMake(this.#byKey, key, () => this.#addDomain())
        domain.kinds.push(kind)
        return domain
      }),
    )
    this.#sliceKeys = [
      ...new Set(frame.cells.flatMap(labels => frameAxes.map(axis => sliceKey(axis, labels[axis])))),
    ]
    this.#measure()
    const blockSize = Math.max(0, ...(this.#order?.sizes ?? []))
    for (const domain of this.#order ? this.#domains : []) {
      domain.lower = new LowerSequence(alpha / 2, blockSize, domain.most)
      domain.upper = new LowerSequence(alpha / 2, blockSize, domain.most)
    }
  }

  /**
   * Adds the verdict on a question; a second verdict on it changes nothing. Any order is allowed: images are processed
   * in their own.
   */
  add(index: number, verdict: Countable['verdict']): void {
    if (this.#verdicts[index] !== open) return
    this.#verdicts[index] = verdicts[verdict]
    for (const domain of this.#domainsOf(index)) {
      if (verdict === 'correct') domain.right++
      if (verdict === 'wrong') domain.wrong++
      if (verdict === 'failed') domain.failed++
    }
    if (!this.#order) return
    const round = this.#roundOf[this.#frame.groups[index] ?? 0] ?? 0
    this.#openIn[round] = (this.#openIn[round] ?? 0) - 1
    for (; this.#openIn[this.#round] === 0; this.#round++) this.#settle(this.#order, this.#round)
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
    const isDrawn = this.#order !== null
    if (!domain || domain.size === 0) return { of: 0, isDrawn, low: 0, high: 1 }
    const { size, right, wrong, failed, lower, upper } = domain
    // Failures are no answers: of a benchmark that is asked to the end they take no part.
    if (right + wrong + failed === size && failed < size) {
      const share = right / (right + wrong)
      return { of: size, isDrawn, low: share, high: share }
    }
    const least = Math.max(right, lower?.limit ?? 0)
    const most = Math.min(size - wrong, -(upper?.limit ?? -size))
    // They cross only where one of them is wrong.
    const [low, high] = least <= most ? [least, most] : [right, size - wrong]
    return { of: size, isDrawn, low: low / size, high: high / size }
  }

  /**
   * Adds a complete round. In the first, without prior knowledge, predictions are renewed for every image. The bets
   * must then bear the worst case; later only that of the predictions.
   */
  #settle(order: BalancedOrder, round: number): void {
    const groups = order.rounds[round] ?? []
    const leftIn = (group: number): number => (order.sizes[order.blockOf[group] ?? 0] ?? 0) - round
    const left = groups.reduce((most, group) => Math.max(most, leftIn(group)), 0)
    const before = this.#domains.map(({ settledRight, settledFailed }) => ({ settledRight, settledFailed }))
    let predicted = this.#predictions()
    const worst = this.#domains.map(domain => worstOf(domain, predicted, round === 0))
    for (const group of groups) {
      this.#predictRest(order.blockOf[group] ?? 0, predicted)
      this.#draw(group, leftIn(group), predicted)
      this.#count(group, order.blockOf[group] ?? 0)
      if (round === 0) predicted = this.#predictions()
    }
    for (const [i, domain] of this.#domains.entries()) {
      const { settledRight, settledFailed } = before[i] ?? domain
      const { low, high, rest, lower, upper } = domain
      const known = settledRight + rest
      lower?.addRound({ left, draws: low, known, worst: worst[i]?.low ?? 0 })
      upper?.addRound({ left, draws: high, known: -known - settledFailed, worst: worst[i]?.high ?? 0 })
      domain.low = []
      domain.high = []
      domain.rest = 0
    }
  }

  /** Adds to every figure the predicted right answers of a block's remaining questions at the start of the round. */
  #predictRest(block: number, predicted: readonly number[]): void {
    for (const [kind, left] of this.#leftOf[block] ?? [])
      for (const domain of this.#ofKind[kind] ?? []) domain.rest += left * (predicted[kind] ?? 0)
  }

  /** A complete round's contribution to each figure. A failed question is wrong for one limit, right for the other. */
  #draw(group: number, left: number, predicted: readonly number[]): void {
    const sums = new Map<Domain, { low: number; high: number }>()
    for (const index of this.#membersOf(group)) {
      const share = predicted[this.#kindOf[index] ?? 0] ?? 0
      const verdict = this.#verdicts[index]
      for (const domain of this.#domainsOf(index)) {
        const sum = getOrMake(sums, domain, () => ({ low: 0, high: 0 }))
        sum.low += Number(verdict === verdicts.correct) - share
        sum.high -= Number(verdict !== verdicts.wrong) - share
      }
    }
    for (const [domain, { low, high }] of sums) {
      domain.low.push({ left, z: low })
      domain.high.push({ left, z: high })
    }
  }

  #count(group: number, block: number): void {
    for (const index of this.#membersOf(group)) {
      const kind = this.#kindOf[index] ?? 0
      const verdict = this.#verdicts[index]
      const left = this.#leftOf[block]
      left?.set(kind, (left.get(kind) ?? 0) - 1)
      if (verdict !== verdicts.failed) this.#answered[kind] = (this.#answered[kind] ?? 0) + 1
      if (verdict === verdicts.correct) this.#right[kind] = (this.#right[kind] ?? 0) + 1
      for (const domain of this.#domainsOf(index)) {
        if (verdict === verdicts.correct) domain.settledRight++
        if (verdict === verdicts.failed) domain.settledFailed++
      }
    }
  }

  /**
   * By kind, the expected share of right answers, from complete rounds. A bad prediction makes an interval wider, never
   * wrong.
   */
  #predictions(): readonly number[] {
    return predictions(this.#kinds, this.#right, this.#answered)
  }

  #addDomain(): Domain {
    const domain: Domain = {
      ...{ kinds: [], size: 0, most: 0, right: 0, wrong: 0, failed: 0, settledRight: 0, settledFailed: 0 },
      ...{ lower: null, upper: null, low: [], high: [], rest: 0 },
    }
    this.#domains.push(domain)
    return domain
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
      }
    }
  }

  #membersOf(group: number): readonly number[] {
    return this.#members[group] ?? []
  }

  #sizeOf(group: number): number {
    return this.#membersOf(group).length
  }

  #domainsOf(index: number): readonly Domain[] {
    return this.#ofKind[this.#kindOf[index] ?? 0] ?? []
  }
}

/** The most that an image can fall below its prediction, and exceed it. */
function worstOf(
  { kinds, most }: Domain,
  predicted: readonly number[],
  isRenewed: boolean,
): { readonly low: number; readonly high: number } {
  if (isRenewed) return { low: most, high: most }
  const shares = kinds.map(kind => predicted[kind] ?? 0)
  return { low: most * Math.max(...shares), high: most * (1 - Math.min(...shares)) }
}

const overallKey = 'all'
const sliceKey = (axis: FrameAxis, label: string): string => `${axis} ${label}`
const voxelKey = ({ task, modality, parts }: Readonly<Record<Axis, string>>): string =>
  JSON.stringify([task, modality, parts])

const keysOf = (labels: Readonly<Record<FrameAxis, string>>): readonly string[] => [
  overallKey,
  ...frameAxes.map(axis => sliceKey(axis, labels[axis])),
  voxelKey(labels),
]
