import { expect, test } from 'vitest'
import { accessError, DirectorySource, walkFolders } from '../../../../src/data/sources/directory.ts'
import type { ListingWorker } from '../../../../src/workers/contracts/data.ts'
import { pathsBelow } from '../../../../src/workers/data/dataset-role.ts'
import type { WorkerHandle } from '../../../../src/workers/shared/worker-handle.ts'
import { handle } from '../../support/directory-handle.ts'

/** Threads that list as the worker does, but leave the rest after so many files. */
function threads(most: number) {
  const open: boolean[] = []
  const start = () => {
    const at = open.push(true) - 1
    const list: ListingWorker['list'] = async (root, folders, _, onPaths) => {
      let files = 0
      const take = (path: string): void => {
        files++
        onPaths([path])
      }
      return walkFolders(folders, take, () => files < most).catch(cause => {
        throw accessError(cause, root)
      })
    }
    const close = () => {
      open[at] = false
    }
    return {
      remote: { list },
      crashed: new Promise(() => {}),
      close,
    } as unknown as WorkerHandle<ListingWorker>
  }
  return { open, start }
}

const many = (files: number) =>
  Object.fromEntries(Array.from({ length: files }, (_, i) => [`${i}`, 'file' as const]))
const tree = { a: many(5), b: { c: many(5), d: { e: many(5) } }, f: many(20), g: {}, top: 'file' as const }

const listed = async (source: DirectorySource) => (await source.list()).map(({ path }) => path).sort()

test('a folder is listed in one thread after the other, as it is in one', async () => {
  const expected = await listed(new DirectorySource(handle('data', tree), undefined))
  expect(expected).toHaveLength(36)
  for (const most of [1, 7, 1000]) {
    const { open, start } = threads(most)
    expect(
      await listed(new DirectorySource(handle('data', tree), pathsBelow(handle('data', tree), start))),
    ).toEqual(expected)
    expect(open.length > 1).toBe(most < 1000)
    expect(open).not.toContain(true)
  }
})

test('a folder that disappears is reported by the name of the picked one', async () => {
  const { open, start } = threads(1)
  const gone = handle('data', { a: many(3), b: { c: { d: 'fails' } } })
  const error = await new DirectorySource(gone, pathsBelow(gone, start)).list().catch(error => error)
  expect(error.info).toMatchObject({ code: 'file-missing', subject: 'data' })
  expect(open).not.toContain(true)
})

test('a thread that breaks is an error that names the folder', async () => {
  const start = () =>
    ({
      remote: { list: () => new Promise(() => {}) },
      crashed: Promise.reject(new Error('The worker could not be started.')),
      close: () => {},
    }) as unknown as WorkerHandle<ListingWorker>
  const folder = handle('data', tree)
  const error = await new DirectorySource(folder, pathsBelow(folder, start)).list().catch(error => error)
  expect(error.info).toMatchObject({ code: 'file-unreadable', subject: 'data' })
})

test('a caller can end the thread early', async () => {
  const { open, start } = threads(1000)
  for await (const _ of pathsBelow(handle('data', tree), start)) break
  expect(open).toEqual([false])
})
