import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Run } from '../../engine/protocol/run.ts'
import {
  passEnd,
  passLines,
  RecordLines,
  recordsEnd,
  runFileEnd,
  serializePassStart,
  serializeStart,
} from '../export/run-file.ts'
import { inPortions } from '../export/text-file.ts'
import type { BackupFile } from './backup.ts'
import { type CopiedHead, copiedHead, copiedRecords } from './copied-run.ts'
import { copyName } from './folder-copy.ts'
import { isNamed } from './private-files.ts'

/** A run in the copy, and its folder. */
interface Copied extends CopiedHead {
  readonly folder: FileSystemDirectoryHandle
}

/**
 * The runs of a copy in a user's folder, each as the run.json that it comes to, its passes in it: what is in a folder
 * may have been changed by anyone, and is checked like any file that is taken in. Damaged files cost what was damaged.
 * @param slice bytes of a file that are read at once, unless the usual number
 */
export async function* readFolderCopy(
  folder: FileSystemDirectoryHandle,
  slice?: number,
): AsyncGenerator<BackupFile> {
  const root = await copyIn(folder)
  if (!root) return
  // What each one is comes first, so that passes are found.
  const all: Copied[] = []
  for await (const { kind, name } of root.values()) {
    if (kind !== 'directory') continue
    try {
      const own = await root.getDirectoryHandle(name)
      const head = await copiedHead(own, slice)
      if (head) all.push({ ...head, folder: own })
    } catch (error) {
      yield { name, bytes: () => failing(unreadable(name, error)) }
    }
  }
  const ids = new Set(all.map(({ run }) => run.id))
  for (const own of all) {
    const { run } = own
    if (run.parent !== undefined && ids.has(run.parent)) continue
    const passes = all.filter(pass => pass.run.parent === run.id && !isOlder(pass.run, run))
    yield { name: String(run.name), bytes: () => runBytes(own, passes, slice) }
  }
}

/** Whether a pass belongs to an earlier import of the run: it was there before this one was taken in. */
function isOlder(pass: Run, { imported }: Run): boolean {
  return imported !== undefined && (pass.imported ?? pass.created) < imported
}

async function* runBytes(own: Copied, passes: readonly Copied[], slice?: number): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  try {
    for await (const text of inPortions(runText(own, passes, slice))) yield encoder.encode(text)
  } catch (error) {
    throw unreadable(String(own.run.name), error)
  }
}

/** As `serializeRun`, without the estimate, which nobody reads. @throws where what is there is nothing like a run */
async function* runText(own: Copied, passes: readonly Copied[], slice?: number): AsyncGenerator<string> {
  const { run, load } = own
  yield* serializeStart({ run, ...load })
  const samples = new Set<number>()
  yield* linesOf(own, new RecordLines(), samples, slice)
  yield recordsEnd
  for (const [at, pass] of passes.entries()) {
    if (at > 0) yield ','
    yield serializePassStart(pass.run)
    yield* linesOf(pass, passLines(pass.run, samples), null, slice)
    yield passEnd
  }
  yield runFileEnd
}

/** @param samples gets the indices of the records */
async function* linesOf(
  copied: Copied,
  lines: RecordLines,
  samples: Set<number> | null,
  slice?: number,
): AsyncGenerator<string> {
  for await (const record of copiedRecords(copied.folder, copied, slice)) {
    samples?.add(record.sample.index)
    yield* lines.lines([record])
  }
}

const failing = (error: VoxelwiseError): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }),
})

const unreadable = (name: string, cause: unknown): VoxelwiseError =>
  new VoxelwiseError({
    code: 'run-file',
    subject: name,
    message: `This run of the copy cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    remedy: 'Restore it from a backup, or choose another copy.',
    cause,
  })

async function copyIn(folder: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await folder.getDirectoryHandle(copyName)
  } catch (error) {
    if (isNamed(error, 'NotFoundError')) return null
    throw error
  }
}
