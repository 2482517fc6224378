import type { ExportName } from '../../data/export/exported-files.ts'
import type { Restored } from '../../data/store/news.ts'
import type { ChangedSample } from '../../engine/analysis/comparison.ts'
import type { RowPack } from '../../engine/analysis/row-pack.ts'
import type { RunOverview } from '../../engine/analysis/run-overview.ts'
import type { PeoplesRatings } from '../../engine/protocol/judging.ts'
import type { Environment } from '../../engine/protocol/run.ts'
import type { ShortcutOptions } from '../../engine/protocol/shortcut.ts'
import type { FactInput, FactName } from '../results/facts/registry.ts'
import type { RowsState } from './rows-state.ts'

/** Reads, compares, exports and copies stored runs off the page's thread. */
export interface ResultsWorker {
  /** Restores what the browser lost of runs, and deletes the remains of an interrupted import. */
  check(): Promise<void>
  /** Deletes what an interrupted import left, after any import that is running. */
  deleteLeftovers(): Promise<void>
  /** Which version of a run's records is stored, and whether it can be opened without reading them. */
  state(id: string): Promise<RowsState>
  /** Sends the rows of a run in portions, so that no message blocks the page. */
  rows(run: string, send: (rows: RowPack) => Promise<void>): Promise<RunOverview>
  /** A figure by its name. @param call a number of its own, for `dropFact` */
  fact(call: number, name: FactName, input: FactInput<FactName>): Promise<object>
  /** Nobody waits for this figure any longer: its call rejects, unless it is done. */
  dropFact(call: number): Promise<void>
  /** Sends the samples that only one of two runs has right, in portions. */
  changed(
    runs: readonly [string, string],
    send: (samples: readonly ChangedSample[]) => Promise<void>,
  ): Promise<void>
  ratingSheet(id: string, rubric: string): Promise<Blob>
  /** @throws VoxelwiseError bad-table naming the row at fault; file-too-large */
  readRatingSheet(id: string, file: File): Promise<PeoplesRatings>
  exportFile(id: string, name: ExportName, levels: ShortcutOptions): Promise<Blob>
  /** A file of figures made of a run's rows; null where rows do not have all that its records have. */
  figureFile(id: string, name: ExportName, levels: ShortcutOptions): Promise<Blob | null>
  backup(): Promise<Blob>
  /** Copies runs that changed into a folder of the user's. @throws DOMException where that fails */
  copyTo(folder: FileSystemDirectoryHandle): Promise<void>
}

/** Reads all records of a large run once, and ends: the memory of a million records is freed only with the thread. */
export interface RecordsWorker {
  /** Derives and stores the rows of a large run, so that it opens without reading its records. */
  keepDerived(run: string, onChunk: OnChunk): Promise<void>
  exportFile(id: string, name: ExportName, levels: ShortcutOptions, onChunk: OnChunk): Promise<Blob>
}

/** Called for every chunk of records that was read, and after the last one. */
export type OnChunk = (isLast: boolean) => void

/** Imports one file or folder, and ends: a large run.json takes gigabytes, which are freed with the thread. */
export interface ImportWorker {
  /** @param on what files in another form than run.json need; `dataset` is a port to a `HeldDataset` @returns the (last) new run's id */
  importFiles(
    files: readonly File[],
    on: { readonly dataset: MessagePort | null; readonly environment: Environment },
    onProgress: (stored: number, of: number) => void,
  ): Promise<string>
  /** @param onProgress receives the number of finished files of the backup */
  restore(file: File, onProgress: (done: number) => void): Promise<Restored>
  /** Imports the runs of a copy in the user's folder that this browser does not have. */
  bringBack(folder: FileSystemDirectoryHandle, onProgress: (done: number) => void): Promise<Restored>
}
