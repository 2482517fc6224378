import {
  BlobReader,
  BlobWriter,
  configure,
  type Entry,
  TextWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js'
import { VoxelwiseError } from '../../engine/base/errors.ts'

// Its own workers would be started from a blob, which the page's security policy forbids.
configure({ useWebWorkers: false })

/**
 * A backup is a zip file that holds a run.json for each run, its passes in it: any program can open it, and every file
 * in it can be imported alone. zip.js writes CRC-32s and checks them.
 */
export async function writeBackup(
  ids: readonly string[],
  runFile: (id: string) => Promise<Blob>,
): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter('application/zip'))
  // One after the other: each is let go when it is written.
  for (const [at, id] of ids.entries())
    await zip.add(`run-${String(at + 1).padStart(4, '0')}.json`, new BlobReader(await runFile(id)))
  return zip.close()
}

/** A file of a backup: its text, or what is wrong with it. */
export type BackupFile =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly problem: string }

/**
 * The run files of a backup, one after the other.
 * @throws VoxelwiseError run-file, naming the file, where it is no backup at all
 */
export async function* readBackup(file: File): AsyncGenerator<BackupFile> {
  const zip = new ZipReader(new BlobReader(file))
  try {
    for (const entry of await entriesOf(zip, file.name)) {
      if (entry.directory || !entry.filename.endsWith('.json')) continue
      yield await read(entry)
    }
  } finally {
    await zip.close()
  }
}

async function entriesOf(zip: ZipReader<Blob>, name: string): Promise<readonly Entry[]> {
  try {
    return await zip.getEntries()
  } catch (cause) {
    throw new VoxelwiseError({
      code: 'run-file',
      subject: name,
      message: `The file is no backup, or its end is missing. ${cause instanceof Error ? cause.message : String(cause)}`,
      remedy: 'Choose a backup that was saved whole; a single run.json is imported under Results.',
      cause,
    })
  }
}

async function read(entry: Exclude<Entry, { readonly directory: true }>): Promise<BackupFile> {
  const name = entry.filename
  try {
    return { name, text: await entry.getData(new TextWriter(), { checkSignature: true }) }
  } catch (cause) {
    return { name, problem: cause instanceof Error ? cause.message : String(cause) }
  }
}
