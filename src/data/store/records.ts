import { unwrap } from 'idb'
import type { RunRecord } from '../../engine/protocol/record.ts'
import { type Database, type RunTally, type Writing, writeTo } from './database.ts'

export const emptyTally: RunTally = { answered: 0, failed: 0, correct: 0 }

/** Adds records and counts them in one transaction; one that is there already stays as it is. @returns how many are new */
export async function addRecords(db: Database, run: string, records: readonly RunRecord[]): Promise<number> {
  return writeTo(db, ['records', 'tallies'], tx => addTo(tx, run, records))
}

/** The same in a transaction over `records` and `tallies` that has begun. */
export async function addTo(tx: Writing, run: string, records: readonly RunRecord[]): Promise<number> {
  const tallies = tx.objectStore('tallies')
  const [tally, added] = await Promise.all([
    tallies.get(run),
    addNew(unwrap(tx.objectStore('records')), records, record => [run, record.sample.index]),
  ])
  await tallies.put(added.reduce(count, tally ?? emptyTally), run)
  return added.length
}

/** Counts the records of a run again, if its tally disagrees. */
export async function recountTally(db: Database, run: string): Promise<void> {
  await writeTo(db, ['records', 'tallies'], async tx => {
    let tally = emptyTally
    const records = tx.objectStore('records')
    for (let at = await records.openCursor(allRecordKeys(run)); at; at = await at.continue())
      tally = count(tally, at.value)
    await tx.objectStore('tallies').put(tally, run)
  })
}

export function allRecordKeys(run: string): IDBKeyRange {
  return IDBKeyRange.bound([run, 0], [run, Number.POSITIVE_INFINITY])
}

/** Number of keys per read. */
const keysAtOnce = 20_000

/** Indices of the samples that have a record, in order, some at a time. */
export async function* recordIndices(db: Database, run: string): AsyncGenerator<readonly number[]> {
  const { upper } = allRecordKeys(run)
  for (let after = -1; ; ) {
    const keys = await db.getAllKeys('records', IDBKeyRange.bound([run, after], upper, true), keysAtOnce)
    const last = keys.at(-1)
    if (!last) return
    after = last[1]
    yield keys.map(([, index]) => index)
  }
}

function count(tally: RunTally, record: RunRecord): RunTally {
  if (record.status === 'failed') return { ...tally, failed: tally.failed + 1 }
  return {
    ...tally,
    answered: tally.answered + 1,
    correct: tally.correct + (record.correct ? 1 : 0),
  }
}

/**
 * Adds values, unless there is one under its key already. By bare requests: promises and looks at keys took a quick model's
 * thread as long as the values. @returns those that were added, when the last request is done
 */
function addNew<T>(
  store: IDBObjectStore,
  values: readonly T[],
  toKey: (value: T) => IDBValidKey,
): Promise<readonly T[]> {
  return new Promise((resolve, reject) => {
    const known = new Set<T>()
    let last: IDBRequest | null = null
    for (const value of values) {
      const request = store.add(value, toKey(value))
      request.addEventListener('error', event => {
        if (request.error?.name !== 'ConstraintError') return reject(request.error)
        // The others are still added.
        event.preventDefault()
        event.stopPropagation()
        known.add(value)
      })
      last = request
    }
    const done = () => resolve(values.filter(value => !known.has(value)))
    if (last === null) return done()
    last.addEventListener('success', done)
    last.addEventListener('error', done)
  })
}
