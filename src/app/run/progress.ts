import type { CountedRecords, VoxelPlace, WholeFigures } from '../../engine/analysis/run-count.ts'
import { IndexSet } from '../../engine/base/index-set.ts'
import { cellLabels } from '../../engine/protocol/frame.ts'
import type { Mutable, Voxel } from '../../engine/protocol/metrics.ts'
import { VoxelMap } from '../../engine/protocol/voxel-map.ts'
import type { Outcome } from '../../engine/runtime/run-events.ts'
import type { VoxelCount } from '../state/state.ts'

/** Number of records for the rate: at most the last minute's. */
const windowMs = 60_000

/** Milliseconds between two lists of voxels: each redraws the whole cube. */
const betweenLists = 1000

/** The counts of a run in progress: verdicts by voxel, failures, and the rate. */
export class Progress {
  answered = 0
  correct = 0
  failed = 0
  /** Answers that reached the limit of new tokens. */
  cut = 0
  /** Replies from which no answer could be read. */
  unread = 0
  /** Counted samples: a result reported by one copy may already be in the store when that is read for another. */
  readonly #counted: IndexSet
  readonly #voxels = new VoxelMap<Mutable<Voxel>>(place => ({ ...place, n: 0, correct: 0 }))
  #times: number[] = []
  /** Where the window begins in them: to take one off the front of very many moves all. */
  #from = 0
  #list: { readonly at: number; readonly voxels: readonly VoxelCount[] } = {
    at: Number.NEGATIVE_INFINITY,
    voxels: [],
  }

  /** @param stored existing records */
  constructor(stored: CountedRecords | null) {
    this.#counted = new IndexSet(stored?.indices)
    if (!stored) return
    this.answered = stored.answered
    this.correct = stored.correct
    this.failed = stored.failed
    this.cut = stored.cut
    this.unread = stored.unread
    for (const { n, correct, ...place } of stored.voxels)
      Object.assign(this.#voxels.at(place), { n, correct })
  }

  /** @returns false if it was counted before */
  count({ index, fields, verdict, isCut, isUnread }: Outcome, now: number): boolean {
    if (!this.#counted.add(index)) return false
    this.#mark(now)
    if (verdict === 'failed') {
      this.failed++
      return true
    }
    const right = verdict === 'correct' ? 1 : 0
    const voxel = this.#voxels.at(cellLabels(fields))
    voxel.n++
    voxel.correct += right
    this.answered++
    this.correct += right
    this.cut += Number(isCut ?? false)
    this.unread += Number(isUnread ?? false)
    return true
  }

  places(): readonly VoxelPlace[] {
    return this.#voxels.values().map(({ task, modality, parts }) => ({ task, modality, parts }))
  }

  /** The same where a new list is due. */
  due(now: number): readonly VoxelPlace[] | null {
    return now < this.#list.at + betweenLists ? null : this.places()
  }

  /** @param figures of all due voxels; null if the sampling frame is unknown */
  makeList(now: number, figures: WholeFigures | null): void {
    const whole = figures?.voxels ?? []
    const voxels = this.#voxels.values().map((voxel, i) => {
      const total = whole[i]
      return { ...voxel, ...(total && { whole: total }) }
    })
    this.#list = { at: now, voxels }
  }

  get voxels(): readonly VoxelCount[] {
    return this.#list.voxels
  }

  /** A pause is no slowness. */
  restartClock(): void {
    this.#times = []
    this.#from = 0
  }

  /** Records a second over the last minute; null before there is a second of them: they may come in bursts. */
  rate(): number | null {
    const first = this.#times[this.#from]
    const last = this.#times.at(-1)
    if (first === undefined || last === undefined || last < first + 1000) return null
    return (1000 * (this.#times.length - this.#from - 1)) / (last - first)
  }

  #mark(now: number): void {
    this.#times.push(now)
    while ((this.#times[this.#from] ?? now) < now - windowMs) this.#from++
    if (this.#from < this.#times.length / 2) return
    this.#times = this.#times.slice(this.#from)
    this.#from = 0
  }
}
