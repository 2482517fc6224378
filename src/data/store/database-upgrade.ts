/** Brings a database of an earlier version to the present form (`earlier-forms.ts`). */
import type { IDBPTransaction } from 'idb'
import {
  isEarlierRecord,
  isFirstRun,
  presentRecord,
  presentRun,
} from '../../engine/protocol/earlier-forms.ts'
import { type Database, type DatabaseSchema, type StoreName, writeTo } from './database.ts'

export type Upgrading = IDBPTransaction<DatabaseSchema, StoreName[], 'versionchange'>

/** To be raised with a new store, and with a new form of runs or records. */
export const databaseVersion = 9

const stores: readonly StoreName[] = [
  'runs',
  'tallies',
  'records',
  'loads',
  'folders',
  'mappings',
  'regions',
  'compared',
  'imports',
  'derived',
  'documents',
  'identity',
  'upgrades',
]

/**
 * Makes the stores that are missing, writes the runs in the present form, and notes whose records may be in an earlier one: those
 * of runs that were in one themselves, which a later version may have continued, and those of runs whose first record is. It looks at
 * no other record, so that no upgrade takes long.
 */
export async function upgradeStores(tx: Upgrading): Promise<void> {
  const missing = stores.filter(name => !tx.db.objectStoreNames.contains(name))
  for (const name of missing) tx.db.createObjectStore(name, name === 'runs' ? { keyPath: 'id' } : {})
  if (missing.includes('identity')) await tx.objectStore('identity').put(crypto.randomUUID(), 'database')
  const notes = tx.objectStore('upgrades')
  for (let at = await tx.objectStore('runs').openCursor(); at; at = await at.continue()) {
    if (isFirstRun(at.value)) await notes.put(-1, at.key)
    await at.update(presentRun(at.value))
  }
  for (let at = await tx.objectStore('records').openCursor(); at; at = await at.continue(behind(at.key[0])))
    if (isEarlierRecord(at.value)) await notes.put(-1, at.key[0])
}

/** The key behind all records of a run. */
const behind = (run: string): [string, number] => [run, Number.POSITIVE_INFINITY]

/** Records in one transaction. */
const portion = 2000

/** Writes the records that were noted in the present form, in portions. After an interruption the next call continues. */
export async function upgradeRecords(db: Database): Promise<void> {
  for (const run of await db.getAllKeys('upgrades'))
    for (let isDone = false; !isDone; ) isDone = await upgradePortion(db, run)
}

/** @returns whether it was the last */
const upgradePortion = (db: Database, run: string): Promise<boolean> =>
  writeTo(db, ['upgrades', 'records'], async tx => {
    const [notes, records] = [tx.objectStore('upgrades'), tx.objectStore('records')]
    const range = IDBKeyRange.bound([run, (await notes.get(run)) ?? -1], behind(run), true)
    const batch = await records.getAll(range, portion)
    for (const record of batch) await records.put(presentRecord(record), [run, record.sample.index])
    const last = batch.at(-1)
    await (last ? notes.put(last.sample.index, run) : notes.delete(run))
    return last === undefined
  })
