import type { RunLoad } from '../../engine/protocol/frame.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { ChosenSource } from '../sources/source.ts'
import { type Database, type StoreName, type Writing, writeTo } from './database.ts'
import { addTo } from './records.ts'

/** Bytes of its own records that a thread keeps in memory: some 6,000 answers. The oldest are dropped first. */
const maxHeldBytes = 16_000_000

/** A run and what the database stores with it, except its records. */
interface RunAndRest {
  readonly run: Run
  readonly load: RunLoad | undefined
  readonly folders: readonly (readonly [key: string, folder: ChosenSource])[]
}

/** The stores of a transaction that reads or writes all of a run except its records. */
export const restStores: StoreName[] = ['identity', 'runs', 'loads', 'folders']

/** A thread's copy in memory of a run that it works on, so that it can write it again if the browser deletes it. */
export interface HeldRun {
  /** Identity of the database that has it. */
  identity: string | undefined
  /** The run, and where it is a pass the run that it belongs to. */
  runs: readonly RunAndRest[]
  /** What this thread stored of it. */
  readonly records: HeldRecords
}

/** The records that one thread stored last, as JSON in UTF-8: as objects they would take three times the memory. */
class HeldRecords {
  #batches: Uint8Array[] = []
  #bytes = 0

  add(records: readonly RunRecord[]): void {
    const batch = new TextEncoder().encode(JSON.stringify(records))
    this.#batches.push(batch)
    this.#bytes += batch.length
    let first = 0
    for (; this.#bytes > maxHeldBytes && first < this.#batches.length; first++)
      this.#bytes -= this.#batches[first]?.length ?? 0
    if (first > 0) this.#batches = this.#batches.slice(first)
  }

  get isEmpty(): boolean {
    return this.#batches.length === 0
  }

  all(): readonly RunRecord[] {
    const decoder = new TextDecoder()
    return this.#batches.flatMap(batch => JSON.parse(decoder.decode(batch)) as RunRecord[])
  }
}

/** Takes a run into memory as the database has it. @param run in case it is not there any more */
export function holdRun(db: Database, run: Run): Promise<HeldRun> {
  return writeTo(db, restStores, async tx => {
    const ids = run.parent === undefined ? [run.id] : [run.id, run.parent]
    const runs = await Promise.all(ids.map(id => readRest(tx, id, id === run.id ? run : undefined)))
    const identity = await databaseIdentity(tx)
    return { identity, runs: runs.filter(one => one !== null), records: new HeldRecords() }
  })
}

async function readRest(tx: Writing, id: string, known: Run | undefined): Promise<RunAndRest | null> {
  const run = (await tx.objectStore('runs').get(id)) ?? known
  if (!run) return null
  const load = await tx.objectStore('loads').get(id)
  const keys = [`${id}/dataset`, `${id}/model`]
  const folders = await Promise.all(
    keys.map(async key => [key, await tx.objectStore('folders').get(key)] as const),
  )
  return { run, load, folders: folders.flatMap(([key, folder]) => (folder ? [[key, folder] as const] : [])) }
}

/** Distinguishes a database from a replacement that the browser has created. */
export const databaseIdentity = (tx: Writing): Promise<string | undefined> =>
  tx.objectStore('identity').get('database')

/** Whether the database is still the one that was read, and has the run. In a transaction over `identity` and `runs`. */
export async function isStored(tx: Writing, id: string, held: HeldRun | undefined): Promise<boolean> {
  const [identity, known] = await Promise.all([databaseIdentity(tx), tx.objectStore('runs').getKey(id)])
  return known !== undefined && (held === undefined || identity === held.identity)
}

export const heldStores: StoreName[] = [...restStores, 'records', 'tallies']

/**
 * Writes the copy to the database that replaces a deleted one; existing data stays. @param records all that are to be there
 * In a transaction over `heldStores`, or over `restStores` if there are no records.
 */
export async function putBack(tx: Writing, held: HeldRun, records: readonly RunRecord[]): Promise<void> {
  for (const { run, load, folders } of held.runs) {
    const isOwn = run === held.runs[0]?.run
    // Another thread's answers are lost, so the run is no longer complete.
    const state = isOwn ? run.state : 'paused'
    if (await isMissing(tx, 'runs', run.id)) await tx.objectStore('runs').put({ ...run, state })
    // Another thread may have put the run back, and held less of it.
    if (load && (await isMissing(tx, 'loads', run.id))) await tx.objectStore('loads').put(load, run.id)
    for (const [key, folder] of folders)
      if (await isMissing(tx, 'folders', key)) await tx.objectStore('folders').put(folder, key)
  }
  const id = held.runs[0]?.run.id
  if (id !== undefined && records.length > 0) await addTo(tx, id, records)
}

async function isMissing(tx: Writing, store: 'runs' | 'loads' | 'folders', key: string): Promise<boolean> {
  return (await tx.objectStore(store).getKey(key)) === undefined
}
