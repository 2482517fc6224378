import { FileReaderOfParts, MAX_MEMBERS } from '@voxelwise/tables'
import { BlobReader, BlobWriter, type Entry, ZipReader, ZipWriter } from '@zip.js/zip.js'
import { errorReason, VoxelwiseError } from '../../engine/base/errors.ts'
import { blobByteFile } from '../containers/bytes.ts'
import { tooLarge } from '../sources/file-limits.ts'
import { ownTableError } from '../sources/own-table-errors.ts'

/** A zip file with a run.json for each run, including its passes: each can be imported alone. zip.js writes CRC-32s. */
export async function writeBackup(
  ids: readonly string[],
  runFile: (id: string) => Promise<Blob>,
): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter('application/zip'))
  // In sequence: each is dropped once it is written.
  for (const [at, id] of ids.entries())
    await zip.add(`run-${String(at + 1).padStart(4, '0')}.json`, new BlobReader(await runFile(id)))
  return zip.close()
}

/** A run.json, which is read as it comes. */
export interface BackupFile {
  readonly name: string
  /** Reads from the beginning. @throws VoxelwiseError run-file where it is damaged */
  readonly bytes: () => AsyncIterable<Uint8Array>
}

/** The run files of a backup. @throws VoxelwiseError run-file if it is no backup at all; file-too-large */
export async function* readBackup(file: File): AsyncGenerator<BackupFile> {
  const zip = new ZipReader(new FileReaderOfParts(blobByteFile(file.name, file)))
  try {
    for (const entry of await readEntries(zip, file.name)) {
      if (entry.directory || !entry.filename.endsWith('.json')) continue
      yield { name: entry.filename, bytes: () => unpacked(entry) }
    }
  } finally {
    await zip.close()
  }
}

async function readEntries(zip: ZipReader<unknown>, name: string): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (entries.length >= MAX_MEMBERS)
        throw tooLarge(name, `It contains more than ${MAX_MEMBERS} files.`, 'Choose a backup of this page.')
      entries.push(entry)
    }
  } catch (cause) {
    const known = ownTableError(cause)
    if (known instanceof VoxelwiseError) throw known
    throw new VoxelwiseError({
      code: 'run-file',
      subject: name,
      message: `The file is not a complete backup: ${errorReason(cause)}.`,
      remedy: 'Choose a complete backup. Import a single run.json under Results.',
      cause,
    })
  }
  return entries
}

type FileEntry = Exclude<Entry, { readonly directory: true }>

/** zip.js unpacks no faster than it is read, and no more than the archive declares. */
async function* unpacked(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const stopped = new AbortController()
  const options = { checkSignature: true, checkOverlappingEntry: true, signal: stopped.signal }
  const done = entry.getData(writable, options)
  // It ends the stream, too, from which it is thrown below.
  done.catch(() => {})
  const reader = readable.getReader()
  try {
    for (;;) {
      const { done: isEnd, value } = await reader.read()
      if (isEnd) break
      yield value
    }
    await done
  } catch (cause) {
    throw new VoxelwiseError({
      code: 'run-file',
      subject: entry.filename,
      message: `The file in the backup is damaged: ${errorReason(cause)}.`,
      remedy: 'Choose another copy of the backup. All other files were restored.',
      cause,
    })
  } finally {
    stopped.abort()
    await reader.cancel().catch(() => {})
  }
}
