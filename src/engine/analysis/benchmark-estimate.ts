/**
 * Estimates of the accuracy that a run would end with on the whole benchmark: overall, by slice and by voxel. They are
 * valid at any time, and at the end they are that accuracy. Two sequences share the risk: a proved one, which changes after
 * whole rounds (`statistics/sequence.ts`), and a much narrower asymptotic one, which changes after each image and begins
 * when there are enough of them (`statistics/sampled-total.ts`). A run that has asked a number of questions set in advance has
 * the interval of a single look.
 */

import { mixtureReach, SamplingTime, tuningTime } from '@voxelwise/statistics'
import { getOrMake } from '../base/grouping.ts'
import {
  type CellLabels,
  type FrameAxis,
  frameAxes,
  groupMembers,
  placeInFrame,
  type SamplingFrame,
} from '../protocol/frame.ts'
import { type BalancedOrder, balancedOrder } from '../protocol/order.ts'
import type { Axis } from '../protocol/sample.ts'
import { type RunSettings, type Until, untilTheEnd } from '../protocol/settings.ts'
import { BenchmarkFigure } from './benchmark-figure.ts'
import { findKinds, type Kind, predictions } from './predictions.ts'
import type { Countable, PartEstimate } from './shares.ts'

const open = 0
const verdicts = { wrong: 1, correct: 2, failed: 3 } as const

/** How often an interval may ever be wrong. */
export const everWrong = 0.05

/** The proved sequence has this part of the risk. */
const provedPart = 0.1

export type EstimateSettings = Pick<RunSettings, 'order' | 'seed'> &
  Partial<Pick<RunSettings, 'limit' | 'until'>>

export class BenchmarkEstimates {
  readonly #frame: SamplingFrame
  /** Kinds of questions that are predicted alike: of one cell, and answered alike by the earlier run, where there is one. */
  readonly #kinds: readonly Kind[]
  /** By the index of the question. */
  readonly #kindByQuestion: readonly number[]
  /** Null for an undrawn order: then only the number of remaining questions bounds the result. */
  readonly #order: BalancedOrder | null
  readonly #members: readonly (readonly number[])[]
  /** The images in the order in which they are asked, each with its round. */
  readonly #queue: readonly { readonly group: number; readonly round: number }[]
  /** How many questions of each image have no verdict yet. */
  readonly #openByImage: number[]
  readonly #verdicts: Uint8Array
  /** How many images of the queue were drawn. */
  #drawn = 0
  #predicted: readonly number[] = []
  readonly #time: SamplingTime
  readonly #tuning: number
  /** Questions that were set in advance, where this is what ends the run. */
  readonly #planned: number | null
  readonly #byKey = new Map<string, BenchmarkFigure>()
  /** Figures with large images. */
  readonly #withLarge: BenchmarkFigure[] = []
  readonly #sliceKeys: readonly string[]
  readonly #ofKind: readonly (readonly BenchmarkFigure[])[]
  /** By kind, over complete rounds. */
  readonly #right: number[]
  readonly #answeredByKind: number[]
  /** By block and kind: questions that are in no complete round. */
  readonly #leftByBlock: readonly Map<number, number>[]

  constructor(frame: SamplingFrame, { order, seed, limit = null, until = untilTheEnd }: EstimateSettings) {
    this.#frame = frame
    this.#members = groupMembers(frame)
    this.#order = order === 'balanced' ? balancedOrder(frame, seed) : null
    const rounds = this.#order?.rounds ?? []
    this.#queue = rounds.flatMap((groups, round) => groups.map(group => ({ group, round })))
    this.#openByImage = this.#members.map(({ length }) => length)
    const size = frame.cellOf.length
    this.#verdicts = new Uint8Array(size)
    this.#time = new SamplingTime(this.#order?.sizes ?? [])
    const planned = limit !== null && limit < size ? limit : null
    this.#tuning = tuningTime(this.#members.length, planned === null ? null : planned / size)
    this.#planned = isOpenEnded(until) ? null : planned
    const { kinds, kindByQuestion } = findKinds(frame)
    this.#kinds = kinds
    this.#kindByQuestion = kindByQuestion
    this.#right = kinds.map(() => 0)
    this.#answeredByKind = kinds.map(() => 0)
    this.#leftByBlock = (this.#order?.sizes ?? []).map(() => new Map())
    this.#ofKind = kinds.map(({ labels }, kind) =>
      figureKeys(labels).map(key => {
        const figure = getOrMake(this.#byKey, key, () => new BenchmarkFigure())
        figure.kinds.push(kind)
        return figure
      }),
    )
    const labelKeys = (labels: CellLabels) => frameAxes.map(axis => sliceKey(axis, labels[axis]))
    this.#sliceKeys = [...new Set(frame.cells.flatMap(labelKeys))]
    this.#measure()
  }

