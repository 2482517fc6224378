/**
 * The origin's private file system. Chromium keeps the names of its files in a LevelDB. If a full disk fails that
 * database, Chromium deletes the whole file system; it never touches the contents of files. So names are made and
 * removed only after a test write found room (`needRoom`), and everything else is done to the contents.
 *
 * If the browser deletes all data of the page, a folder's earlier handle is dead. After making a name with such a
 * handle, Chromium (156) never again answers any request about these files. So no handle of a folder is stored: each is
 * looked up from the root when it is used.
 */

/** Whether Chromium has stopped to answer for these files, which it does not begin again while the page is open. */
let isSilent = false

/** @returns null where the browser has none, as in some private windows, or does not answer for them any more */
export async function privateRoot(): Promise<FileSystemDirectoryHandle | null> {
  if (isSilent) return null
  try {
    const root = globalThis.navigator?.storage?.getDirectory?.()
    return root === undefined ? null : await orTimeout(root)
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

/** Null where it fails with a DOMException of this name. */
export async function nullIf<T>(name: string, work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (isNamed(error, name)) return null
    throw error
  }
}

/** @returns null where it is not there */
export const fileIn = (folder: FileSystemDirectoryHandle, name: string): Promise<File | null> =>
  nullIf('NotFoundError', orTimeout(folder.getFileHandle(name).then(handle => handle.getFile())))

/** Handles that open their file: one that is collected as garbage meanwhile never gets an answer (docs/storage.md). */
const opening = new Set<FileSystemFileHandle>()

/** Opens a file to be read and written in place. Only in a dedicated worker. @throws DOMException where someone else has it open */
export async function openInPlace(file: FileSystemFileHandle): Promise<FileSystemSyncAccessHandle> {
  opening.add(file)
  try {
    return await orTimeout(file.createSyncAccessHandle())
  } finally {
    opening.delete(file)
  }
}

/**
 * Closes a file, unless it was deleted: Chromium (156) never returns from closing such a file (docs/storage.md). Never
 * rejects. @param find looks its folder up; null if it is missing
 */
export async function closeIfThere(
  find: () => Promise<FileSystemDirectoryHandle | null>,
  name: string,
  file: FileSystemSyncAccessHandle,
): Promise<void> {
  try {
    const folder = await find()
    if (folder && (await fileIn(folder, name))) file.close()
  } catch (error) {
    // If it cannot be looked up, it is missing, too.
    if (!(error instanceof DOMException)) throw error
  }
}

/** Does something with a file in place, and closes it. Only in a dedicated worker. */
export async function inPlace<T>(
  folder: FileSystemDirectoryHandle,
  name: string,
  work: (file: FileSystemSyncAccessHandle) => T,
): Promise<T> {
  const file = await openInPlace(await orTimeout(folder.getFileHandle(name, { create: true })))
  try {
    return work(file)
  } finally {
    await closeIfThere(async () => folder, name, file)
  }
}

/**
 * Writes all, or leaves the file at its old length: only a write of no bytes shows a full disk.
 * @throws QuotaExceededError also if a nearly full disk takes a part without an error
 */
export function writeAll(
  file: FileSystemSyncAccessHandle,
  parts: readonly Uint8Array<ArrayBuffer>[],
  at: number,
): void {
  let end = at
  try {
    for (const part of parts) end = writeWhole(file, part, end)
  } catch (error) {
    file.truncate(at)
    throw error
  }
}

/** @returns where it ends @throws QuotaExceededError */
function writeWhole(file: FileSystemSyncAccessHandle, part: Uint8Array<ArrayBuffer>, at: number): number {
  let done = 0
  while (done < part.length) {
    const taken = file.write(part.subarray(done), { at: at + done })
    if (taken === 0) throw new DOMException('Only a part could be written.', 'QuotaExceededError')
    done += taken
  }
  return at + done
}

/**
 * Removes files, or folders of files: emptied first, so that a full disk has room for it. A worker that has just ended has
 * its files open for a moment. In a dedicated worker. @returns false if someone still writes to one of them
 */
export async function removeAll(
  folder: FileSystemDirectoryHandle,
  names: readonly string[],
): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const removed = await Promise.all(names.map(name => remove(folder, name)))
    if (removed.every(Boolean)) return true
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return false
}

