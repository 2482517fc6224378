import {
  type IndexedVerdict,
  type Recounted,
  RunCount,
  type VoxelPlace,
  type WholeFigures,
} from '../../engine/analysis/run-count.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { recordOutcome } from '../../engine/runtime/run-events.ts'
import type { StoredRuns } from '../export/stored-runs.ts'
import type { RunTally } from './database.ts'

interface CountedStore extends Pick<StoredRuns, 'records' | 'load'> {
  /** How many there are, where that is known without reading them. */
  tally?(run: string): Promise<RunTally>
}

/** Counts the stored records of one run, and receives further verdicts as they are stored. */
export class RunCounter {
  readonly #store: CountedStore
  readonly #run: Pick<Run, 'id' | 'settings'>
  #count: RunCount | null = null

  constructor(store: CountedStore, run: Pick<Run, 'id' | 'settings'>) {
    this.#store = store
    this.#run = run
  }

  /**
   * Reads the records, unless their number matches the reported verdicts.
   * @param voxels whose figures to return if nothing is read; otherwise all that are found
   */
  async recount(voxels: readonly VoxelPlace[]): Promise<Recounted> {
    const { id, settings } = this.#run
    const tally = await this.#store.tally?.(id)
    if (tally && this.#count?.agrees(tally))
      return { counted: null, figures: this.#count.figures(voxels), prior: this.#count.prior }
    const count = new RunCount((await this.#store.load(id))?.frame ?? null, settings)
    this.#count = count
    for await (const records of this.#store.records(id))
      for (const record of records) count.add(recordOutcome(record))
    const counted = count.counted()
    return { counted, figures: count.figures(counted.voxels), prior: count.prior }
  }

  /** @param voxels whose figures to return */
  addVerdicts(verdicts: readonly IndexedVerdict[], voxels: readonly VoxelPlace[]): WholeFigures | null {
    for (const verdict of verdicts) this.#count?.addVerdict(verdict)
    return this.#count?.figures(voxels) ?? null
  }
}
