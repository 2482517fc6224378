import { withNamesOfToday } from '../../engine/protocol/older-record.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import { type Database, writeTo } from './database.ts'
import type { Journaled } from './journal.ts'
import { folderOf, type Journals } from './journals.ts'
import { ifAlone, lockOf } from './locks.ts'
import { tell } from './news.ts'
import { addRecords, allOf } from './records.ts'

/** Records in one transaction. */
const portion = 2000

/** Brings back every run that the journals have and a new database has not. */
export async function restoreAll(db: Database, journals: Journals): Promise<void> {
  let runs = 0
  let records = 0
  for (const folder of await journals.all()) {
    const journaled = await journals.read(folder)
    // Of an import that broke off; what cannot be read at all stays where it is.
    if (!journaled.run) continue
    records += await bringBack(db, journaled)
    runs++
  }
  if (runs > 0) tell({ type: 'restored', runs, records })
}

/**
 * The same for a database that has lost some runs or records only, and for runs that have no journals yet: those of older
 * versions. Passes over runs that someone works on. Not to be called while an import goes on; only in a dedicated worker.
 */
export async function checkAll(db: Database, journals: Journals): Promise<void> {
  const ids = await db.getAllKeys('runs')
  const known = new Set(await Promise.all(ids.map(folderOf)))
  let runs = 0
  let records = 0
  for (const folder of await journals.all()) {
    if (known.has(folder)) continue
    const { run, damaged } = await journals.read(folder)
    if (!run && damaged === 0) await journals.remove([folder])
    if (run)
      await ifAlone(lockOf(run.id), async () => {
        const journaled = await journals.read(folder)
        if (!journaled.run) return
        records += await bringBack(db, journaled)
        runs++
      })
  }
  for (const id of ids)
    await ifAlone(lockOf(id), async () => {
      const added = await reconcile(db, journals, id)
      if (added > 0) runs++
      records += added
    })
  if (runs > 0) tell({ type: 'restored', runs, records })
}

/** @returns how many records it had that the database had not */
async function bringBack(db: Database, { run, load, records }: Journaled): Promise<number> {
  if (!run) return 0
  let added = 0
  for (let at = 0; at < records.length; at += portion)
    added += await addRecords(db, run.id, records.slice(at, at + portion))
  await writeTo(db, ['runs', 'loads'], async tx => {
    if (load && !(await tx.objectStore('loads').get(run.id))) await tx.objectStore('loads').put(load, run.id)
    // It is in the list when all its records are there.
    if (!(await tx.objectStore('runs').get(run.id))) await tx.objectStore('runs').put(run)
  })
  return added
}

/**
 * Makes the database and the journals of a run the same: each gets what only the other has. Only in a dedicated
 * worker, and while nobody works on the run.
 * @returns how many records the database had lost
 */
export async function reconcile(db: Database, journals: Journals, id: string): Promise<number> {
  if ((await db.get('compared', id)) === (await journals.stateOf(id)) && (await journals.stateOf(id)) !== '')
    return 0
  const run = await db.get('runs', id)
  if (!run) return 0
  const folder = await folderOf(id)
  const known = (await journals.all()).includes(folder)
  const journaled = known ? await journals.read(folder) : null
  let added = 0
  if (journaled) added = await bringBack(db, { ...journaled, run })
  const kept = new Set(journaled?.records.map(({ sample }) => sample.index))
  for await (const chunk of recordsOf(db, id, portion)) {
    const missing = chunk.filter(({ sample }) => !kept.has(sample.index))
    if (missing.length > 0) await journals.append(id, missing, run)
  }
  journals.close()
  await journals.keepRun(run)
  const load = await db.get('loads', id)
  if (load && !journaled?.load) await journals.keepLoad(id, load)
  await db.put('compared', await journals.stateOf(id), id)
  return added
}

/**
 * All records in the data set's order, a chunk at a time: 100,000 need not be held at once. The next one is on its way while
 * one is worked on.
 */
export async function* recordsOf(
  db: Database,
  run: string,
  chunk: number,
): AsyncGenerator<readonly RunRecord[]> {
  const { upper } = allOf(run)
  const read = (after: number): Promise<RunRecord[]> => {
    const reading = db.getAll('records', IDBKeyRange.bound([run, after], upper, true), chunk)
    // Whoever stops early does not wait for it.
    reading.catch(() => {})
    return reading
  }
  for (let next = read(-1); ; ) {
    const records = await next
    const last = records.at(-1)
    if (!last) return
    next = read(last.sample.index)
    yield records.map(withNamesOfToday)
  }
}
