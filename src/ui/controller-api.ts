import type { RunRecord } from '../engine/record.ts'
import type { Run, RunSettings } from '../engine/run.ts'
import type { AppState, ExportName, Picked, QualityRow, ResultRow } from './state.ts'

/** The task levels of the shortcut analysis; null takes the protocol's defaults. */
export interface LevelChoice {
  readonly high: readonly string[] | null
  readonly ignore: readonly string[] | null
}

/** A run's results: rows for lists, records one by one, everything else derived from rows. */
export interface Results {
  readonly run: Run
  readonly rows: readonly ResultRow[]
}

/**
 * The one door between views and the rest: views read `getState()` and call verbs. Verbs that can fail put
 * their error into the state (or reject, where they return something).
 */
export interface Controller {
  subscribe(listener: () => void): () => void
  getState(): AppState

  chooseDataset(picked: Picked): Promise<void>
  chooseModel(picked: Picked): Promise<void>
  /** Asks the browser again for a remembered folder (needs a click). */
  unlockDataset(): Promise<void>
  unlockModel(): Promise<void>
  /** Skipped samples and findings, for the quality view. */
  quality(): Promise<readonly QualityRow[]>

  changeSettings(change: Partial<RunSettings>): void
  /** Starts a run on the chosen data set and model. */
  start(): Promise<void>
  pause(): void
  resume(): void
  /** Stops the run for now; it stays in the list and can be continued. */
  stop(): Promise<void>
  /** Continues a stored run; asks for its folders where they are not at hand (state becomes `locked`). */
  continueRun(id: string): Promise<void>

  results(id: string): Promise<Results>
  record(run: string, index: number): Promise<RunRecord>
  /** Object URL of a sample's image, or null where its folder is not at hand. The caller revokes it. */
  imageUrl(run: string, path: string): Promise<string | null>

  renameRun(id: string, name: string): Promise<void>
  deleteRun(id: string): Promise<void>
  exportFile(id: string, name: ExportName, levels?: LevelChoice): Promise<Blob>
  /** Takes a run.json in; resolves with the new run's id. */
  importFile(file: File): Promise<string>

  dismiss(notice: number): void
}
