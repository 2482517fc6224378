/** Graphs that a checkpoint's folder writes when they are opened: on disk while ONNX Runtime reads them. */
import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { GraphFile } from '../../engine/runtime/backend.ts'
import { ChunkedBlob, streamPieces } from '../../engine/runtime/chunked-blob.ts'

const prefix = 'voxelwise-graphs-'

/**
 * Writes a graph and its data to a folder of its own, and removes them again. ONNX Runtime maps weights from a file and lets go of
 * each when it has packed it; of weights in memory it would hold a second copy.
 * @param load called with the path of the graph
 * @throws VoxelwiseError storage-full; whatever `load` throws
 */
export async function withWrittenGraph<Loaded>(
  { folder, path, blob, external }: GraphFile,
  onBytes: (read: number) => void,
  load: (file: string) => Promise<Loaded>,
): Promise<Loaded> {
  await removeLeftOver()
  const place = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  try {
    for (const data of external)
      await write(
        join(place, data.location),
        await folder.open(data.path),
        `${folder.name}/${data.path}`,
        onBytes,
      )
    const file = join(place, basename(path))
    await write(file, blob, `${folder.name}/${path}`, onBytes)
    return await load(file)
  } finally {
    await rm(place, { recursive: true })
  }
}

async function write(
  path: string,
  made: Blob,
  subject: string,
  onBytes: (read: number) => void,
): Promise<void> {
  const file = await open(path, 'wx')
  try {
    for await (const piece of streamPieces(new ChunkedBlob(made, subject, onBytes)))
      await file.writeFile(piece)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    throw new VoxelwiseError({
      code: 'storage-full',
      subject: tmpdir(),
      message: `While a checkpoint loads, its weights are written here (${made.size} bytes), and there is no room.`,
      remedy: 'Make room, or name another folder in the environment variable TMPDIR.',
      cause: error,
    })
  } finally {
    await file.close()
  }
}

/** Removes what processes left that were killed while they loaded. */
async function removeLeftOver(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN
    if (Number.isInteger(owner) && !isRunning(owner))
      await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch (error) {
    // Another user's process may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
