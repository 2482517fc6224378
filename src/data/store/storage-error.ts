import { errorMessage, VoxelwiseError } from '../../engine/base/errors.ts'
import { granted, isKeptForGood } from './browser-storage.ts'
import { isWorker, needRoom, releaseReserve, reserveBytes, reserveHeld } from './disk-reserve.ts'
import { isNamed, isOfDeletion } from './private-files.ts'

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`

/** What a failed database or file means. A full disk shows itself in many ways, so every failure is checked for it. */
export async function storageError(
  cause: unknown,
  where: 'IndexedDB' | 'private files' = 'IndexedDB',
): Promise<VoxelwiseError> {
  if (cause instanceof VoxelwiseError) return cause
  if (isNamed(cause, 'VersionError')) return newerVersion(cause)
  if (isNamed(cause, 'SecurityError')) return refused(cause)
  if (isNamed(cause, 'QuotaExceededError') || (await isFull())) return full(cause)
  const detail = errorMessage(cause)
  const wasDeleted = where === 'private files' && isOfDeletion(cause)
  return new VoxelwiseError({
    code: 'storage',
    subject: where,
    message: `The browser's ${where === 'IndexedDB' ? 'database' : 'private files'} failed: ${detail}`,
    remedy: wasDeleted
      ? 'The browser may have deleted them. Reload the page and continue the run. Lost answers are asked again.'
      : `Reload the page and continue the run. ${(await isKept()) ? 'Answers shown are stored.' : 'Lost answers are asked again.'} A private window may store nothing.`,
    detail: await seen(cause),
    cause,
  })
}

/** A browser that fails may fail here, too. */
const isKept = (): Promise<boolean> => isKeptForGood().catch(() => false)

/** Where another thread has given the reserve away there may be room for a moment. */
async function isFull(): Promise<boolean> {
  try {
    if ((await reserveHeld()) === 0) return true
    if (!isWorker()) return false
    await needRoom()
    return false
  } catch (error) {
    if (error instanceof DOMException) return error.name === 'QuotaExceededError'
    throw error
  }
}

async function full(cause: unknown): Promise<VoxelwiseError> {
  // Before the reserve is released: its state is part of the report.
  const detail = await seen(cause)
  await releaseReserve()
  const assurance = (await isKeptForGood())
    ? 'all shown answers are stored'
    : 'soon, because this browser may delete its stored data at any time'
  return new VoxelwiseError({
    code: 'storage-full',
    // Chromium does not say which: its figures for quota and usage are invented, so that no page learns about the disk.
    subject: 'the disk with this browser’s profile',
    message: 'The disk is full, or this page has reached its storage limit.',
    remedy: `Free at least ${megabytes(2 * reserveBytes)} on it, or delete runs and image features under Storage, then press Continue: ${assurance}.`,
    detail,
    cause,
  })
}

/** The browser's message and its figures for space: nothing else would explain why a disk with space counts as full. */
async function seen(cause: unknown): Promise<string> {
  const said =
    cause instanceof Error ? `${cause.name}: ${cause.message}\n${cause.stack ?? ''}` : String(cause)
  // It may fail as `isKept` may.
  const { usage, quota } = await granted().catch(() => ({ usage: null, quota: null }))
  const reserve = await reserveHeld().catch(() => null)
  return `${said.trim()}\nbytes used: ${usage ?? 'unknown'}, granted: ${quota ?? 'unknown'}, in reserve: ${reserve ?? 'never made'}`
}

const refused = (cause: DOMException): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage',
    subject: 'IndexedDB',
    message: `The browser does not allow this page to store data, so no run can start. ${cause.message}`,
    remedy: 'Allow “cookies and site data” for this page in the browser settings, then reload it.',
    cause,
  })

const newerVersion = (cause: DOMException): VoxelwiseError =>
  new VoxelwiseError({
    code: 'storage-newer',
    subject: 'IndexedDB',
    message: `The runs in this browser were stored by a newer version of Voxelwise. ${cause.message}`,
    remedy: 'Use that version, or reload this page to update it. Nothing was changed or lost.',
    cause,
  })
