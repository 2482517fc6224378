import { VoxelwiseError } from '../../engine/base/errors.ts'
import { readImported } from '../export/imported.ts'
import type { RunPass } from '../export/run-parts.ts'
import { type BackupFile, readBackup } from './backup.ts'
import { ifAlone, lockOf } from './locks.ts'
import { isSameRun } from './same-run.ts'
import type { Store } from './store.ts'

/** What a backup, or a copy in a folder, brought. */
export interface Restored {
  /** That were not here. */
  readonly runs: number
  /** That were not here, of those runs and of others. */
  readonly records: number
  /** Files of the backup that could not be restored, and why. */
  readonly problems: readonly string[]
}

const portion = 2000

/**
 * Brings back what a backup has and this browser has not: a run that is here gets the records that it lacks, so that a
 * backup restored twice doubles nothing. What is whole is restored, whatever else in the file is damaged.
 * @throws VoxelwiseError run-file where it is no backup, storage-full where there is no room
 */
export function restoreBackup(
  store: Store,
  file: File,
  onProgress: (done: number) => void,
): Promise<Restored> {
  return restoreFiles(store, readBackup(file), onProgress)
}

/** The same with run.json files from wherever. @throws VoxelwiseError storage-full where there is no room */
export async function restoreFiles(
  store: Store,
  items: AsyncIterable<BackupFile>,
  onProgress: (done: number) => void,
): Promise<Restored> {
  let runs = 0
  let records = 0
  let files = 0
  const problems: string[] = []
  for await (const item of items) {
    onProgress(files)
    files++
    try {
      if ('problem' in item) throw new Error(item.problem)
      const { run, records: own, passes, ...load } = readImported(item.text, item.name, new Set())
      for (const part of [...passes, { run, records: own }]) {
        const added = await restorePart(store, part)
        if (added.isNew) runs++
        records += added.records
      }
      if (!(await store.load(run.id))) await store.putLoad(run.id, load)
    } catch (error) {
      if (error instanceof VoxelwiseError && error.info.code !== 'run-file') throw error
      problems.push(`${item.name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return { runs, records, problems }
}

async function restorePart(
  store: Store,
  { run, records }: RunPass,
): Promise<{ readonly isNew: boolean; readonly records: number }> {
  const here = (await store.runs()).find(summary => summary.run.id === run.id)
  if (here && !isSameRun(here.run, run)) throw new Error(`Another run of this browser has the id ${run.id}.`)
  let added: number | null = null
  await ifAlone(lockOf(run.id), async () => {
    const known = new Set(await store.done(run.id))
    const missing = records.filter(({ sample }) => !known.has(sample.index))
    for (let at = 0; at < missing.length; at += portion)
      await store.addImported(run.id, missing.slice(at, at + portion))
    await store.end()
    // A run that is in the list has all its records, whenever the page is closed.
    if (!here) await store.putRun(run)
    added = missing.length
  })
  if (added === null) throw new Error(`The run ${run.name} is being worked on.`)
  return { isNew: !here, records: added }
}
