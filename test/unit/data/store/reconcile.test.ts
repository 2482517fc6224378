/** The database and the journals of a run are compared: what was lost, and what was only not finished. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { Connection } from '../../../../src/data/store/connection.ts'
import type { Database } from '../../../../src/data/store/database.ts'
import type { Journals, RecordSink } from '../../../../src/data/store/journals.ts'
import { onNews } from '../../../../src/data/store/news.ts'
import { addRecords } from '../../../../src/data/store/records.ts'
import { reconcile } from '../../../../src/data/store/restore.ts'
import type { RunRecord } from '../../../../src/engine/protocol/record.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import { answered, someRun } from '../../support/records.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const database = (): Promise<Database> =>
  new Connection(
    open => open(() => {}),
    () => {},
  ).use(async db => db)

/** As much of them as a comparison reads. */
const makeJournals = (records: readonly RunRecord[]): Journals =>
  ({
    journalState: async () => 'one journal',
    read: async (_folder: string, taker: RecordSink) => {
      await taker.take(records.filter(({ sample }) => taker.wants(sample.index)))
      return { run: null, load: null, damaged: 0, hasRecords: true }
    },
    append: async () => {},
    close: async () => {},
    keepRun: async () => {},
  }) as unknown as Journals

const five = [0, 1, 2, 3, 4].map(index => answered(index, {}))

async function compared(state: Run['state'], stored: number, lose: (db: Database) => Promise<void>) {
  const db = await database()
  await db.put('runs', { ...someRun, state })
  await addRecords(db, 'r', five.slice(0, stored))
  await lose(db)
  const lost = await reconcile(db, makeJournals(five), 'r')
  return { lost, records: await db.count('records'), tally: await db.get('tallies', 'r') }
}

const whole = { records: 5, tally: { answered: 5, failed: 0, correct: 0 } }

test('a batch that only the journal has, because the page was closed in between, is added and is no loss', async () => {
  expect(await compared('running', 3, async () => {})).toEqual({ lost: 0, ...whole })
})

test('losses of a finished run are restored, and reported with their number', async () => {
  expect(await compared('done', 3, async () => {})).toEqual({ lost: 2, ...whole })
})

test('counted records that are missing are a loss, and are counted once', async () => {
  const lose = (db: Database) => db.delete('records', ['r', 1])
  expect(await compared('running', 5, lose)).toEqual({ lost: 1, ...whole })
})

test('the list of runs is notified of restored answers, whether or not they were a loss', async () => {
  const heard = new Promise(resolve => onNews(resolve))
  await compared('running', 3, async () => {})
  expect(await heard).toEqual({ type: 'changed' })
})

test('records that vanish while two threads compare are found at the next visit', async () => {
  const lose = async (db: Database) => {
    await db.clear('records')
    await db.clear('tallies')
    // What the other thread writes after the loss, of what it read before.
    await db.put('compared', 'one journal', 'r')
  }
  expect(await compared('done', 5, lose)).toEqual({ lost: 5, ...whole })
})
