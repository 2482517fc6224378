import { streamedBytes } from '@voxelwise/tables'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { streamRun } from '../export/run-file-stream.ts'
import { MAX_STREAMED_RUN, tooLarge } from '../sources/file-limits.ts'
import { type BackupFile, readBackup } from './backup.ts'
import { lockName, tryLock } from './locks.ts'
import type { Restored } from './news.ts'
import type { Store } from './store.ts'
import { type Destination, freshRun, type Portions, StoredTaker } from './stored-taker.ts'

/**
 * Restores what a backup has and this browser lacks. An existing run gets its missing records. Every complete run is
 * restored, whatever else is damaged. @throws VoxelwiseError run-file if it is no backup, storage-full
 */
export function restoreBackup(
  store: Store,
  file: File,
  onProgress: (done: number) => void,
  portions: Portions = {},
): Promise<Restored> {
  return restoreFiles(store, readBackup(file), onProgress, portions)
}

/** The same with run.json files from wherever. @throws VoxelwiseError storage-full where there is no room */
export async function restoreFiles(
  store: Store,
  files: AsyncIterable<BackupFile>,
  onProgress: (done: number) => void,
  portions: Portions = {},
): Promise<Restored> {
  let [runs, records, done] = [0, 0, 0]
  const problems: string[] = []
  for await (const file of files) {
    onProgress(done++)
    const restored = await restoreFile(store, file, portions)
    runs += restored.runs
    records += restored.records
    problems.push(...restored.problems)
  }
  return { runs, records, problems }
}

async function restoreFile(store: Store, { name, bytes }: BackupFile, portions: Portions): Promise<Restored> {
  // Nobody else works on the runs of the file meanwhile.
  const locks: (() => void)[] = []
  const imported = new Date().toISOString()
  const findDestination = async (run: Run, parent: Run | null): Promise<Destination> => {
    const release = await tryLock(lockName(run.id))
    if (!release) throw refused(run, 'The run is in use.', 'Restore it once it has stopped.')
    locks.push(release)
    return destinationIn(store, run, freshRun(run, new Set(), imported, parent?.id))
  }
  const taker = new StoredTaker(store, findDestination, () => {}, portions)
  const tooMany = () =>
    tooLarge(name, `It has more than ${MAX_STREAMED_RUN} bytes.`, 'Import the run from a file of its own.')
  const file = streamedBytes(name, bytes, MAX_STREAMED_RUN, tooMany)
  try {
    await streamRun(file, taker, portions.slice)
    await taker.finish()
    return { runs: taker.runs, records: taker.records, problems: [] }
  } catch (error) {
    await taker.undo()
    if (error instanceof VoxelwiseError && !isOfTheFile(error)) throw error
    return {
      runs: 0,
      records: taker.recordsOfOthers,
      problems: [`${name}: ${error instanceof Error ? error.message : error}`],
    }
  } finally {
    await file.close()
    for (const release of locks) release()
  }
}

const isOfTheFile = ({ info }: VoxelwiseError): boolean =>
  info.code === 'run-file' || info.code === 'file-too-large'

/** @param fresh the run as it is stored where it is not here @throws VoxelwiseError run-file if another run has the same id */
async function destinationIn(store: Store, run: Run, fresh: Run): Promise<Destination> {
  const here = (await store.runs()).find(summary => summary.run.id === run.id)
  if (!here) return { run: fresh, isNew: true, has: new Set() }
  if (identity(here.run) !== identity(run))
    throw refused(run, `Another run of this browser has the id ${run.id}.`, 'Delete that one first.')
  return { run: here.run, isNew: false, has: new Set(await store.done(run.id)) }
}

const refused = ({ name }: Run, message: string, remedy: string): VoxelwiseError =>
  new VoxelwiseError({ code: 'run-file', subject: name, message, remedy })

/** Equal for one run at different times: same id, same questions, same model, same start. */
const identity = ({ id, created, total, settings, dataset, model, probe }: Run): string =>
  JSON.stringify([
    id,
    created,
    total,
    Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1)),
    dataset.fingerprint,
    model.fingerprint,
    probe ?? null,
  ])
