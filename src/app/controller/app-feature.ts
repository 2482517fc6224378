import type { RunWorker } from '../../workers/contracts/run.ts'
import type { WorkerHandle } from '../../workers/shared/worker-handle.ts'
import type { ComparedPart, ReportPart, ResultPart } from './result-part.ts'
import type { CommandTable } from './services.ts'

/** What a feature gives to what the page can do. */
export interface AppFeature {
  /** Commands of the page. */
  readonly commands?: CommandTable
  /** What it adds to the results of a run. */
  readonly resultParts?: readonly ResultPart<unknown>[]
  /** What it adds to the report of a run alone. */
  readonly reportParts?: readonly ReportPart<unknown>[]
  /** What it adds to the report of a comparison. */
  readonly comparedParts?: readonly ComparedPart<unknown>[]
  /** Starts what asks a model server. */
  readonly startServer?: () => WorkerHandle<RunWorker>
}
