/**
 * Private copies of models: one precision of a checkpoint, converted, in the page's own files. A copy is used once its manifest is
 * there, which is written last; what a crash or a full disk left of one is only listed and deleted.
 */

import { crc32 } from '@voxelwise/pixels'
import { blobBytes } from '../../engine/base/blob-bytes.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { MadeBlob } from '../../engine/base/made-blob.ts'
import { sha256OfPieces } from '../../engine/base/sha256.ts'
import {
  bytesOfCopy,
  type CopiedFile,
  type CopyManifest,
  copiedPiece,
  isWhole,
  manifestText,
  readManifest,
} from '../../engine/model/copy-manifest.ts'
import { nativeGraphFile, sessionFile } from '../../engine/model/layout.ts'
import type { Dtype } from '../../engine/protocol/device.ts'
import { weightPaths } from '../../engine/runtime/load-parts.ts'
import type { ModelFolder } from '../../engine/runtime/model-folder.ts'
import { needRoom } from './disk-reserve.ts'
import {
  bytesIn,
  closeIfThere,
  fileIn,
  handlesIn,
  nullIf,
  openInPlace,
  orTimeout,
  privateRoot,
  removeAll,
  writeAll,
} from './private-files.ts'

const folderName = 'model-copies'
const manifestName = 'manifest'

/** A copy as it is listed. */
export interface KeptCopy {
  readonly id: string
  /** On disk. */
  readonly bytes: number
  /** Null where it cannot be used: it is incomplete or damaged. */
  readonly manifest: CopyManifest | null
  /** It has the name of the open checkpoint, and was made of other files. */
  readonly isOutdated?: true
}

/** @param create only once there is room for another name */
const copiesFolder = async (create = false): Promise<FileSystemDirectoryHandle | null> => {
  const root = await privateRoot()
  const handle = root && nullIf('NotFoundError', orTimeout(root.getDirectoryHandle(folderName, { create })))
  return handle && nullIf('TimeoutError', handle)
}

const copyFolder = async (id: string): Promise<FileSystemDirectoryHandle | null> => {
  const copies = await copiesFolder()
  return copies && nullIf('NotFoundError', orTimeout(copies.getDirectoryHandle(id)))
}

/** Every copy, and what is left of any that was not completed. */
export async function keptCopies(): Promise<readonly KeptCopy[]> {
  const copies = await copiesFolder()
  const modelCopies: KeptCopy[] = []
  for (const handle of copies ? await handlesIn(copies) : [])
    if (handle.kind === 'directory')
      modelCopies.push({ id: handle.name, bytes: await bytesIn(handle), manifest: await manifestIn(handle) })
  return modelCopies
}

/** Null where it is missing or damaged, or where a file is missing or of another length. */
async function manifestIn(folder: FileSystemDirectoryHandle): Promise<CopyManifest | null> {
  const file = await fileIn(folder, manifestName)
  const manifest = file && (await readManifest(await file.text()))
  if (!manifest) return null
  for (const [i, { size }] of manifest.files.entries())
    if ((await fileIn(folder, String(i)))?.size !== size) return null
  return manifest
}

/** @throws VoxelwiseError file-missing, model-load: by the name of the copy */
export async function openCopy(id: string, name: string): Promise<ModelFolder> {
  const folder = await copyFolder(id)
  if (!folder) throw copyError('file-missing', name, 'This private copy was deleted.')
  const manifest = await manifestIn(folder)
  if (!manifest) throw copyError('model-load', name, 'This private copy is incomplete or damaged.')
  const places = new Map(manifest.files.map((file, i) => [file.path, { file, name: String(i) }]))
  return {
    name: manifest.name,
    files: manifest.files.map(({ path, size }) => ({ path, size })),
    written: new Set(places.keys()),
    adapter: manifest.adapter,
    copied: manifest,
    async open(path) {
      const place = places.get(path)
      const stored = place && (await fileIn(folder, place.name))
      if (!stored)
        throw copyError('file-missing', `${name}/${path}`, 'This file of a private copy is missing.')
      return checkedBlob(stored, place.file, `${name}/${path}`)
    },
  }
}

/** A stored file whose pieces are compared with their checksums as they are read. */
function checkedBlob(stored: File, file: CopiedFile, subject: string): Blob {
  const pieceAt = async (index: number): Promise<Uint8Array<ArrayBuffer>> => {
    const start = index * copiedPiece
    const bytes = new Uint8Array(await orTimeout(stored.slice(start, start + copiedPiece).arrayBuffer()))
    if (isWhole(file, index, bytes)) return bytes
    throw copyError(
      'model-load',
      subject,
      `The private copy is damaged between byte ${start} and ${start + copiedPiece}.`,
    )
  }
  return new MadeBlob(file.size, async (start, end) => {
    const wanted = new Uint8Array(end - start)
    for (let index = Math.floor(start / copiedPiece); index * copiedPiece < end; index++) {
      const at = index * copiedPiece
      const piece = await pieceAt(index)
      wanted.set(piece.subarray(Math.max(0, start - at), end - at), Math.max(0, at - start))
    }
    return wanted
  })
}

