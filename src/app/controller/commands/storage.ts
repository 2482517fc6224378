import { askToKeep } from '../../../data/store/browser-storage.ts'
import { keptBytes } from '../../../data/store/features/feature-store.ts'
import { keptCopies } from '../../../data/store/model-copies.ts'
import { deleteOrphans, storageOverview } from '../../storage/storage.ts'
import type { CommandTable, Services } from '../services.ts'

/** What the browser keeps, and what comes in from files. */
export const storageCommands = {
  /**
   * Imports a run.json, the shards of one run, several run.json in sequence, or logs of another tool. Resolves with the id
   * of the (last) new run. Like `restore` and `bringBackCopy`, it rejects with an AbortError when `signal` is aborted.
   */
  importFiles: (
    services,
    files: readonly File[],
    onProgress: (stored: number, of: number) => void,
    signal: AbortSignal,
  ): Promise<string> =>
    takeIn(services, signal, () =>
      services.garbage.during(recordsIn(files), services.imports.files(files, onProgress, signal)),
    ),
  /** Restores a backup. `onProgress` gets the number of its files that are done. */
  restore: (services, file: File, onProgress: (done: number) => void, signal: AbortSignal) =>
    takeIn(services, signal, () => services.imports.backup(file, onProgress, signal)),
  /** Restores runs and records that only the copy has. `onProgress` gets the number of its runs that are done. */
  bringBackCopy: (services, onProgress: (done: number) => void, signal: AbortSignal) =>
    takeIn(services, signal, () => services.copy.bringBack(onProgress, signal)),
  backup: ({ results }) => results.remote.backup(),
  storage: async ({ store }) => storageOverview(await store),
  /** Bytes of image features that are cached. */
  keptFeatures: () => keptBytes(),
  clearKeptFeatures: ({ app, data }) => app.orNotify(data.remote.clearFeatures()),
  /** The private copies of models, and what is left of those that were not completed. */
  modelCopies: () => keptCopies(),
  removeModelCopy: ({ app, data }, id: string) => app.orNotify(data.remote.removeCopy(id)),
  /** Deletes answers that belong to no run. */
  deleteOrphans: async ({ store }) => deleteOrphans(await store),
  /** Forgets all folders of earlier visits and of runs. They must be picked again. */
  forgetFolders: async ({ store }) => (await store).folders.forget(),
  /** Asks the browser to delete nothing by itself. @returns whether it promised */
  askToKeep: () => askToKeep(),
  /** Asks for a folder and copies all runs there from now on. Needs a click. */
  chooseCopy: ({ copy }) => copy.choose(),
  /** Asks the browser again for that folder, and continues. Needs a click. */
  allowCopy: ({ copy }) => copy.allow(),
  /** Stops copying. The files remain. */
  stopCopy: ({ copy }) => copy.stop(),
} satisfies CommandTable

async function takeIn<T>(
  { app, queue, results, rows }: Services,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  // An imported run is opened next, and garbage collection takes longer the more rows this thread holds.
  rows.drop()
  try {
    return await work()
  } finally {
    if (signal.aborted) void app.orNotify(results.remote.deleteLeftovers())
    await queue.refresh()
  }
}

/** An estimate: a record of run.json takes 1.5 kB. */
const recordsIn = (files: readonly File[]): number => files.reduce((sum, { size }) => sum + size / 1500, 0)
