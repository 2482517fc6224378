/**
 * One figure of a benchmark of which a part has been asked: overall, of a slice or of a voxel. Large images are a stratum of their own
 * (`large-images.ts`); of all others, every round draws one from each block that has some left.
 */

import {
  type Draw,
  type Interval,
  LowerSequence,
  SampledShare,
  SamplingTime,
  studentQuantile,
} from '@voxelwise/statistics'
import { getOrMake } from '../base/grouping.ts'
import type { BalancedOrder } from '../protocol/order.ts'
import { type FigureImages, largeImages } from './large-images.ts'
import type { Countable } from './shares.ts'

/** Right answers on drawn images, and failures, which could have been right. */
const newSettled = () => ({ right: 0, failed: 0 })
const newCounts = () => ({ correct: 0, wrong: 0, failed: 0 })

/** What a drawn image has of a figure: its questions, right and failed ones, and how many right ones were predicted. */
interface DrawnImage {
  readonly count: number
  readonly right: number
  readonly failed: number
  readonly predicted: number
}

export class BenchmarkFigure {
  /** Kinds of questions that belong to it. */
  readonly kinds: number[] = []
  /** Questions in all. */
  size = 0
  readonly counts = newCounts()
  /** Numbers of the large images, their questions, and what is known of these. */
  #large: ReadonlySet<number> = new Set()
  #largeSize = 0
  readonly #largeCounts = newCounts()
  /** By block: its open large images. */
  readonly #openLarge = new Map<number, Set<number>>()
  /** Questions and number of the images that are not large, and the sum of squares and the largest of their sizes. */
  readonly #others = { questions: 0, clusters: 0, squares: 0, most: 0 }
  /** The time of their sample, where it is not that of all images. */
  #time: SamplingTime | null = null
  readonly #settled = newSettled()
  /** The same by block. */
  readonly #settledIn = new Map<number, ReturnType<typeof newSettled>>()
  /** The limits of the asymptotic sequence. A failed question is wrong for the lower one, right for the upper one. */
  readonly #pessimistic = new SampledShare()
  readonly #optimistic = new SampledShare()
  #limits: Interval = { low: 0, high: 1 }
  /** The limits of a single look at a number of questions that was set in advance. */
  #fixed: Interval | null = null
  #lower: LowerSequence | null = null
  /** The lower sequence of the total with its sign turned, which gives the upper limit. */
  #upper: LowerSequence | null = null
  /** In the current round: its draws for either limit, what was right before it, and the predictions for the open questions. */
  #lowDraws: Draw[] = []
  #highDraws: Draw[] = []
  #before = newSettled()
  #rest = 0
  #worst = { low: 0, high: 0 }
  /** A round that draws a large image has no draw of the others from its block, so the proved sequence leaves it out. */
  #hasLargeDraw = false

