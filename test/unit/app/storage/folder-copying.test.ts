import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveRun } from '../../../../src/app/state/state.ts'
import { AppStore, initialState } from '../../../../src/app/state/store.ts'
import { FolderCopying } from '../../../../src/app/storage/folder-copying.ts'
import type { ChosenSource } from '../../../../src/data/sources/source.ts'
import type { Store } from '../../../../src/data/store/store.ts'
import { device } from '../folders/world.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = () => new Promise(resolve => setImmediate(resolve))

/** A folder of the user's, which the browser may have to ask about again. */
const folder = (permission: PermissionState): FileSystemDirectoryHandle =>
  ({
    name: 'copies',
    queryPermission: async () => permission,
    requestPermission: async () => 'granted',
  }) as unknown as FileSystemDirectoryHandle

function copying(kept: FileSystemDirectoryHandle | null = null) {
  const app = new AppStore(initialState(device))
  const folders = new Map<string, ChosenSource>()
  let copies = 0
  let fault: Error | null = null
  const store = {
    folders: {
      source: async () => (kept ? { kind: 'directory', handle: kept } : undefined),
      keep: async (key: string, source: ChosenSource) => void folders.set(key, source),
      forget: async (keys: readonly string[]) => keys.forEach(key => void folders.delete(key)),
    },
  } as unknown as Store
  const copyTo = async (): Promise<void> => {
    copies++
    if (fault) throw fault
  }
  const imports = { copy: async () => ({ runs: 1, records: 2, problems: [] }) }
  const all = new FolderCopying(app, Promise.resolve(store), { remote: { copyTo } } as never, imports)
  const live = (phase: LiveRun['phase']): void => app.change({ live: { phase } as LiveRun })
  return {
    ...{ app, folders, live, all },
    copies: () => copies,
    fail: (error: Error | null) => {
      fault = error
    },
  }
}

test('without a folder nothing is copied', async () => {
  const { all, live, copies } = copying()
  await all.begin()
  live('running')
  live('done')
  all.soon()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(copies()).toBe(0)
  expect(await all.bringBack(() => {}, new AbortController().signal)).toEqual({
    ...{ runs: 0, records: 0, problems: [] },
  })
})

test('a chosen folder is kept and gets a copy at once; one that the user did not choose is not', async () => {
  const { all, folders, copies, app } = copying()
  vi.stubGlobal('window', {
    showDirectoryPicker: () => Promise.reject(new DOMException('Cancelled.', 'AbortError')),
  })
  await all.choose()
  expect([app.state.copy.status, folders.size, copies()]).toEqual(['none', 0, 0])
  vi.stubGlobal('window', { showDirectoryPicker: async () => folder('granted') })
  await all.choose()
  expect([app.state.copy, folders.size, copies()]).toEqual([{ status: 'copying', name: 'copies' }, 1, 1])
  await all.stop()
  all.soon()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([app.state.copy.status, folders.size, copies()]).toEqual(['none', 0, 1])
})

test('several changes become one copy, at most every five seconds, and the end of a run is copied at once', async () => {
  const { all, live, copies } = copying(folder('granted'))
  await all.begin()
  await settle()
  expect(copies()).toBe(1)
  for (let at = 0; at < 50; at++) live('running')
  await vi.advanceTimersByTimeAsync(4900)
  expect(copies()).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(copies()).toBe(2)
  live('running')
  live('done')
  await settle()
  expect(copies()).toBe(3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(copies()).toBe(3)
})

test('a copy that fails stops the copying and says why; allowed again, it continues', async () => {
  const { all, app, fail, copies } = copying(folder('prompt'))
  await all.begin()
  expect(app.state.copy).toEqual({ status: 'stopped', name: 'copies' })
  expect(copies()).toBe(0)
  fail(new Error('The disk is full.'))
  await all.allow()
  expect(app.state.copy.status).toBe('stopped')
  expect(app.state.notices).toHaveLength(1)
  expect(app.state.notices[0]?.error.message).toContain('The disk is full.')
  all.soon()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(copies()).toBe(1)
  fail(null)
  await all.allow()
  expect([app.state.copy.status, copies()]).toEqual(['copying', 2])
})
