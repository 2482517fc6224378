import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Imports } from '../../../../src/app/storage/importing.ts'
import type { WorkerHandle } from '../../../../src/app/threads/bridge.ts'
import type { ImportWorker } from '../../../../src/workers/contracts/stored.ts'

const never = new Promise<never>(() => {})

/** Imports in workers that do this. `open` counts those that were not ended. */
function imports(work: () => Promise<unknown>, crashed: Promise<never> = never) {
  const counts = { started: 0, open: 0 }
  const start = (): WorkerHandle<ImportWorker> => {
    counts.started++
    counts.open++
    const remote = { importFiles: work, restore: work, bringBack: work }
    return { remote, crashed, close: () => counts.open-- } as unknown as WorkerHandle<ImportWorker>
  }
  const data = { remote: {} } as never
  return { counts, imports: new Imports(data, start) }
}

// Node 20 has none.
beforeAll(() => void vi.stubGlobal('navigator', { userAgent: 'test' }))
afterAll(() => void vi.unstubAllGlobals())

const file = new File(['{"format":"voxelwise-run"}'], 'run.json')
const silent = () => {}

test('each import has a thread of its own, which ends with it', async () => {
  const { imports: all, counts } = imports(async () => 'new')
  const { signal } = new AbortController()
  expect(await all.files([file], silent, signal)).toBe('new')
  expect(await all.backup(file, silent, signal)).toBe('new')
  expect(counts).toEqual({ started: 2, open: 0 })
})

test('an abort ends the thread at once, whatever it is doing', async () => {
  const { imports: all, counts } = imports(() => never)
  const ending = new AbortController()
  const importing = all.backup(file, silent, ending.signal)
  ending.abort()
  await expect(importing).rejects.toMatchObject({ name: 'AbortError' })
  expect(counts).toEqual({ started: 1, open: 0 })
  await expect(all.backup(file, silent, ending.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect(counts.started).toBe(1)
})

test('a thread that breaks and an import that fails both end with their own error', async () => {
  const failing = imports(() => Promise.reject(new Error('It is no run.')))
  const broken = imports(() => never, Promise.reject(new Error('The thread broke.')))
  const { signal } = new AbortController()
  await expect(failing.imports.backup(file, silent, signal)).rejects.toThrow('It is no run.')
  await expect(broken.imports.backup(file, silent, signal)).rejects.toThrow('The thread broke.')
  expect([failing.counts.open, broken.counts.open]).toEqual([0, 0])
})
