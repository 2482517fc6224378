import { withLock } from './locks.ts'
import { fileIn, inPlace, privateRoot, writeAll } from './private-files.ts'

/** Bytes reserved on the disk, so that a full one leaves room to finish writing. */
export const reserveBytes = 16_000_000

/** Bytes that must be free wherever something is written: Chromium's databases must not be the first to find a full disk. */
export const margin = new Uint8Array(1_000_000)

const name = 'reserve'

/** Its size after it was released. An empty or missing reserve was never made: the disk need not be full. */
const givenAway = 1

/**
 * Ensures that the reserve exists: only writing shows whether a disk has room, not the browser's own estimate.
 * @throws QuotaExceededError if there is no room for it
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
    // A caller that reports a full disk need not report that this failed, too.
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

/** Bytes of the reserve: 0 if it was released because the disk was full; null if it was never made, or is missing. */
export async function reserveHeld(): Promise<number | null> {
  const root = await privateRoot()
  const size = (root && (await fileIn(root, name))?.size) ?? 0
  if (size === 0) return null
  return size === givenAway ? 0 : size
}

/**
 * Keeps the private files open while this thread lives: Chromium's private windows lose them after ten idle minutes
 * (seen in 156; docs/storage.md).
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

export const isWorker = (): boolean =>
  globalThis.FileSystemFileHandle !== undefined && 'createSyncAccessHandle' in FileSystemFileHandle.prototype
