import type { JsonObject } from '@voxelwise/python'
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import type { RunLoad } from '../../engine/protocol/frame.ts'
import type { DrawnRegion } from '../../engine/protocol/probe.ts'
import type { RunRecord } from '../../engine/protocol/record.ts'
import type { Run } from '../../engine/protocol/run.ts'
import type { ChosenSource } from '../sources/source.ts'

/** How many records a run has, stored with them in one transaction. */
export interface RunTally {
  readonly answered: number
  readonly failed: number
  readonly correct: number
}

/** A mapping as JSON, and the split that was chosen with it; null if none was. */
export interface KeptReading {
  readonly document: JsonObject
  readonly split: string | null
}

export interface DatabaseSchema extends DBSchema {
  runs: { key: string; value: Run }
  tallies: { key: string; value: RunTally }
  /** Keyed by run and by the sample's position in the data set: in order, and never twice. */
  records: { key: [run: string, index: number]; value: RunRecord }
  /** What of the data set was skipped or odd when the run began. */
  loads: { key: string; value: RunLoad }
  /** Folders to come back to: `<run id>/dataset`, `<run id>/model`, `last/dataset`, `last/model`, `last/judge`, `copy`. */
  folders: { key: string; value: ChosenSource }
  /** How the user has the tables of a folder read, by its name. */
  mappings: { key: string; value: KeptReading }
  /** Regions drawn on a data set's images, by its fingerprint. */
  regions: { key: string; value: readonly DrawnRegion[] }
  /** The state of a run's journals that its records were last compared with. */
  compared: { key: string; value: string }
  /** Ids of runs that are being imported: their records come before they do. */
  imports: { key: string; value: string }
  /** Rows derived of the records of large runs (`DerivedStore`). */
  derived: { key: [run: string, part: string, place: number]; value: unknown }
  /** Documents of features (`DocumentStore`). */
  documents: { key: [kind: string, id: string]; value: unknown }
  /** Under `database`, an id that distinguishes this database from one that the browser deleted. */
  identity: { key: string; value: string }
  /** Index of the last record in the present form, by runs whose records are to be brought to it. */
  upgrades: { key: string; value: number }
}

export type StoreName = StoreNames<DatabaseSchema>
export type Database = IDBPDatabase<DatabaseSchema>
export type Writing = IDBPTransaction<DatabaseSchema, StoreName[], 'readwrite'>

export const databaseName = 'voxelwise'

export async function writeTo<T>(
  db: Database,
  stores: StoreName[],
  work: (tx: Writing) => Promise<T>,
): Promise<T> {
  const tx = db.transaction(stores, 'readwrite', { durability: 'strict' })
  const [result] = await Promise.all([work(tx), tx.done])
  return result
}
