import type { BenchmarkEstimates } from '../../engine/analysis/benchmark-estimate.ts'
import type { Countable } from '../../engine/analysis/report.ts'
import { type Judged, Tally } from '../../engine/protocol/metrics.ts'
import type { VoxelCount } from '../state.ts'

/** Records whose times make the rate: the last minute's at most. */
const windowMs = 60_000

/** What is counted while a run goes on: verdicts by voxel, failures, and how fast. */
export class Progress {
  readonly tally = new Tally()
  failed = 0
  /** Null where it is not known what is drawn from. */
  readonly estimates: BenchmarkEstimates | null
  #times: number[] = []
  #voxels: { readonly at: number; readonly list: readonly VoxelCount[] } = {
    at: Number.NEGATIVE_INFINITY,
    list: [],
  }

  /** As if nothing had been known beforehand; null where nothing was. */
  readonly unaided: BenchmarkEstimates | null

  constructor(estimates: BenchmarkEstimates | null, unaided: BenchmarkEstimates | null = null) {
    this.estimates = estimates
    this.unaided = unaided
  }

  tell(index: number, verdict: Countable['verdict']): void {
    this.estimates?.tell(index, verdict)
    this.unaided?.tell(index, verdict)
  }

  addAnswer(judged: Judged, now: number | null): void {
    this.tally.add(judged)
    this.#mark(now)
  }

  addFailure(now: number | null): void {
    this.failed++
    this.#mark(now)
  }

  /** A new list at most once a second: the whole cube is drawn anew for it. */
  voxels(now: number): readonly VoxelCount[] {
    if (now >= this.#voxels.at + 1000) this.#voxels = { at: now, list: this.#estimated() }
    return this.#voxels.list
  }

  #estimated(): readonly VoxelCount[] {
    const { estimates, tally } = this
    if (!estimates) return tally.voxels()
    return tally.voxels().map(voxel => ({ ...voxel, whole: estimates.voxel(voxel) }))
  }

  /** A pause is no slowness. */
  restartClock(): void {
    this.#times = []
  }

  /** Records a second over the last minute; null before there is a second of them: they may come in bursts. */
  rate(): number | null {
    const first = this.#times[0]
    const last = this.#times.at(-1)
    if (first === undefined || last === undefined || last < first + 1000) return null
    return (1000 * (this.#times.length - 1)) / (last - first)
  }

  #mark(now: number | null): void {
    if (now === null) return
    this.#times.push(now)
    while ((this.#times[0] ?? now) < now - windowMs) this.#times.shift()
  }
}
