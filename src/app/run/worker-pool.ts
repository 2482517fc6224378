import type { ModelOverview } from '../../engine/model/model-overview.ts'
import { isComputedHere, isNative, type RunDevice } from '../../engine/protocol/device.ts'
import type { Judging } from '../../engine/protocol/judging.ts'
import type { DataWorker } from '../../workers/contracts/data.ts'
import type { HeldFolders, Needed, Opening } from '../../workers/contracts/folders.ts'
import type { ModelWanted, PrepareWorker, RunWorker } from '../../workers/contracts/run.ts'
import { type Remote, releaseProxy } from '../../workers/shared/comlink.ts'
import { portTo, transfer, type WorkerHandle } from '../threads/bridge.ts'

/** The data worker, and how to start the workers of a run. */
export interface RunThreads {
  readonly data: WorkerHandle<DataWorker>
  /** Runs a model here. */
  startModel(): WorkerHandle<RunWorker>
  /** Asks a model server. */
  startServer(): WorkerHandle<RunWorker>
  startPrepare(): WorkerHandle<PrepareWorker>
}

/** The two workers of one copy of the model: one asks it, the other prepares its inputs. */
interface WorkerPair {
  readonly worker: WorkerHandle<RunWorker>
  readonly prepare: WorkerHandle<PrepareWorker>
}

/** A judge, the run whose answers it rates, and the data set if it sees images. */
interface NeededJudge {
  readonly judge: Opening
  readonly dataset: Opening | null
  readonly parent: string
  readonly judging: Judging
}

/** Folders and workers of a run and of its passes: kept from one to the next, so that the model is loaded once. */
export class WorkerPool {
  /** They stay as they were when the run began, whatever is picked in the meantime. */
  readonly folders: Remote<HeldFolders>
  /** Overview of the model; null for a judge, and where no model is held. */
  readonly overview: ModelOverview | null
  /** How answers are judged; null if questions are asked. */
  readonly judging: Judging | null
  /** By the number of the copy. */
  readonly #pairs = new Map<number, WorkerPair>()
  readonly #threads: RunThreads
  readonly #backend: RunDevice

  private constructor(
    folders: Remote<HeldFolders>,
    held: { readonly overview: ModelOverview | null; readonly judging: Judging | null },
    threads: RunThreads,
    backend: RunDevice,
  ) {
    this.folders = folders
    this.overview = held.overview
    this.judging = held.judging
    this.#threads = threads
    this.#backend = backend
  }

  /** Holds these openings, to work at `backend`. @throws VoxelwiseError fingerprint-mismatch if others were opened since */
  static async gather(
    threads: RunThreads,
    { needed, model }: { readonly needed: Needed; readonly model: ModelOverview | null },
    backend: RunDevice,
  ): Promise<WorkerPool> {
    const { remote } = threads.data
    // Later workers reuse this compiled code.
    if (needed.model && isComputedHere(backend) && !isNative(backend)) remote.keepCompiled(backend)
    const held = { overview: model, judging: null }
    return new WorkerPool(await remote.openRunFolders(needed), held, threads, backend)
  }

  /** The same for a judge and the answers of another run. */
  static async gatherJudged(
    threads: RunThreads,
    { judge, dataset, parent, judging }: NeededJudge,
    backend: RunDevice,
  ): Promise<WorkerPool> {
    const { remote } = threads.data
    if (isComputedHere(backend) && !isNative(backend)) remote.keepCompiled(backend)
    const folders = await remote.openJudgeFolders(judge, parent, judging, dataset)
    return new WorkerPool(folders, { overview: null, judging }, threads, backend)
  }

  /** Existing workers, else fresh ones: connected, but with no model loaded. */
  async pair(copy: number): Promise<WorkerPair> {
    const known = this.#pairs.get(copy)
    if (known) return known
    const pair = this.#fresh()
    this.#pairs.set(copy, pair)
    return this.#connected(pair)
  }

  /** Fresh workers on the same folders that serve no copy. The caller closes them. */
  apart(): Promise<WorkerPair> {
    return this.#connected(this.#fresh())
  }

  #fresh(): WorkerPair {
    const threads = this.#threads
    const worker = this.#backend === 'server' ? threads.startServer() : threads.startModel()
    return { worker, prepare: threads.startPrepare() }
  }

  async #connected(pair: WorkerPair): Promise<WorkerPair> {
    const toFolders = await portTo({ remote: this.folders })
    await pair.prepare.remote.dataFrom(transfer(toFolders, [toFolders]))
    return pair
  }

  /** Loads the model for the first copy before any run. @throws the error of loading; the pool must then be closed */
  async loadAhead(wanted: ModelWanted): Promise<void> {
    const { worker, prepare } = await this.pair(0)
    const toFolders = await portTo({ remote: this.folders })
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
