import type { Store } from '../../data/store/store.ts'
import type { DataWorker } from '../../workers/contracts/data.ts'
import type { ResultsWorker } from '../../workers/contracts/stored.ts'
import type { WorkerHandle } from '../../workers/shared/worker-handle.ts'
import type { FolderRegistry } from '../folders/registry.ts'
import type { OfflineUpkeep } from '../offline/upkeep.ts'
import type { QueueRequest } from '../queue/requests.ts'
import type { OpenRows } from '../rows/open-rows.ts'
import type { LoadingAhead } from '../run/loading-ahead.ts'
import type { SeenQuestions } from '../run/seen-by-model.ts'
import type { SpeedTrials } from '../run/speed-trials.ts'
import type { AppStore } from '../state/store.ts'
import type { FolderCopying } from '../storage/folder-copying.ts'
import type { Imports } from '../storage/importing.ts'
import type { AskFact } from '../threads/ask-fact.ts'
import type { GarbageCollection } from '../threads/garbage-collection.ts'
import type { ReportMaker } from './report-facts.ts'

/** What commands work with: types only. A view that calls a command does not depend on the queue. */
export interface Services {
  readonly app: AppStore
  /** Its remote is another one after each `replace`. */
  readonly data: Pick<WorkerHandle<DataWorker>, 'remote'>
  readonly results: Pick<WorkerHandle<ResultsWorker>, 'remote'>
  /** Figures of stored runs by name. */
  readonly fact: AskFact
  readonly store: Promise<Store>
  readonly folders: FolderRegistry
  readonly queue: {
    ask(request: QueueRequest): Promise<void>
    pause(): void
    resume(): void
    stop(): void
    delete(id: string): Promise<void>
    refresh(): Promise<void>
  }
  readonly ahead: Pick<LoadingAhead, 'wake'>
  readonly trials: SpeedTrials
  readonly rows: OpenRows
  readonly seen: SeenQuestions
  /** Images of stored runs; null where the data set folder of the run is not open. */
  readonly images: { of(id: string, path: string): Promise<Blob | null> }
  readonly garbage: GarbageCollection
  readonly imports: Imports
  readonly copy: FolderCopying
  readonly offline: OfflineUpkeep
  /** Loaded only when a report is saved. */
  readonly reports: () => Promise<ReportMaker>
}

/** Commands by name. Each names the services that it uses; the page calls it without them. */
export type CommandTable = Readonly<Record<string, (services: Services, ...args: never[]) => unknown>>
