/** Long exports are in a private file until they are saved: a blob of their size might be held in memory. */
import { inPortions, type TextSink, textBlob } from '../export/text-file.ts'
import { isWorker, needRoom } from './disk-reserve.ts'
import { namesIn, openInPlace, orTimeout, privateRoot, remove, writeAll } from './private-files.ts'
import { storageError } from './storage-error.ts'

const folderName = 'exports'

/** Milliseconds after which an export has been saved, or is no longer needed. */
const lifetime = 3_600_000

/** Where the browser has no private files a blob takes it. In a dedicated worker. @throws VoxelwiseError storage-full */
export const privateFile: TextSink = async (parts, type) => {
  const root = isWorker() ? await privateRoot() : null
  if (!root) return textBlob(parts, type)
  const name = `${String(Date.now()).padStart(15, '0')}-${crypto.randomUUID()}`
  try {
    await needRoom()
    const folder = await orTimeout(root.getDirectoryHandle(folderName, { create: true }))
    const file = await orTimeout(folder.getFileHandle(name, { create: true }))
    await write(await openInPlace(file), parts)
    const written = await orTimeout(file.getFile())
    return written.slice(0, written.size, type)
  } catch (error) {
    const folder = await orTimeout(root.getDirectoryHandle(folderName)).catch(() => null)
    if (folder) await remove(folder, name).catch(() => false)
    throw await storageError(error, 'private files')
  }
}

export async function removeOldExports(): Promise<void> {
  const root = isWorker() ? await privateRoot() : null
  const folder = root && (await orTimeout(root.getDirectoryHandle(folderName)).catch(() => null))
  for (const name of folder ? await namesIn(folder) : [])
    if (folder && Number.parseInt(name, 10) < Date.now() - lifetime) await remove(folder, name)
}

async function write(file: FileSystemSyncAccessHandle, parts: AsyncIterable<string>): Promise<void> {
  const encoder = new TextEncoder()
  let end = 0
  try {
    for await (const text of inPortions(parts)) {
      const bytes = encoder.encode(text)
      writeAll(file, [bytes], end)
      end += bytes.length
    }
    file.flush()
  } finally {
    file.close()
  }
}
