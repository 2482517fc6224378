import { expect, test } from 'vitest'
import { OpenRows } from '../../../../src/app/rows/open-rows.ts'
import type { Store } from '../../../../src/data/store/store.ts'
import { packRows } from '../../../../src/engine/analysis/row-pack.ts'
import type { RecordsWorker, ResultsWorker } from '../../../../src/workers/contracts/stored.ts'
import type { Remote } from '../../../../src/workers/shared/comlink.ts'
import { answered, medrcubeRow } from '../../support/records.ts'

/** Workers on stored runs of some rows each, which count how often they read. Runs in `large` must be derived first. */
function opening(large: readonly string[] = []) {
  const stored = new Map([
    ['a', 2],
    ['b', 3],
  ])
  const read: string[] = []
  const derived: string[] = []
  let fault: Error | null = null
  const isReady = (id: string): boolean => !large.includes(id) || derived.includes(id)
  const remote = {
    state: async (id: string) => ({ cacheKey: String(stored.get(id)), isReady: isReady(id) }),
    rows: async (id: string, send: (pack: unknown) => Promise<void>) => {
      read.push(id)
      if (fault) throw fault
      const rows = Array.from({ length: stored.get(id) ?? 0 }, (_, at) =>
        medrcubeRow(answered(at, { id: `${id}${at}` })),
      )
      await send(packRows(rows))
      return { of: id }
    },
    exportFile: async (id: string, name: string) => `${name} of ${id} by results`,
    figureFile: async (id: string, name: string) => `${name} of ${id} by rows`,
  }
  const records = {
    keepDerived: async (id: string) => void derived.push(id),
    exportFile: async (id: string, name: string) => `${name} of ${id} by records`,
  }
  const store = { tallied: async (id: string) => (large.includes(id) ? 20_000 : 2) }
  const opened = new OpenRows(
    Promise.resolve(store as unknown as Store),
    { remote: remote as unknown as Remote<ResultsWorker> },
    work => work(records as unknown as Remote<RecordsWorker>, () => {}),
  )
  return {
    stored,
    read,
    derived,
    opened,
    fail: (error: Error | null) => {
      fault = error
    },
  }
}

const ids = (of: { readonly rows: readonly { readonly id: string }[] }) => of.rows.map(({ id }) => id)

test('the rows of the open run are read once, and again when its records change', async () => {
  const { stored, read, opened } = opening()
  const first = await opened.of('a')
  expect(ids(first)).toEqual(['a0', 'a1'])
  expect(await opened.of('a')).toBe(first)
  expect(read).toEqual(['a'])
  stored.set('a', 3)
  expect(ids(await opened.of('a'))).toEqual(['a0', 'a1', 'a2'])
  expect(read).toEqual(['a', 'a'])
})

test('only the rows of one run are in memory, and none after they were dropped', async () => {
  const { read, opened } = opening()
  await opened.of('a')
  await opened.of('b')
  await opened.of('a')
  opened.drop()
  await opened.of('a')
  expect(read).toEqual(['a', 'b', 'a', 'a'])
})

test('a failed reading is repeated', async () => {
  const { opened, fail } = opening()
  fail(new Error('The disk is gone.'))
  await expect(opened.of('a')).rejects.toThrow('The disk is gone.')
  fail(null)
  expect(ids(await opened.of('a'))).toEqual(['a0', 'a1'])
})

test('the rows of a large run are derived once before it is opened, for all callers at the same time', async () => {
  const { read, derived, opened } = opening(['b'])
  const [first, second] = await Promise.all([opened.of('b'), opened.of('b'), opened.prepare('b')])
  expect(second).toBe(first)
  expect([derived, read]).toEqual([['b'], ['b']])
  await opened.of('a')
  expect(derived).toEqual(['b'])
})

test('a large run is exported by a records worker, and its figures by its rows', async () => {
  const { opened, derived } = opening(['b'])
  expect(await opened.exportFile('a', 'run.json', {})).toBe('run.json of a by results')
  expect(await opened.exportFile('b', 'run.json', {})).toBe('run.json of b by records')
  expect(derived).toEqual([])
  expect(await opened.exportFile('b', 'shortcut.json', {})).toBe('shortcut.json of b by rows')
  expect(derived).toEqual(['b'])
})
