/**
 * A folder of Node's file system, for the command line and the tests.
 *
 * Links: a linked file is a file. A linked folder is listed too, so that images in it are found, but not its
 * `test.json` files: Python's `os.walk` does not enter linked folders, while `os.path.exists` resolves them. Unreadable
 * folders below the picked one are skipped, as by `os.walk`. A link to a folder above it is not followed. Folders that
 * link to each other have infinitely many paths, and are refused.
 */

import { openAsBlob } from 'node:fs'
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { type ErrorInfo, VoxelwiseError } from '../../engine/base/errors.ts'
import { MadeBlob } from '../../engine/base/made-blob.ts'
import type { ModelFolder } from '../../engine/runtime/model-folder.ts'
import { AdaptedSource } from './adapted.ts'
import { checkFileCount, checkJsonSize, MAX_EXPORTED_FILE, tooLarge } from './file-limits.ts'
import { openModelFolder } from './model-files.ts'
import type { FolderFile, FolderSource } from './source.ts'

/** How often a folder may be met again behind another link. */
const MAX_REPEATS = 10_000
const circular = `The folder has circular symbolic links (more than ${MAX_REPEATS}).`
const remedyOfLinks = 'Remove these links, or pick a folder without them.'

/** @param onBrokenLink called for each broken link while files are listed */
export function nodeSource(folder: string, onBrokenLink?: (path: string) => void): FolderSource {
  const root = resolve(folder)
  return {
    kind: 'directory',
    name: basename(root),
    async list(onProgress) {
      const files: FolderFile[] = []
      const folders = new Set<string>()
      let repeats = 0
      await walk({ path: '', linked: false, above: [await realpath(root).catch(fsError(folder))] })
      return files

      async function walk(at: { path: string; linked: boolean; above: readonly string[] }): Promise<void> {
        const here = join(root, at.path)
        const real = at.above.at(-1) ?? root
        if (folders.has(real) && ++repeats > MAX_REPEATS) throw tooLarge(here, circular, remedyOfLinks)
        folders.add(real)
        const listed = readdir(here, { withFileTypes: true })
        const entries = await (at.path === '' ? listed.catch(fsError(folder)) : listed.catch(() => []))
        for (const entry of entries) {
          const path = at.path === '' ? entry.name : `${at.path}/${entry.name}`
          const isLink = entry.isSymbolicLink()
          // A link to nothing is no file.
          const target = isLink ? await stat(join(root, path)).catch(() => null) : entry
          if (!target) onBrokenLink?.(path)
          if (target?.isFile()) {
            if (!(at.linked && entry.name === 'test.json'))
              files.push({ path, size: 'size' in target ? target.size : -1 })
          } else if (target?.isDirectory()) {
            const below = isLink ? await realpath(join(root, path)) : join(real, entry.name)
            if (isLink && at.above.includes(below)) continue
            await walk({ path, linked: at.linked || isLink, above: [...at.above, below] })
          }
        }
        checkFileCount(folder, files.length)
        onProgress?.(files.length)
      }
    },
    async open(path) {
      const { size } = await stat(join(root, path)).catch(fsError(path))
      checkJsonSize(path, size, MAX_EXPORTED_FILE)
      return new Blob([await readFile(join(root, path)).catch(fsError(path))])
    },
    async size(path) {
      return (await stat(join(root, path)).catch(fsError(path))).size
    },
    async read(path, start, end) {
      const file = await open(join(root, path)).catch(fsError(path))
      try {
        const bytes = new Uint8Array(end - start)
        let filled = 0
        while (filled < bytes.length) {
          const { bytesRead } = await file
            .read(bytes, filled, bytes.length - filled, start + filled)
            .catch(fsError(path))
          if (bytesRead === 0) break
          filled += bytesRead
        }
        return bytes.subarray(0, filled)
      } finally {
        await file.close()
      }
    },
  }
}

/** Turns a failure of the file system into ours, naming `subject`. */
export function fsError(subject: string): (error: unknown) => never {
  return error => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw new VoxelwiseError({ ...describe(code), subject, cause: error })
  }
}

function describe(code: string): Omit<ErrorInfo, 'subject'> {
  if (code === 'ENOENT')
    return { code: 'file-missing', message: 'It does not exist.', remedy: 'Check the path.' }
  if (code === 'EACCES' || code === 'EPERM')
    return { code: 'permission-denied', message: 'It may not be accessed.', remedy: 'Check its permissions.' }
  const message = `It cannot be accessed (${code || 'unknown reason'}).`
  return { code: 'file-unreadable', message, remedy: 'Check the path.' }
}

/**
 * A model's folder on this machine: files stay on disk until a part of them is read, however large they are.
 * @param adapter the folder of a LoRA adapter
 */
export async function nodeModelFolder(folder: string, adapter: string | null = null): Promise<ModelFolder> {
  const source = lazySource(folder)
  if (adapter !== null) return openModelFolder(new AdaptedSource(source, lazySource(adapter)))
  return openModelFolder(source, { locate: path => join(resolve(folder), path) })
}

/** Node's blobs count their bytes with 32 bits. */
const largestBlob = 2 ** 32 - 1

/** A folder whose files are opened without being read. */
function lazySource(folder: string): FolderSource {
  const root = resolve(folder)
  const source = nodeSource(root)
  return {
    ...source,
    name: basename(root),
    async open(path) {
      const { size } = await stat(join(root, path)).catch(fsError(path))
      if (size <= largestBlob) return openAsBlob(join(root, path)).catch(fsError(path))
      return new MadeBlob(
        size,
        async (start, end) => (await source.read?.(path, start, end)) ?? new Uint8Array(),
      )
    },
  }
}
