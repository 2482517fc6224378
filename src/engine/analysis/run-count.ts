/** The counts of a run in progress, and estimates for the whole benchmark. */

import type { JsonObject } from '@voxelwise/python'
import { ClusterTally, type Interval, pooledIcc } from '@voxelwise/statistics'
import { IndexSet } from '../base/index-set.ts'
import { type Prior, placeInFrame, plainFrame, type SamplingFrame } from '../protocol/frame.ts'
import { Tally, type Voxel } from '../protocol/metrics.ts'
import type { Axis } from '../protocol/sample.ts'
import { BenchmarkEstimates, type EstimateSettings } from './benchmark-estimate.ts'
import type { Countable, PartEstimate } from './shares.ts'

/** The verdict on a question that is stored. */
export interface IndexedVerdict {
  readonly index: number
  readonly verdict: Countable['verdict']
  /** As in `Outcome`. */
  readonly isCut?: true
  readonly isUnread?: true
}

/** A competency voxel. */
export type VoxelPlace = Readonly<Record<Axis, string>>

/** The stored part of a run. */
export interface CountedRecords {
  readonly answered: number
  readonly failed: number
  readonly correct: number
  /** Answers that reached the limit of new tokens. */
  readonly cut: number
  /** Replies from which no answer could be read. */
  readonly unread: number
  /** In the order of first mention. */
  readonly voxels: readonly Voxel[]
  /** Which samples it is: of an `IndexSet`. */
  readonly indices: Uint8Array<ArrayBuffer>
}

/** Estimates for the whole benchmark from the answers so far. */
export interface WholeFigures {
  readonly overall: PartEstimate
  /** How much similar questions may differ, by the images that were asked. */
  readonly similar: Interval
  /** The estimate without prior knowledge; null if there was none. */
  readonly unaided: PartEstimate | null
  /** The slice with the widest interval. */
  readonly widestSlice: PartEstimate
  /** Estimates of the requested voxels, in their order. */
  readonly voxels: readonly PartEstimate[]
}

/** The contents of the store. */
export interface Recounted {
  /** Null if the stored records match the reported verdicts. */
  readonly counted: CountedRecords | null
  /** As in `RunCount`. */
  readonly figures: WholeFigures | null
  readonly prior: Pick<Prior, 'name' | 'accuracy'> | null
}

/** Counts a run. Estimates for a million questions take seconds to set up, so it belongs off the page's thread. */
export class RunCount {
  readonly #estimates: BenchmarkEstimates | null
  readonly #unaided: BenchmarkEstimates | null
  readonly #frame: SamplingFrame | null
  readonly #answers: { readonly index: number; readonly value: number }[] = []
  readonly #indices = new IndexSet()
  readonly #tally = new Tally()
  readonly #verdicts = { correct: 0, wrong: 0, failed: 0 }
  #cut = 0
  #unread = 0
  /** The earlier run that it is compared with. */
  readonly prior: Pick<Prior, 'name' | 'accuracy'> | null

  /** @param frame null if the sampling frame is unknown */
  constructor(frame: SamplingFrame | null, settings: EstimateSettings) {
    this.#frame = frame
    const plain = frame && plainFrame(frame)
    this.#estimates = frame && new BenchmarkEstimates(frame, settings)
    this.#unaided = plain && new BenchmarkEstimates(plain, settings)
    this.prior = frame?.prior ? { name: frame.prior.name, accuracy: frame.prior.accuracy } : null
  }

  /** A stored record: counted by its voxel too. */
  add(outcome: IndexedVerdict & { readonly fields: JsonObject }): void {
    const { fields, verdict } = outcome
    if (this.addVerdict(outcome) && verdict !== 'failed')
      this.#tally.add({ fields, correct: verdict === 'correct' })
  }

  /** @returns false where it was counted before */
  addVerdict({ index, verdict, isCut, isUnread }: IndexedVerdict): boolean {
    if (!this.#indices.add(index)) return false
    this.#verdicts[verdict]++
    if (verdict !== 'failed') this.#answers.push({ index, value: Number(verdict === 'correct') })
    this.#cut += Number(isCut ?? false)
    this.#unread += Number(isUnread ?? false)
    this.#estimates?.add(index, verdict)
    this.#unaided?.add(index, verdict)
    return true
  }

  /** Whether these are as many as were counted. */
  agrees(stored: Pick<CountedRecords, 'answered' | 'failed' | 'correct'>): boolean {
    const { correct, wrong, failed } = this.#verdicts
    return stored.correct === correct && stored.answered === correct + wrong && stored.failed === failed
  }

  counted(): CountedRecords {
    const { correct, wrong, failed } = this.#verdicts
    return {
      answered: correct + wrong,
      failed,
      correct,
      cut: this.#cut,
      unread: this.#unread,
      voxels: this.#tally.voxels(),
      indices: this.#indices.bits(),
    }
  }

  /** Null if the sampling frame is unknown. */
  figures(voxels: readonly VoxelPlace[]): WholeFigures | null {
    const estimates = this.#estimates
    if (!estimates || !this.#frame) return null
    return {
      overall: estimates.overall(),
      similar: intervalOnSimilar(this.#frame, this.#answers),
      unaided: this.#unaided?.overall() ?? null,
      widestSlice: estimates.widestSlice(),
      voxels: voxels.map(voxel => estimates.voxel(voxel)),
    }
  }
}

function intervalOnSimilar(
  frame: SamplingFrame,
  answers: readonly { readonly index: number; readonly value: number }[],
): Interval {
  const { groups, cells, cellOf } = frame
  const places = answers.map(({ index }) => placeInFrame(frame, index) ?? 0)
  const tasks = [...new Set(cells.map(({ task }) => task))]
  const numbers = cells.map(({ task }) => tasks.indexOf(task))
  const tally = new ClusterTally()
  const clusters = places.map(place => groups[place] ?? 0)
  for (const [at, { value }] of answers.entries()) tally.add(clusters[at] ?? 0, value)
  const icc = pooledIcc({
    clusters,
    tasks: places.map(place => numbers[cellOf[place] ?? 0] ?? 0),
    values: answers.map(({ value }) => value),
  })
  return tally.interval(icc)
}