/** The same for one file, without waiting. */
export async function remove(folder: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await empty(folder, name)
    await orTimeout(folder.removeEntry(name, { recursive: true }))
    return true
  } catch (error) {
    if (isNamed(error, 'NotFoundError')) return true
    if (isNamed(error, 'NoModificationAllowedError')) return false
    throw error
  }
}

async function empty(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  const inner = await nullIf('TypeMismatchError', orTimeout(folder.getDirectoryHandle(name)))
  if (!inner) return inPlace(folder, name, file => file.truncate(0))
  for (const file of await namesIn(inner)) await inPlace(inner, file, one => one.truncate(0))
}

export async function bytesIn(folder: FileSystemDirectoryHandle): Promise<number> {
  let bytes = 0
  for (const handle of await handlesIn(folder))
    if (handle.kind === 'file') bytes += (await orTimeout(handle.getFile())).size
  return bytes
}

/** Everything in a folder, in the browser's order. */
export function handlesIn(
  folder: FileSystemDirectoryHandle,
): Promise<readonly (FileSystemFileHandle | FileSystemDirectoryHandle)[]> {
  const collect = async () => {
    const handles: (FileSystemFileHandle | FileSystemDirectoryHandle)[] = []
    for await (const handle of folder.values()) handles.push(handle)
    return handles
  }
  return orTimeout(collect())
}

export const namesIn = async (folder: FileSystemDirectoryHandle): Promise<readonly string[]> =>
  (await handlesIn(folder)).map(({ name }) => name)

export const isNamed = (error: unknown, ...names: readonly string[]): error is DOMException =>
  error instanceof DOMException && names.includes(error.name)

/** Milliseconds that the browser may take to answer for a file: on a crowded machine it takes seconds. */
const timeoutMs = 20_000

/**
 * Chromium may never answer for a file if all data of the page was deleted while a file or folder was made.
 * @throws DOMException TimeoutError if it does not answer in time
 */
export async function orTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isSilent = true
      reject(new DOMException('The files do not answer.', 'TimeoutError'))
    }, timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } catch (error) {
    if (error instanceof DOMException) ofFiles.add(error)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const ofFiles = new WeakSet<DOMException>()

/** Whether these files failed: the names of the errors alone could be those of the database. */
export const isOfFiles = (error: unknown): boolean => error instanceof DOMException && ofFiles.has(error)

/** How often a slice is read again, and milliseconds between. */
const readings = { attempts: 40, pause: 25 }

export interface Sliced {
  /** In bytes. */
  readonly size: number
  slice(start: number, end: number): Pick<Blob, 'arrayBuffer'>
}

/**
 * A file that someone may be appending to, as long as it is now; null where it is missing. Chromium refuses to read a `File`
 * after any change, so each slice gets a new one where necessary.
 */
export async function growingFile(folder: FileSystemDirectoryHandle, name: string): Promise<Sliced | null> {
  let file = await fileIn(folder, name)
  const read = async (start: number, end: number): Promise<ArrayBuffer> => {
    for (let attempt = 1; ; attempt++)
      try {
        return await orTimeout((file ?? missing(name)).slice(start, end).arrayBuffer())
      } catch (error) {
        if (!isNamed(error, 'NotReadableError') || attempt === readings.attempts) throw error
        await new Promise(resolve => setTimeout(resolve, readings.pause))
        file = await fileIn(folder, name)
      }
  }
  return file && { size: file.size, slice: (start, end) => ({ arrayBuffer: () => read(start, end) }) }
}

function missing(name: string): never {
  throw new DOMException(`${name} is missing.`, 'NotFoundError')
}

/** Whether it is Chromium's error for files that it deletes while they are used. */
export const isOfDeletion = (error: unknown): boolean =>
  isNamed(
    error,
    'NotFoundError',
    'InvalidStateError',
    'NotReadableError',
    'NoModificationAllowedError',
    'TimeoutError',
  )
