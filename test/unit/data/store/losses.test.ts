/** Random losses of one copy or of both: nothing is lost that one of the two still has. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Connection } from '../../../../src/data/store/connection.ts'
import type { Database } from '../../../../src/data/store/database.ts'
import { journalSlices, readEntry } from '../../../../src/data/store/journal.ts'
import { Store } from '../../../../src/data/store/store.ts'
import { PrivateDisk } from '../../support/private-disk.ts'
import { Random } from '../../support/random.ts'
import { answered, failed, someRun } from '../../support/records.ts'
import { seeds } from '../../support/rounds.ts'

let disk: PrivateDisk
beforeEach(() => {
  vi.stubGlobal(
    'FileSystemFileHandle',
    class {
      createSyncAccessHandle() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

const run = { ...someRun, state: 'done' as const }

/** A run with so many records, which two threads have written. */
async function written(count: number, random: Random): Promise<void> {
  const first = await Store.open()
  await first.putRun(run)
  if (random.next() < 0.5) await first.putLoad('r', { skipped: [], findings: [], badFiles: [] })
  const second = await Store.open()
  const threads = [first, second]
  for (const thread of threads) await thread.begin(run, () => {})
  for (let index = 0; index < count; index++)
    await random
      .pick(threads)
      .addRecord(index % 5 === 4 ? failed(index) : answered(index, { id: `${index}` }))
  for (const thread of threads) await thread.end()
  if (random.next() < 0.5) await first.noteWritten('r')
  for (const thread of threads) await thread.close()
}

interface Copies {
  readonly hasRun: boolean
  readonly indices: readonly number[]
}

const opened = (): Promise<Database> =>
  new Connection(
    open => open(() => {}),
    () => {},
  ).use(async db => db)

/** Deletes parts of the database. @returns what it still has */
async function loseFromDatabase(random: Random): Promise<Copies> {
  const db = await opened()
  if (random.next() < 0.2) {
    db.close()
    globalThis.indexedDB = new IDBFactory()
    return { hasRun: false, indices: [] }
  }
  if (random.next() < 0.4) await db.delete('runs', 'r')
  if (random.next() < 0.3) await db.delete('loads', 'r')
  if (random.next() < 0.6) {
    // A database that loses records loses the note on what they were compared with, or their number.
    await db.delete(random.pick(['compared', 'tallies'] as const), 'r')
    const share = random.next()
    for (const key of await db.getAllKeys('records'))
      if (random.next() < share) await db.delete('records', key)
  }
  const indices = (await db.getAllKeys('records')).map(([, index]) => index)
  const hasRun = (await db.get('runs', 'r')) !== undefined
  db.close()
  return { hasRun, indices }
}

/** Deletes journals, or the end of one. @returns what they still have */
async function loseFromJournals(random: Random): Promise<Copies> {
  const folders = disk.root.entries.get('run-journals')
  const indices: number[] = []
  let hasRun = false
  if (folders?.kind !== 'directory') throw new Error('There are no journals.')
  const isWhole = random.next() < 0.3
  for (const [name, folder] of folders.entries) {
    if (folder.kind !== 'directory') continue
    if (!isWhole && random.next() < 0.15) folders.entries.delete(name)
    else
      for (const [journal, file] of folder.entries) {
        if (file.kind !== 'file') continue
        if (!isWhole && random.next() < 0.3) folder.entries.delete(journal)
        else if (!isWhole && random.next() < 0.2)
          file.bytes = file.bytes.slice(0, random.below(file.bytes.length + 1))
        for await (const { bodies } of journalSlices(new Blob([file.bytes])))
          for (const entry of bodies.map(readEntry)) {
            if (!folder.entries.has(journal)) continue
            if ('run' in entry) hasRun = true
            if ('record' in entry) indices.push(entry.record.sample.index)
          }
      }
  }
  return { hasRun, indices }
}

const orders = seeds(30)

test(`after ${orders.length} random losses, both copies have what one of them had`, {
  timeout: 60_000,
}, async () => {
  for (const seed of orders) {
    const random = new Random(seed)
    disk = new PrivateDisk()
    globalThis.indexedDB = new IDBFactory()
    vi.stubGlobal('navigator', { storage: disk.storage })
    await written(random.below(12), random)
    const database = await loseFromDatabase(random)
    const journals = await loseFromJournals(random)
    const store = await Store.open()
    await store.check()
    const all = [...new Set([...database.indices, ...journals.indices])].sort((a, b) => a - b)
    const hasRun = database.hasRun || journals.hasRun
    const runs = await store.runs()
    expect(runs.length > 0, `seed ${seed}: run`).toBe(hasRun)
    const expected = hasRun ? all : [...database.indices].sort((a, b) => a - b)
    expect(await store.done('r'), `seed ${seed}: records`).toEqual(expected)
    // The list of runs shows how many there are.
    if (hasRun) expect(await store.tallied('r'), `seed ${seed}: tally`).toBe(expected.length)
    await store.close()
    if (!hasRun) continue
    // The journals alone are enough now.
    globalThis.indexedDB = new IDBFactory()
    const again = await Store.open()
    expect(await again.done('r'), `seed ${seed}: journals`).toEqual(expected)
    await again.close()
  }
})
