import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { type Database, writeTo } from './database.ts'
import { type Journals, journalFolder } from './journals.ts'
import { lockName, tryWithLock } from './locks.ts'
import { broadcastStoreChange } from './news.ts'
import { addRecords, allRecordKeys, recordIndices, recountTally } from './records.ts'

/** Records in one transaction. */
const portion = 2000

/** Brings back every run that the journals have and a new database has not. */
export async function restoreAll(db: Database, journals: Journals): Promise<void> {
  let runs = 0
  let records = 0
  for (const folder of await journals.all()) {
    const { run } = await journals.read(folder)
    // An import that broke off left none; what cannot be read at all stays where it is.
    if (!run) continue
    records += await bringBack(db, journals, folder, run)
    runs++
  }
  if (runs > 0) broadcastStoreChange(records > 0 ? { type: 'restored', runs, records } : { type: 'changed' })
}

/**
 * The same for a database that has lost only some runs or records, and for runs without journals: those of older
 * versions. Skips runs that someone works on. Not to be called during an import; only in a dedicated worker.
 */
export async function checkAll(db: Database, journals: Journals): Promise<void> {
  const ids = await db.getAllKeys('runs')
  const known = new Set(await Promise.all(ids.map(journalFolder)))
  let runs = 0
  let records = 0
  for (const folder of await journals.all()) {
    if (known.has(folder)) continue
    const { run, damaged, hasRecords } = await journals.read(folder)
    // Records of an unknown run stay: an import that broke off is deleted by its id (`Store.deleteLeftovers`).
    if (!run && damaged === 0 && !hasRecords) await journals.remove([folder])
    if (run)
      await tryWithLock(lockName(run.id), async () => {
        const now = (await journals.read(folder)).run
        if (!now) return
        records += await bringBack(db, journals, folder, now)
        runs++
      })
  }
  // Runs that were brought back, too: records that only the database had kept are in no journal yet.
  for (const id of await db.getAllKeys('runs'))
    await tryWithLock(lockName(id), async () => {
      const added = await reconcile(db, journals, id)
      if (added > 0) runs++
      records += added
    })
  if (runs > 0) broadcastStoreChange({ type: 'restored', runs, records })
}

/** @returns how many records its journals had that the database had not */
async function bringBack(db: Database, journals: Journals, folder: string, run: Run): Promise<number> {
  const { added, load } = await addMissing(db, journals, folder, run.id)
  await writeTo(db, ['runs', 'loads'], async tx => {
    if (load && !(await tx.objectStore('loads').get(run.id))) await tx.objectStore('loads').put(load, run.id)
    // It is in the list when all its records are there.
    if (!(await tx.objectStore('runs').get(run.id))) await tx.objectStore('runs').put(run)
  })
  return added
}

/** Gives the database the records that only the journals have, and reports which of its records they lack. */
async function addMissing(db: Database, journals: Journals, folder: string, id: string) {
  const stored = new Set<number>()
  for await (const indices of recordIndices(db, id)) for (const index of indices) stored.add(index)
  const unkept = new Set(stored)
  const tally = await db.get('tallies', id)
  const isMiscounted = (tally?.answered ?? 0) + (tally?.failed ?? 0) !== stored.size
  let added = 0
  const { load } = await journals.read(folder, {
    wants: index => {
      unkept.delete(index)
      return !stored.has(index)
    },
    take: async records => {
      for (let at = 0; at < records.length; at += portion)
        added += await addRecords(db, id, records.slice(at, at + portion))
    },
  })
  if (isMiscounted) await recountTally(db, id)
  return { added, load, unkept, isMiscounted }
}

/**
 * Gives the database and the journals of a run what only the other has. In a dedicated worker, while nobody works on it.
 * @returns how many records the database had lost. A batch in the journal only, because the page was closed between the
 * two writes, does not count.
 */
export async function reconcile(db: Database, journals: Journals, id: string): Promise<number> {
  const state = await journals.journalState(id)
  // Without a tally the database has lost records, even where another thread has just noted that nothing is missing.
  const isCounted = (await db.get('tallies', id)) !== undefined
  if (state !== '' && isCounted && (await db.get('compared', id)) === state) return 0
  const run = await db.get('runs', id)
  if (!run) return 0
  const { added, load, unkept, isMiscounted } = await addMissing(db, journals, await journalFolder(id), id)
  if (unkept.size > 0)
    for await (const chunk of restoredRecords(db, id, portion)) {
      const missing = chunk.filter(({ sample }) => unkept.has(sample.index))
      if (missing.length > 0) await journals.append(id, missing, run)
    }
  await journals.close()
  await journals.keepRun(run)
  const known = await db.get('loads', id)
  if (known && !load) await journals.keepLoad(id, known)
  if (load && !known) await writeTo(db, ['loads'], tx => tx.objectStore('loads').put(load, id))
  await noteSame(db, journals, id)
  // The list of runs shows how many answers there are.
  if (added > 0) broadcastStoreChange({ type: 'changed' })
  return run.state === 'done' || isMiscounted ? added : 0
}

/** Notes that the database and the journals of a run are the same: the next visit need not compare them. */
export async function noteSame(db: Database, journals: Journals, id: string): Promise<void> {
  await db.put('compared', await journals.journalState(id), id)
}

/** All records in the data set's order, a chunk at a time. The next one is read while one is processed. */
export async function* restoredRecords(
  db: Database,
  run: string,
  chunk: number,
): AsyncGenerator<readonly RunRecord[]> {
  const { upper } = allRecordKeys(run)
  const read = (after: number): Promise<RunRecord[]> => {
    const reading = db.getAll('records', IDBKeyRange.bound([run, after], upper, true), chunk)
    // A caller that stops early does not wait for it.
    reading.catch(() => {})
    return reading
  }
  for (let next = read(-1); ; ) {
    const records = await next
    const last = records.at(-1)
    if (!last) return
    next = read(last.sample.index)
    yield records
  }
}
