import { expect, test } from 'vitest'
import type { LargeRuns } from '../../../../src/app/rows/large-runs.ts'
import { OpenedRows } from '../../../../src/app/rows/opened-rows.ts'
import type { Bridged } from '../../../../src/app/threads/bridge.ts'
import { packRows } from '../../../../src/engine/analysis/row-pack.ts'
import type { ResultsWorker } from '../../../../src/workers/results.worker.ts'
import { answered, rowOf } from '../../support/records.ts'

/** A results thread that tells of what is stored, and counts how often rows are read. */
function opening() {
  const stored = new Map([
    ['a', 2],
    ['b', 3],
  ])
  const read: string[] = []
  let fault: Error | null = null
  const remote = {
    state: async (id: string) => ({ of: String(stored.get(id)), isReady: true }),
    rows: async (id: string, send: (pack: unknown) => Promise<void>) => {
      read.push(id)
      if (fault) throw fault
      const rows = Array.from({ length: stored.get(id) ?? 0 }, (_, at) =>
        rowOf(answered(at, { id: `${id}${at}` })),
      )
      await send(packRows(rows))
      return { of: id }
    },
  }
  const large = { derive: async () => null }
  const opened = new OpenedRows(
    { remote } as unknown as Bridged<ResultsWorker>,
    large as unknown as LargeRuns,
  )
  return {
    stored,
    read,
    opened,
    fail: (error: Error | null) => {
      fault = error
    },
  }
}

const ids = (of: { readonly rows: readonly { readonly id: string }[] }) => of.rows.map(({ id }) => id)

test('rows of the run that was opened last are read once, and anew when it has others', async () => {
  const { stored, read, opened } = opening()
  const first = await opened.of('a')
  expect(ids(first)).toEqual(['a0', 'a1'])
  expect(await opened.of('a')).toBe(first)
  expect(read).toEqual(['a'])
  stored.set('a', 3)
  expect(ids(await opened.of('a'))).toEqual(['a0', 'a1', 'a2'])
  expect(read).toEqual(['a', 'a'])
})

test('rows of one run only are held, and of none where their room is wanted', async () => {
  const { read, opened } = opening()
  await opened.of('a')
  await opened.of('b')
  await opened.of('a')
  opened.letGo()
  await opened.of('a')
  expect(read).toEqual(['a', 'b', 'a', 'a'])
})

test('what could not be read is read again', async () => {
  const { opened, fail } = opening()
  fail(new Error('The disk is gone.'))
  await expect(opened.of('a')).rejects.toThrow('The disk is gone.')
  fail(null)
  expect(ids(await opened.of('a'))).toEqual(['a0', 'a1'])
})
