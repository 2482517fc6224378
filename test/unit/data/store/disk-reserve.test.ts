import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VoxelwiseError } from '../../../../src/engine/base/errors.ts'

/** What of a browser's private files these functions use: a folder of files, on a disk that takes so many bytes a write. */
class Disk {
  readonly files = new Map<string, Uint8Array>()
  mostAWrite = Number.POSITIVE_INFINITY
  free = Number.POSITIVE_INFINITY

  handle(name: string) {
    const bytes = (): Uint8Array => this.files.get(name) ?? new Uint8Array(0)
    const resize = (size: number): void => {
      const resized = new Uint8Array(size)
      resized.set(bytes().subarray(0, size))
      this.files.set(name, resized)
    }
    return {
      getFile: async () => new File([new Uint8Array(bytes())], name),
      createSyncAccessHandle: async () => ({
        getSize: () => bytes().length,
        truncate: resize,
        flush: () => {},
        close: () => {},
        write: (part: Uint8Array, { at }: { readonly at: number }) => {
          const used = [...this.files.values()].reduce((sum, { length }) => sum + length, 0)
          const taken = Math.max(0, Math.min(part.length, this.mostAWrite, this.free - used))
          if (bytes().length < at + taken) resize(at + taken)
          this.files.get(name)?.set(part.subarray(0, taken), at)
          return taken
        },
      }),
    }
  }

  readonly root = {
    getFileHandle: async (name: string, { create = false } = {}) => {
      if (!this.files.has(name) && !create) throw new DOMException('It is gone.', 'NotFoundError')
      if (!this.files.has(name)) this.files.set(name, new Uint8Array(0))
      return this.handle(name)
    },
  }
}

let disk: Disk
beforeEach(() => {
  disk = new Disk()
  vi.resetModules()
  vi.stubGlobal(
    'FileSystemFileHandle',
    class {
      createSyncAccessHandle() {}
    },
  )
  vi.stubGlobal('navigator', {
    storage: {
      getDirectory: async () => disk.root,
      estimate: async () => ({ usage: 17, quota: 1e10 }),
      persisted: async () => false,
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const room = () => import('../../../../src/data/store/disk-reserve.ts')

async function readStorageError(cause: unknown): Promise<VoxelwiseError['info']> {
  const { storageError } = await import('../../../../src/data/store/storage-error.ts')
  return (await storageError(cause, 'private files')).info
}

const gone = new DOMException('It is gone.', 'NotFoundError')

test('deleted files on a disk with room are reported as such, not as a full disk', async () => {
  const { holdReserve, needRoom, reserveHeld } = await room()
  await holdReserve()
  disk.files.clear()
  await needRoom()
  expect(await reserveHeld()).toBe(null)
  expect(await readStorageError(gone)).toMatchObject({
    code: 'storage',
    subject: 'private files',
    message: "The browser's private files failed: It is gone.",
    remedy: expect.not.stringContaining('private window'),
    detail: expect.stringContaining('NotFoundError: It is gone.'),
  })
})

test('a partial write is continued', async () => {
  const { holdReserve, reserveHeld, reserveBytes } = await room()
  disk.mostAWrite = 700_000
  await holdReserve()
  expect(await reserveHeld()).toBe(reserveBytes)
})

test('any failure on a full disk is reported as a full disk, until the reserve exists again', async () => {
  const { holdReserve, needRoom, reserveHeld, reserveBytes } = await room()
  await holdReserve()
  disk.free = reserveBytes + 500_000
  await expect(needRoom()).rejects.toThrow('Only a part could be written.')
  expect(await readStorageError(gone)).toMatchObject({
    code: 'storage-full',
    detail: expect.stringMatching(
      /NotFoundError.*bytes used: 17, granted: 10000000000, in reserve: 16000000$/s,
    ),
  })
  expect(await reserveHeld()).toBe(0)
  expect(await readStorageError(gone)).toMatchObject({ code: 'storage-full' })
  disk.free = Number.POSITIVE_INFINITY
  await holdReserve()
  expect(await readStorageError(gone)).toMatchObject({ code: 'storage' })
})

test('files are requested often enough that a private window keeps them', async () => {
  const { holdReserve, keepOpfsAlive } = await room()
  await holdReserve()
  vi.useFakeTimers()
  const asked = vi.spyOn(disk.root, 'getFileHandle')
  keepOpfsAlive()
  for (let minutes = 10; minutes <= 60; minutes += 10) {
    asked.mockClear()
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(asked.mock.calls.length).toBeGreaterThanOrEqual(2)
  }
})