const copyError = (code: 'file-missing' | 'model-load', subject: string, message: string): VoxelwiseError =>
  new VoxelwiseError({
    code,
    subject,
    message,
    remedy: 'Pick the folder of the model again. Delete the copy under Storage.',
  })

/** What is copied, and of what. */
export interface CopyOrder {
  readonly folder: ModelFolder
  readonly sessions: readonly string[]
  readonly dtype: Dtype
  readonly fingerprint: string
}

/** Files of a checkpoint's folder that belong to one precision: its settings, graphs and data. */
export function copiedPaths({ folder, sessions, dtype }: Omit<CopyOrder, 'fingerprint'>): readonly string[] {
  const graphs = sessions.map(session => sessionFile(session, dtype))
  const wanted = new Set(graphs.flatMap(path => [path, nativeGraphFile(path), `${path}_data`]))
  const isSetting = (path: string): boolean =>
    /^[^/]+\.(?:json|jinja)$/.test(path) && !/\.index\.json$|^adapter_/.test(path)
  return folder.files.map(({ path }) => path).filter(path => wanted.has(path) || isSetting(path))
}

/**
 * Writes a copy. In a dedicated worker.
 * @param onBytes receives how many bytes are written, and of how many
 * @param signal ends it; nothing is left then
 * @throws VoxelwiseError storage where the browser has no private files; QuotaExceededError where the disk is full
 */
export async function writeCopy(
  order: CopyOrder,
  onBytes: (written: number, of: number) => void,
  signal: AbortSignal,
): Promise<KeptCopy> {
  await needRoom()
  const copies = await copiesFolder(true)
  if (!copies)
    throw new VoxelwiseError({
      code: 'storage',
      subject: order.folder.name,
      message: 'This browser gives the page no private files.',
      remedy: 'Pick the folder at each visit, or use Chrome, Edge or Firefox in an ordinary window.',
    })
  const id = crypto.randomUUID()
  try {
    const into = await orTimeout(copies.getDirectoryHandle(id, { create: true }))
    return await written(into, id, order, onBytes, signal)
  } catch (error) {
    await removeAll(copies, [id])
    throw error
  }
}

async function written(
  into: FileSystemDirectoryHandle,
  id: string,
  { folder, sessions, dtype, fingerprint }: CopyOrder,
  onBytes: (written: number, of: number) => void,
  signal: AbortSignal,
): Promise<KeptCopy> {
  const blobs: { readonly path: string; readonly blob: Blob }[] = []
  for (const path of copiedPaths({ folder, sessions, dtype }))
    blobs.push({ path, blob: await folder.open(path) })
  const total = blobs.reduce((sum, { blob }) => sum + blob.size, 0)
  let done = 0
  const files: CopiedFile[] = []
  for (const [i, { path, blob }] of blobs.entries()) {
    const checksums = await copyFile(into, String(i), blob, length => {
      signal.throwIfAborted()
      done += length
      onBytes(done, total)
    })
    files.push({ path, size: blob.size, checksums })
  }
  const digests = new Map<string, string>()
  for (const path of weightPaths(folder)) {
    signal.throwIfAborted()
    digests.set(path, await sha256OfPieces(await folder.open(path)))
  }
  const manifest: CopyManifest = {
    version: 1,
    ...{ name: folder.name, dtype, fingerprint, files },
    weights: Object.fromEntries(digests),
    made: new Date().toISOString(),
    adapter: folder.adapter ?? null,
  }
  const text = new Blob([await manifestText(manifest)])
  await copyFile(into, manifestName, text, () => signal.throwIfAborted())
  return { id, bytes: bytesOfCopy(manifest) + text.size, manifest }
}

/** @returns the checksums of its pieces */
async function copyFile(
  into: FileSystemDirectoryHandle,
  name: string,
  blob: Blob,
  onPiece: (length: number) => void,
): Promise<readonly number[]> {
  const file = await openInPlace(await orTimeout(into.getFileHandle(name, { create: true })))
  const checksums: number[] = []
  try {
    for (let at = 0; at < blob.size; at += copiedPiece) {
      const piece = new Uint8Array(await blobBytes(blob.slice(at, at + copiedPiece)))
      writeAll(file, [piece], at)
      checksums.push(crc32(piece))
      onPiece(piece.length)
    }
    file.flush()
  } finally {
    await closeIfThere(async () => into, name, file)
  }
  return checksums
}

/** In a dedicated worker. @throws VoxelwiseError storage while it is written or read */
export async function removeCopy(id: string): Promise<void> {
  const copies = await copiesFolder()
  if (!copies || (await removeAll(copies, [id]))) return
  throw new VoxelwiseError({
    code: 'storage',
    subject: 'private copy of a model',
    message: 'This copy is being written.',
    remedy: 'Cancel the copying, here or in another tab, then delete it.',
  })
}
