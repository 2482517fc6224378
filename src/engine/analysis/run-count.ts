/** What is counted of a run while it goes on, and what that says of the whole benchmark. */
import { IndexSet } from '../base/index-set.ts'
import type { JsonObject } from '../base/json.ts'
import { type Frame, type Prior, plainFrame } from '../protocol/frame.ts'
import { Tally, type Voxel } from '../protocol/metrics.ts'
import type { Axis } from '../protocol/sample.ts'
import type { RunSettings } from '../protocol/settings.ts'
import { BenchmarkEstimates } from './benchmark-estimate.ts'
import type { Countable, PartEstimate } from './shares.ts'

/** The verdict on a question that is stored. */
export interface ToldVerdict {
  readonly index: number
  readonly verdict: Countable['verdict']
}

/** A competency voxel. */
export type VoxelPlace = Readonly<Record<Axis, string>>

/** What is stored of a run. */
export interface CountedRecords {
  readonly answered: number
  readonly failed: number
  readonly correct: number
  /** In the order of first mention. */
  readonly voxels: readonly Voxel[]
  /** Which samples it is: of an `IndexSet`. */
  readonly indices: Uint8Array<ArrayBuffer>
}

/** What the answers so far say of the whole benchmark. */
export interface WholeFigures {
  readonly overall: PartEstimate
  /** The same as if nothing had been known beforehand; null where nothing was. */
  readonly unaided: PartEstimate | null
  /** The slice of which least is known. */
  readonly widestSlice: PartEstimate
  /** Of the voxels that were asked for, in their order. */
  readonly voxels: readonly PartEstimate[]
}

/** What was found in the store. */
export interface Recounted {
  /** Null where it is what was told. */
  readonly counted: CountedRecords | null
  /** As in `RunCount`. */
  readonly figures: WholeFigures | null
  readonly prior: Pick<Prior, 'name' | 'accuracy'> | null
}

/** Of a million questions the estimates take seconds to be set up: this is for another thread than the page's. */
export class RunCount {
  readonly #estimates: BenchmarkEstimates | null
  readonly #unaided: BenchmarkEstimates | null
  readonly #indices = new IndexSet()
  readonly #tally = new Tally()
  readonly #verdicts = { correct: 0, wrong: 0, failed: 0 }
  /** The earlier run that it is compared with. */
  readonly prior: Pick<Prior, 'name' | 'accuracy'> | null

  /** @param frame null where it is not known what is drawn from */
  constructor(frame: Frame | null, settings: Pick<RunSettings, 'order' | 'seed'>) {
    const plain = frame && plainFrame(frame)
    this.#estimates = frame && new BenchmarkEstimates(frame, settings)
    this.#unaided = plain && new BenchmarkEstimates(plain, settings)
    this.prior = frame?.prior ? { name: frame.prior.name, accuracy: frame.prior.accuracy } : null
  }

  /** A stored record: counted by its voxel too. */
  add(outcome: ToldVerdict & { readonly fields: JsonObject }): void {
    const { fields, verdict } = outcome
    if (this.tell(outcome) && verdict !== 'failed')
      this.#tally.add({ fields, correct: verdict === 'correct' })
  }

  /** @returns false where it was counted before */
  tell({ index, verdict }: ToldVerdict): boolean {
    if (!this.#indices.add(index)) return false
    this.#verdicts[verdict]++
    this.#estimates?.tell(index, verdict)
    this.#unaided?.tell(index, verdict)
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
      voxels: this.#tally.voxels(),
      indices: this.#indices.bits(),
    }
  }

  /** Null where it is not known what is drawn from. */
  figures(voxels: readonly VoxelPlace[]): WholeFigures | null {
    const estimates = this.#estimates
    if (!estimates) return null
    return {
      overall: estimates.overall(),
      unaided: this.#unaided?.overall() ?? null,
      widestSlice: estimates.widestSlice(),
      voxels: voxels.map(voxel => estimates.voxel(voxel)),
    }
  }
}