  /** Adds the verdict on a question, in any order; a second one changes nothing. Images are processed in their own order. */
  add(index: number, verdict: Countable['verdict']): void {
    const place = placeInFrame(this.#frame, index)
    if (place === undefined || this.#verdicts[place] !== open) return
    this.#verdicts[place] = verdicts[verdict]
    const group = this.#frame.groups[place] ?? 0
    for (const figure of this.#figuresAt(place)) figure.count(group, verdict)
    this.#openByImage[group] = (this.#openByImage[group] ?? 0) - 1
    if (!this.#order) return
    for (let next = this.#queue[this.#drawn]; next; next = this.#queue[this.#drawn]) {
      if (this.#openByImage[next.group] !== 0) return
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
    const figure = this.#byKey.get(key)
    const about = {
      isDrawn: this.#order !== null,
      ...(this.#frame.indices && { isSelection: true as const }),
    }
    if (!figure || figure.size === 0) return { of: 0, ...about, low: 0, high: 1 }
    const { size } = figure
    const { correct: right, wrong, failed } = figure.counts
    // Failures are no answers: of a benchmark that is asked to the end they take no part.
    if (right + wrong + failed === size && failed < size) {
      const share = right / (right + wrong)
      return { of: size, ...about, low: share, high: share }
    }
    const isOver = this.#planned !== null && this.#answered() >= this.#planned
    const { low, high, isFixed } = figure.totals(isOver)
    return { of: size, ...about, low: low / size, high: high / size, ...(isFixed && { isFixed }) }
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
    const block = order.blockByGroup[group] ?? 0
    const groups = order.rounds[round] ?? []
    const leftIn = (group: number): number => (order.sizes[order.blockByGroup[group] ?? 0] ?? 0) - round
    const isFirst = group === groups[0]
    if (round === 0 || isFirst) this.#predicted = predictions(this.#kinds, this.#right, this.#answeredByKind)
    if (isFirst) for (const figure of this.#byKey.values()) figure.beginRound(this.#predicted, round === 0)
    this.#drawn++
    this.#time.draw(block)
    const concerned = this.#draw(group, block, leftIn(group))
    this.#count(group, block)
    this.#narrow(concerned)
    if (group !== groups.at(-1)) return
    const left = groups.reduce((most, group) => Math.max(most, leftIn(group)), 0)
    for (const figure of this.#byKey.values()) figure.endRound(left)
  }

  /**
   * Adds an image's contribution to each figure that its block has questions of: with the predicted right answers of the
   * block's open questions, this image's too. Large images of a figure are no part of its sample.
   * @returns the figures that it contributes to
   */
  #draw(group: number, block: number, left: number): readonly BenchmarkFigure[] {
    const newSum = () => ({ rest: 0, count: 0, right: 0, failed: 0, predicted: 0 })
    const sums = new Map<BenchmarkFigure, ReturnType<typeof newSum>>()
    const figureSum = (figure: BenchmarkFigure) => getOrMake(sums, figure, newSum)
    for (const [kind, open] of this.#leftByBlock[block] ?? [])
      for (const figure of this.#ofKind[kind] ?? [])
        figureSum(figure).rest += open * (this.#predicted[kind] ?? 0)
    for (const index of this.#members[group] ?? []) {
      const verdict = this.#verdicts[index]
      for (const figure of this.#figuresAt(index)) {
        const sum = figureSum(figure)
        sum.count++
        sum.right += Number(verdict === verdicts.correct)
        sum.failed += Number(verdict === verdicts.failed)
        sum.predicted += this.#predicted[this.#kindByQuestion[index] ?? 0] ?? 0
      }
    }
    const concerned: BenchmarkFigure[] = []
    for (const [figure, { rest, ...image }] of sums) {
      if (figure.isLarge(group)) continue
      const large = figure.openLargeIn(block) ?? []
      let [others, predicted] = [left, rest]
      for (const other of large) {
        others--
        predicted -= this.#predictedRight(other, figure)
      }
      figure.draw(block, others, predicted, image)
      concerned.push(figure)
    }
    for (const figure of this.#withLarge) figure.pass(group, block)
    return concerned
  }

  /** The predicted right answers of an image's questions of a figure. */
  #predictedRight(group: number, figure: BenchmarkFigure): number {
    let sum = 0
    for (const index of this.#members[group] ?? [])
      if (this.#figuresAt(index).includes(figure))
        sum += this.#predicted[this.#kindByQuestion[index] ?? 0] ?? 0
    return sum
  }

  /** Renews the limits that change after each image. */
  #narrow(figures: readonly BenchmarkFigure[]): void {
    const alpha = (1 - provedPart) * everWrong
    for (const figure of figures)
      figure.narrow(this.#time, time => mixtureReach(time, this.#tuning, alpha), this.#planned !== null)
  }

  #count(group: number, block: number): void {
    for (const index of this.#members[group] ?? []) {
      const kind = this.#kindByQuestion[index] ?? 0
      const verdict = this.#verdicts[index]
      const left = this.#leftByBlock[block]
      left?.set(kind, (left.get(kind) ?? 0) - 1)
      if (verdict !== verdicts.failed) this.#answeredByKind[kind] = (this.#answeredByKind[kind] ?? 0) + 1
      if (verdict === verdicts.correct) this.#right[kind] = (this.#right[kind] ?? 0) + 1
    }
  }

  /** Which images have questions of each figure, and how many. */
  #measure(): void {
    const images = new Map<BenchmarkFigure, { groups: number[]; counts: number[] }>()
    for (const [group, indices] of this.#members.entries()) {
      const left = this.#leftByBlock[this.#order?.blockByGroup[group] ?? 0]
      const counts = new Map<BenchmarkFigure, number>()
      for (const index of indices) {
        const kind = this.#kindByQuestion[index] ?? 0
        left?.set(kind, (left.get(kind) ?? 0) + 1)
        for (const figure of this.#figuresAt(index)) counts.set(figure, (counts.get(figure) ?? 0) + 1)
      }
      for (const [figure, count] of counts) {
        const figureImages = getOrMake(images, figure, () => ({ groups: [], counts: [] }))
        figureImages.groups.push(group)
        figureImages.counts.push(count)
      }
    }
    for (const [figure, figureImages] of images) {
      figure.begin(figureImages, this.#order, provedPart * everWrong)
      if (figure.hasLarge) this.#withLarge.push(figure)
    }
  }

  #figuresAt(index: number): readonly BenchmarkFigure[] {
    return this.#ofKind[this.#kindByQuestion[index] ?? 0] ?? []
  }
}

/** Whether what becomes known may end the run. */
const isOpenEnded = ({ width, minutes, against }: Until): boolean =>
  width !== null || minutes !== null || against !== null

const overallKey = 'all'
const sliceKey = (axis: FrameAxis, label: string): string => `${axis} ${label}`
const voxelKey = ({ task, modality, parts }: Readonly<Record<Axis, string>>): string =>
  JSON.stringify([task, modality, parts])

const figureKeys = (labels: CellLabels): readonly string[] => [
  overallKey,
  ...frameAxes.map(axis => sliceKey(axis, labels[axis])),
  voxelKey(labels),
]
