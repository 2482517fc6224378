import type { ChosenSource } from '../../data/sources/source.ts'
import type { Store } from '../../data/store/store.ts'
import type { ModelOverview } from '../../engine/model/model-overview.ts'
import type { DeviceTest } from '../../engine/protocol/device-test.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { Needed, Opening } from '../../workers/contracts/folders.ts'
import type { ResultsWorker } from '../../workers/contracts/stored.ts'
import type { RunThreads, WorkerPool } from '../run/worker-pool.ts'
import type { AppStore } from '../state/store.ts'
import type { WorkerHandle } from '../threads/bridge.ts'

/** The queue's dependencies. */
export interface QueueDeps {
  readonly app: AppStore
  readonly threads: RunThreads
  readonly results: WorkerHandle<ResultsWorker>
  readonly store: Promise<Store>
  /** As `FolderRegistry`. */
  readonly folders: {
    keepFor(
      run: Pick<Run, 'id' | 'dataset'>,
      sources: { readonly dataset?: ChosenSource; readonly model: ChosenSource },
    ): Promise<void>
    keepAsOf(earlier: Run, run: Run): Promise<void>
    expectPicked(runs: readonly Run[]): Promise<void>
    bringBackFor(run: Run): Promise<{ readonly needed: Needed; readonly model: ModelOverview }>
    bringBackDatasetFor(run: Run): Promise<Opening>
    bringBackJudgeFor(run: Run): Promise<Opening>
  }
  /** A model that was loaded before Run was pressed. As `LoadingAhead`. */
  readonly ahead: {
    claim(
      run: Pick<Run, 'settings'> & { readonly environment: Pick<Run['environment'], 'threads'> },
      needed: Needed,
    ): Promise<WorkerPool | null>
  }
  /** As `DeviceTests`. */
  readonly deviceTests: { expect(run: Run, pool: WorkerPool): Promise<DeviceTest | null> }
  /** Ends other uses of the cores. */
  readonly makeRoom: () => Promise<void>
}
