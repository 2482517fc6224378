import type { LoadProgress, TableReading } from '../../data/formats/format.ts'
import type { SeenByModel } from '../../data/images/picture.ts'
import type { FolderKind } from '../../data/sources/folder-kind.ts'
import type { SourceDescriptor } from '../../data/sources/source.ts'
import type { Restored } from '../../data/store/news.ts'
import type { Store } from '../../data/store/store.ts'
import type { ExportName, ResultRow } from '../../engine/analysis/result-row.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { ShortcutOptions } from '../../engine/protocol/shortcut.ts'
import type { DataWorker } from '../../workers/contracts/data.ts'
import type { ResultsWorker } from '../../workers/contracts/stored.ts'
import type { WorkerHandle } from '../../workers/shared/worker-handle.ts'
import type { FoldersOnShow, NewRaceRequest, QueueRequest } from '../queue/requests.ts'
import type { AskedRole, FolderRole, Picked } from '../state/state.ts'
import type { AppStore, Observable } from '../state/store.ts'
import type { ReportMaker, Rows } from './report-facts.ts'

/** What commands work with: types only, so that a view which calls a command depends on no implementation. */
export interface Services {
  readonly app: AppStore
  /** Its remote is another one after each `replace`. */
  readonly data: Pick<WorkerHandle<DataWorker>, 'remote'>
  readonly results: Pick<WorkerHandle<ResultsWorker>, 'remote'>
  readonly store: Promise<Store>
  readonly folders: FoldersOnShow & {
    /** How the tables of the data set are read. */
    readonly tables: {
      readonly readSoFar: Pick<Observable<LoadProgress>, 'get' | 'subscribe'>
      readAgain(reading: TableReading, isPartGuessed?: boolean): Promise<void>
      confirmMapping(): Promise<void>
      forgetMapping(): Promise<void>
      keepNames(): Promise<void>
      chooseSlices(rule: string | null): Promise<void>
    }
    choose(role: FolderRole, picked: Picked, reading?: TableReading): Promise<void>
    unlock(role: FolderRole): Promise<void>
    kindOf(role: FolderRole): Promise<FolderKind | null>
    moveToOtherRole(role: AskedRole): Promise<void>
    datasetOf(run: Run): Promise<SourceDescriptor | null>
  }
  readonly queue: {
    ask(request: QueueRequest): Promise<void>
    pause(): void
    resume(): void
    stop(): void
    delete(id: string): Promise<void>
    refresh(): Promise<void>
  }
  readonly races: {
    add(): Promise<void>
    remove(id: string): void
    request(): NewRaceRequest
  }
  readonly ahead: { wake(): void }
  readonly trials: { start(): Promise<void>; stop(): Promise<void> }
  readonly rows: {
    of(id: string): Promise<Rows>
    beside(id: string): Promise<readonly ResultRow[]>
    prepare(id: string): Promise<unknown>
    drop(): void
    exportFile(id: string, name: ExportName, levels: ShortcutOptions): Promise<Blob>
  }
  /** What reached the model of a stored question; null where its data set and model are not open. */
  readonly seen: { of(run: Run, record: RunRecord): Promise<SeenByModel | null> }
  readonly images: { of(id: string, path: string): Promise<Blob | null> }
  readonly garbage: {
    after(records: number): void
    during<T>(records: number, work: Promise<T>): Promise<T>
  }
  /** Runs that come in from files. */
  readonly imports: {
    files(
      files: readonly File[],
      onProgress: (stored: number, of: number) => void,
      signal: AbortSignal,
    ): Promise<string>
    backup(file: File, onProgress: (done: number) => void, signal: AbortSignal): Promise<Restored>
  }
  readonly copy: {
    choose(): Promise<void>
    allow(): Promise<void>
    stop(): Promise<void>
    bringBack(onProgress: (done: number) => void, signal: AbortSignal): Promise<Restored>
  }
  readonly offline: { keep(): Promise<void>; update(): Promise<void> }
  /** Loaded only when a report is saved. */
  readonly reports: () => Promise<ReportMaker>
}

/** Commands by name. Each names the services that it uses; the page calls it without them. */
export type CommandTable = Readonly<Record<string, (services: Services, ...args: never[]) => unknown>>
