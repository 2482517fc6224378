/** The connection to the database survives what a browser does to it. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { Connection } from '../../../../src/data/store/connection.ts'
import type { Database } from '../../../../src/data/store/database.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const failure = (name: string) => new DOMException('The browser deleted it.', name)

/** A connection that counts how often it opened the database, and which of its databases are still open. */
function counting() {
  const opened: Database[] = []
  const isOpen = (db: Database): boolean => {
    try {
      db.transaction('runs')
      return true
    } catch {
      return false
    }
  }
  const connection = new Connection(async open => {
    const db = await open(() => {})
    opened.push(db)
    return db
  }, () => {}, [0, 0, 0])
  return { connection, opened, stillOpen: () => opened.filter(isOpen).length }
}

test.each(['InvalidStateError', 'UnknownError', 'AbortError', 'NotReadableError'])(
  'three times %s in succession are survived, each time with a new connection',
  async name => {
    const { connection, opened, stillOpen } = counting()
    const failures = [failure(name), failure(name), failure(name)]
    const read = connection.use(async db => {
      const next = failures.shift()
      if (next) throw next
      return db.count('runs')
    })
    expect(await read).toBe(0)
    expect(opened.length).toBe(4)
    expect(stillOpen()).toBe(1)
  },
)

test("a failure that goes on is reported with the browser's words, and leaves no connection open", async () => {
  const { connection, stillOpen } = counting()
  await expect(
    connection.use(async () => {
      throw failure('UnknownError')
    }),
  ).rejects.toMatchObject({ info: { code: 'storage', subject: 'IndexedDB' } })
  expect(stillOpen()).toBe(0)
})

test('an error of the work itself is not repeated', async () => {
  const { connection, opened } = counting()
  let calls = 0
  await expect(
    connection.use(async () => {
      calls++
      throw new RangeError('no such record')
    }),
  ).rejects.toThrow('no such record')
  expect([calls, opened.length]).toEqual([1, 1])
})
