import { withLock } from './locks.ts'
import { fileIn, inPlace, privateRoot, writeAll } from './private-files.ts'

/** Bytes kept back on the disk, so that a full one leaves room to put everything away. */
export const reserveBytes = 16_000_000

/** Bytes that must be free wherever something is written: Chromium's databases must not be the first to find a full disk. */
export const margin = new Uint8Array(1_000_000)

const name = 'reserve'

/** Its size where it was given away: one that is empty or missing was never made, which says nothing of the disk. */
const givenAway = 1

/**
 * Makes sure of the reserve: the only way to know that a disk has room is to write, since the browser's own estimate
 * counts what it grants and not what is there.
 * @throws QuotaExceededError where there is no room for it
 */
export function holdReserve(): Promise<void> {
  return withReserve(file => {
    const held = file.getSize()
    if (held >= reserveBytes) return
    // Not of zeros, which some file systems do not store.
    writeAll(file, [new Uint8Array(reserveBytes - held).fill(0x56), margin], held)
    file.truncate(reserveBytes)
    file.flush()
  })
}

/** Gives the reserve to the disk: what must be written now has room. */
export async function releaseReserve(): Promise<void> {
  try {
    await withReserve(file => file.truncate(givenAway))
  } catch (error) {
    // Someone who tells of a full disk need not tell that this failed, too.
    if (!(error instanceof DOMException)) throw error
  }
}

/** @throws QuotaExceededError where a test write finds no room */
export function needRoom(): Promise<void> {
  return withReserve(file => {
    const held = file.getSize()
    writeAll(file, [margin], held)
    file.truncate(held)
  })
}

/** Bytes of the reserve: 0 where it was given away, as the disk was full; null where it was never made, or is gone. */
export async function reserveHeld(): Promise<number | null> {
  const root = await privateRoot()
  const size = (root && (await fileIn(root, name))?.size) ?? 0
  if (size === 0) return null
  return size === givenAway ? 0 : size
}

/**
 * Has the browser remember the private files for as long as this thread lives: a private window of Chromium holds their names in
 * memory, and has lost them after ten minutes in which none was asked for (seen in 156; docs/storage.md).
 */
export function keepOpfsAlive(): void {
  setInterval(() => void reserveHeld().catch(() => null), millisecondsBetweenLooks)
}

const millisecondsBetweenLooks = 240_000

/** Does nothing where the browser has no files that can be written in place. */
async function withReserve(work: (file: FileSystemSyncAccessHandle) => void): Promise<void> {
  if (!isWorker()) return
  const root = await privateRoot()
  if (root) await withLock('voxelwise/reserve', () => inPlace(root, name, work))
}

/** Whether this thread may write files in place. */
export const isWorker = (): boolean =>
  globalThis.FileSystemFileHandle !== undefined && 'createSyncAccessHandle' in FileSystemFileHandle.prototype
