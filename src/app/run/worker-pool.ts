import type { ModelOverview } from '../../engine/model/overview.ts'
import { isComputedHere, type RunDevice } from '../../engine/protocol/device.ts'
import type { Judging } from '../../engine/protocol/judging.ts'
import type { DataWorker, Needed } from '../../workers/data.worker.ts'
import type { PrepareWorker } from '../../workers/prepare.worker.ts'
import type { RunWorker } from '../../workers/run.worker.ts'
import { type Remote, releaseProxy } from '../../workers/shared/comlink.ts'
import type { HeldFolders } from '../../workers/shared/held-folders.ts'
import type { ModelWanted } from '../../workers/shared/kept-model.ts'
import type { Opening } from '../../workers/shared/opened-role.ts'
import {
  type Bridged,
  lineTo,
  startPrepareWorker,
  startRunWorker,
  startServerWorker,
  transfer,
} from '../threads/bridge.ts'

/** The two that work with one copy of the model: one asks it, the other prepares what it is asked. */
export interface WorkerPair {
  readonly worker: Bridged<RunWorker>
  readonly prepare: Bridged<PrepareWorker>
}

/** A judge, the run whose answers it rates, and the data set where it sees images. */
export interface NeededJudge {
  readonly judge: Opening
  readonly dataset: Opening | null
  readonly parent: string
  readonly judging: Judging
}

/** Folders and workers of a run and of its passes: kept from one to the next, so that the model is loaded once. */
export class WorkerPool {
  /** They stay what they were when the run began, whatever is picked meanwhile. */
  readonly folders: Remote<HeldFolders>
  /** Of the model; null for a judge, and where no model is held. */
  readonly overview: ModelOverview | null
  /** How answers are judged; null where questions are asked. */
  readonly judging: Judging | null
  /** By the number of the copy. */
  readonly #pairs = new Map<number, WorkerPair>()

  readonly #startWorker: () => Bridged<RunWorker>

  private constructor(
    folders: Remote<HeldFolders>,
    held: { readonly overview: ModelOverview | null; readonly judging: Judging | null },
    startWorker: () => Bridged<RunWorker>,
  ) {
    this.folders = folders
    this.overview = held.overview
    this.judging = held.judging
    this.#startWorker = startWorker
  }

  /**
   * Holds these openings, to work at `backend`.
   * @param startWorker what asks, where it is not what belongs to the backend
   * @throws VoxelwiseError fingerprint-mismatch where other folders were opened since
   */
  static async gather(
    data: Bridged<DataWorker>,
    { needed, model }: { readonly needed: Needed; readonly model: ModelOverview | null },
    backend: RunDevice,
    startWorker = workerFor(backend),
  ): Promise<WorkerPool> {
    // Later workers need not compile what this one keeps.
    if (needed.model && isComputedHere(backend)) data.remote.keepCompiled(backend)
    const held = { overview: model, judging: null }
    return new WorkerPool(await data.remote.hold(needed), held, startWorker)
  }

  /** The same for a judge and the answers of another run. */
  static async gatherJudged(
    data: Bridged<DataWorker>,
    { judge, dataset, parent, judging }: NeededJudge,
    backend: RunDevice,
  ): Promise<WorkerPool> {
    if (isComputedHere(backend)) data.remote.keepCompiled(backend)
    const folders = await data.remote.holdJudged(judge, parent, judging, dataset)
    return new WorkerPool(folders, { overview: null, judging }, workerFor(backend))
  }

  /** Those that are at hand, else fresh ones: connected, but with no model loaded. */
  async pair(copy: number): Promise<WorkerPair> {
    const known = this.#pairs.get(copy)
    if (known) return known
    const pair = { worker: this.#startWorker(), prepare: startPrepareWorker() }
    this.#pairs.set(copy, pair)
    const toFolders = await lineTo({ remote: this.folders })
    await pair.prepare.remote.dataFrom(transfer(toFolders, [toFolders]))
    return pair
  }

  /**
   * Loads the model into the first copy's workers before any run asks them.
   * @throws whatever keeps it from being loaded; the pool is then to be closed
   */
  async loadAhead(wanted: ModelWanted): Promise<void> {
    const { worker, prepare } = await this.pair(0)
    const toFolders = await lineTo({ remote: this.folders })
    const loaded = worker.remote.loadAhead(wanted, transfer(toFolders, [toFolders]))
    await Promise.race([loaded, worker.crashed, prepare.crashed])
  }

  /** Ends the workers of one copy, which cannot be trusted any more; the next ones are fresh. */
  dismiss(copy: number): void {
    const pair = this.#pairs.get(copy)
    pair?.worker.close()
    pair?.prepare.close()
    this.#pairs.delete(copy)
  }

  close(): void {
    for (const copy of [...this.#pairs.keys()]) this.dismiss(copy)
    this.folders[releaseProxy]()
  }
}

const workerFor = (backend: RunDevice): (() => Bridged<RunWorker>) =>
  backend === 'server' ? startServerWorker : startRunWorker