  /** @param alpha of the proved sequence, for both limits */
  begin(images: FigureImages, order: BalancedOrder | null, alpha: number): void {
    if (order) this.#large = largeImages(images)
    for (const [i, group] of images.groups.entries()) {
      const count = images.counts[i] ?? 0
      this.size += count
      if (this.#large.has(group)) {
        this.#largeSize += count
        getOrMake(this.#openLarge, order?.blockByGroup[group] ?? 0, () => new Set()).add(group)
      } else {
        this.#others.questions += count
        this.#others.clusters++
        this.#others.squares += count * count
        this.#others.most = Math.max(this.#others.most, count)
      }
    }
    if (!order) return
    if (this.#large.size > 0)
      this.#time = new SamplingTime(
        order.sizes.map((size, block) => size - (this.#openLarge.get(block)?.size ?? 0)),
      )
    const blockSize = Math.max(0, ...order.sizes)
    this.#lower = new LowerSequence(alpha / 2, blockSize, this.#others.most)
    this.#upper = new LowerSequence(alpha / 2, blockSize, this.#others.most)
  }

  /** A verdict on one of its questions. Those on large images count at once: nothing is inferred from them. */
  count(group: number, verdict: Countable['verdict']): void {
    this.counts[verdict]++
    if (this.#large.has(group)) this.#largeCounts[verdict]++
  }

  /** Whether large images of it make its time differ from that of all images. */
  get hasLarge(): boolean {
    return this.#large.size > 0
  }

  isLarge(group: number): boolean {
    return this.#large.has(group)
  }

  /** Its large images in a block that have not been drawn. */
  openLargeIn(block: number): ReadonlySet<number> | undefined {
    return this.#openLarge.get(block)
  }

  /** @param isRenewed whether predictions change within the round: the proved bets must then bear the worst case */
  beginRound(predicted: readonly number[], isRenewed: boolean): void {
    this.#before = { ...this.#settled }
    this.#worst = this.#worstDeviation(predicted, isRenewed)
  }

  /** The most that an image can fall below its prediction, and exceed it. */
  #worstDeviation(predicted: readonly number[], isRenewed: boolean) {
    const { most } = this.#others
    if (isRenewed) return { low: most, high: most }
    const shares = this.kinds.map(kind => predicted[kind] ?? 0)
    return { low: most * Math.max(...shares), high: most * (1 - Math.min(...shares)) }
  }

  /** An image of a block has been drawn, whether it has questions of this figure or not. Large ones are not counted in time. */
  pass(group: number, block: number): void {
    if (!this.#large.has(group)) this.#time?.draw(block)
    else if (this.#openLarge.get(block)?.delete(group)) this.#hasLargeDraw = true
  }

  /**
   * Adds the contribution of a drawn image, which is not large, from a block that has questions of this figure.
   * @param left images of the block before the draw that are not large
   * @param rest the predicted right answers of their questions
   */
  draw(block: number, left: number, rest: number, { count, right, failed, predicted }: DrawnImage): void {
    this.#rest += rest
    const settled = getOrMake(this.#settledIn, block, newSettled)
    const known = settled.right + rest
    this.#pessimistic.add({ block, left, known, z: right - predicted }, count, right)
    const most = right + failed
    this.#optimistic.add({ block, left, known: known + settled.failed, z: most - predicted }, count, most)
    for (const tally of [settled, this.#settled]) {
      tally.right += right
      tally.failed += failed
    }
    if (count === 0) return
    this.#lowDraws.push({ left, z: right - predicted })
    this.#highDraws.push({ left, z: predicted - most })
  }

  /**
   * Renews the limits that change after each image.
   * @param reachAt of the sequence, in standard errors, by time
   */
  narrow(time: SamplingTime, reachAt: (time: number) => number, isPlanned: boolean): void {
    const { value } = this.#time ?? time
    if (value === 0 || value === Number.POSITIVE_INFINITY) return
    const limits = this.#limitsAt(reachAt(value))
    const { low, high } = this.#limits
    this.#limits = { low: Math.max(low, limits?.low ?? 0), high: Math.min(high, limits?.high ?? 1) }
    if (isPlanned) this.#fixed = this.#limitsAt(studentQuantile(this.#pessimistic.clusters - 1))
  }

  #limitsAt(reach: number): Interval | null {
    const low = this.#pessimistic.limits(reach, this.#others)
    const high = this.#optimistic.limits(reach, this.#others)
    return low && high && { low: low.low, high: high.high }
  }

  /** @param left most images of a block before the round */
  endRound(left: number): void {
    const [before, rest] = [this.#before, this.#rest]
    const known = before.right + rest
    if (!this.#hasLargeDraw) {
      this.#lower?.addRound({ left, draws: this.#lowDraws, known, worst: this.#worst.low })
      this.#upper?.addRound({
        ...{ left, draws: this.#highDraws, known: -known - before.failed, worst: this.#worst.high },
      })
    }
    this.#lowDraws = []
    this.#highDraws = []
    this.#rest = 0
    this.#hasLargeDraw = false
  }

  /**
   * Limits of the number of right answers, if all failed and open questions were answered.
   * @param isOver whether the number of questions set in advance has been asked
   */
  totals(isOver: boolean): Interval & { readonly isFixed: boolean } {
    const { size, counts } = this
    const { questions } = this.#others
    const fixed = isOver ? this.#fixed : null
    const { low, high } = fixed ?? this.#limits
    const least = Math.max(questions * low, fixed ? 0 : (this.#lower?.limit ?? 0))
    const most = Math.min(questions * high, fixed ? questions : -(this.#upper?.limit ?? -questions))
    const isFixed = fixed !== null
    // Limits of the sample cross only where one of them is wrong.
    const limits = {
      low: Math.max(counts.correct, least + this.#largeCounts.correct),
      high: Math.min(size - counts.wrong, most + this.#largeSize - this.#largeCounts.wrong),
    }
    return limits.low <= limits.high
      ? { ...limits, isFixed }
      : { low: counts.correct, high: size - counts.wrong, isFixed }
  }
}
