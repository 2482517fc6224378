import type { Store } from '../../data/store/store.ts'
import type { DataWorker } from '../../workers/data.worker.ts'
import type { ResultsWorker } from '../../workers/results.worker.ts'
import type { RunWorker } from '../../workers/run.worker.ts'
import type { JudgeFolder } from '../folders/judge-folder.ts'
import type { FolderRegistry } from '../folders/registry.ts'
import type { LoadingAhead } from '../run/loading-ahead.ts'
import type { AppStore } from '../state/store.ts'
import type { Bridged } from '../threads/bridge.ts'

/** What the queue works with. */
export interface QueueDeps {
  readonly app: AppStore
  readonly data: Bridged<DataWorker>
  readonly results: Bridged<ResultsWorker>
  readonly store: Promise<Store>
  readonly folders: FolderRegistry
  readonly judge: JudgeFolder
  readonly ahead: LoadingAhead
  /** Ends what uses the cores beside runs. */
  readonly makeRoom: () => Promise<void>
  /** Starts what stands in place of a model's own worker. */
  readonly startWorker?: (() => Bridged<RunWorker>) | undefined
}
