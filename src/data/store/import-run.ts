import { blobByteFile } from '../containers/bytes.ts'
import { streamRun } from '../export/run-file-stream.ts'
import { checkJsonSize, MAX_STREAMED_RUN } from '../sources/file-limits.ts'
import type { Store } from './store.ts'
import { freshRun, type Portions, StoredTaker } from './stored-taker.ts'

/** The lock of an import: its records exist before its run does. */
export const importing = 'voxelwise/import'

/**
 * Imports a run.json, under the lock `importing`, and returns the new run's id. A thread that is ended meanwhile leaves
 * records without a run (`Store.deleteLeftovers`). @throws VoxelwiseError run-file, file-too-large, storage-full
 */
export async function importRun(
  store: Store,
  file: File,
  onProgress: (stored: number, of: number) => void,
  portions: Portions = {},
): Promise<string> {
  checkJsonSize(file.name, file.size, MAX_STREAMED_RUN)
  const known = new Set((await store.runs()).map(({ run }) => run.id))
  const imported = new Date().toISOString()
  const taker = new StoredTaker(
    store,
    async (run, parent) => ({
      run: freshRun(run, known, imported, parent?.id),
      isNew: true,
      has: new Set(),
    }),
    onProgress,
    portions,
  )
  try {
    await streamRun(blobByteFile(file.name, file), taker, portions.slice)
    await taker.finish()
  } catch (error) {
    await taker.undo()
    throw error
  }
  return taker.id
}
