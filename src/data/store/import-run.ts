import { readImported } from '../export/imported.ts'
import { readRunText } from '../export/run-file.ts'
import { checkJsonSize, MAX_EXPORTED_FILE } from '../sources/file-limits.ts'
import type { Store } from './store.ts'

/** The lock of whoever takes runs in: their records are there before they are. */
export const importing = 'voxelwise/import'

/** Records in one transaction. */
const portion = 2000

/**
 * Takes in a run.json, under the lock `importing`. A thread that is ended meanwhile leaves records of no run
 * (`Store.deleteLeftovers`).
 * @param onProgress hears of the records that are stored so far, and of all
 * @returns the new run's id
 * @throws VoxelwiseError run-file, file-too-large, storage-full
 */
export async function importRun(
  store: Store,
  file: File,
  onProgress: (stored: number, of: number) => void,
): Promise<string> {
  checkJsonSize(file.name, file.size, MAX_EXPORTED_FILE)
  const known = new Set((await store.runs()).map(({ run }) => run.id))
  const { run, records, passes, ...load } = readImported(await readRunText(file), file.name, known)
  const parts = [{ run, records }, ...passes]
  const all = parts.reduce((sum, part) => sum + part.records.length, 0)
  let stored = 0
  try {
    for (const part of parts) {
      for (let at = 0; at < part.records.length; at += portion) {
        onProgress(stored, all)
        const next = part.records.slice(at, at + portion)
        await store.addRecords(part.run.id, next)
        stored += next.length
      }
    }
    await store.putLoad(run.id, load)
    // A run that is in the list has all its records, whenever the page is closed.
    for (const part of parts.reverse()) await store.putRun(part.run)
  } catch (error) {
    store.end()
    for (const part of parts) await store.deleteRun(part.run.id)
    throw error
  }
  store.end()
  return run.id
}
