import type { Store } from '../../data/store/store.ts'
import type { ResultsWorker } from '../../workers/contracts/stored.ts'
import type { FolderRegistry } from '../folders/registry.ts'
import type { DeviceTests } from '../run/device-tests.ts'
import type { LoadingAhead } from '../run/loading-ahead.ts'
import type { RunThreads } from '../run/worker-pool.ts'
import type { AppStore } from '../state/store.ts'
import type { WorkerHandle } from '../threads/bridge.ts'

export interface QueueDeps {
  readonly app: AppStore
  readonly threads: RunThreads
  readonly results: WorkerHandle<ResultsWorker>
  readonly store: Promise<Store>
  readonly folders: FolderRegistry
  readonly ahead: LoadingAhead
  readonly deviceTests: DeviceTests
  /** Ends other uses of the cores. */
  readonly makeRoom: () => Promise<void>
}
