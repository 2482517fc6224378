import { sha256 } from '../../engine/base/sha256.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { runFileText } from '../export/run-file-text.ts'
import { inPortions } from '../export/text-file.ts'
import type { BackupFile } from './backup.ts'
import type { RunTally } from './database.ts'
import { journalFolder } from './journals.ts'
import { withLock } from './locks.ts'
import { nullIf } from './private-files.ts'
import type { Store } from './store.ts'

/** The folder inside the one that the user picked. Nothing outside it is touched. */
const copyName = 'voxelwise-runs'

interface Stored {
  readonly run: Run
  readonly tally: RunTally
}

/**
 * One state of a run in the copy, in a file `RUN.IMPORT.RECORDS.DIGEST.json`. A newer one replaces an older one only if it
 * has no fewer records.
 */
interface Version {
  /** Placeholder for the run's id. */
  readonly run: string
  /** When the run was imported, in milliseconds; 0 where it was made here. Another import is another run. */
  readonly imported: number
  readonly records: number
  readonly name: string
}

/**
 * Copies every changed run, with its passes, into a folder of the user's: one run.json each.
 * @throws DOMException if the folder is missing, is not writable, or has no room
 */
export async function copyRuns(store: Store, folder: FileSystemDirectoryHandle): Promise<void> {
  // Two tabs would write the same files.
  await withLock('voxelwise/copy', async () => {
    const root = await folder.getDirectoryHandle(copyName, { create: true })
    const names: string[] = []
    for await (const name of root.keys()) names.push(name)
    const all = await store.runs()
    const ids = new Set(all.map(({ run }) => run.id))
    for (const stored of all) {
      const { id, parent } = stored.run
      if (parent !== undefined && ids.has(parent)) continue
      const version = await versionName(
        stored,
        all.filter(({ run }) => run.parent === id),
      )
      if (!names.includes(version.name) && !(await writeRun(store, root, id, version.name))) continue
      for (const name of names) if (isReplaced(versionNamed(name), version)) await root.removeEntry(name)
    }
  })
}

/** @returns whether it was written: another tab may have deleted the run meanwhile */
async function writeRun(
  store: Store,
  root: FileSystemDirectoryHandle,
  id: string,
  name: string,
): Promise<boolean> {
  const stream = await (await root.getFileHandle(name, { create: true })).createWritable()
  try {
    for await (const text of inPortions(runFileText(store, id))) await stream.write(text)
    await stream.close()
    return true
  } catch (error) {
    await stream.abort().catch(() => {})
    await root.removeEntry(name).catch(() => {})
    if ((await store.runs()).some(({ run }) => run.id === id)) throw error
    return false
  }
}

/** A browser that lost records must not replace a copy that still has them. */
const isReplaced = (old: Version | null, { run, imported, records, name }: Version): boolean =>
  old?.run === run && old.name !== name && (old.imported !== imported || old.records <= records)

async function versionName(stored: Stored, passes: readonly Stored[]): Promise<Version> {
  const run = await journalFolder(stored.run.id)
  const imported = Date.parse(stored.run.imported ?? '') || 0
  const records = [stored, ...passes].reduce((sum, { tally }) => sum + tally.answered + tally.failed, 0)
  const digest = await sha256(new TextEncoder().encode(JSON.stringify([stored, ...passes])))
  return { run, imported, records, name: `${run}.${imported}.${records}.${digest.slice(0, 16)}.json` }
}

function versionNamed(name: string): Version | null {
  const [, run, imported, records] = /^([^.]+)\.(\d+)\.(\d+)\.[0-9a-f]{16}\.json$/.exec(name) ?? []
  if (run === undefined) return null
  return { run, imported: Number(imported), records: Number(records), name }
}

/** The runs of a copy, each checked like any import. For each run, the file with the most records comes first. */
export async function* readFolderCopy(folder: FileSystemDirectoryHandle): AsyncGenerator<BackupFile> {
  const root = await copyIn(folder)
  if (!root) return
  const names: string[] = []
  for await (const { kind, name } of root.values())
    if (kind === 'file' && name.endsWith('.json')) names.push(name)
  const records = (name: string): number => versionNamed(name)?.records ?? 0
  for (const name of names.sort((a, b) => records(b) - records(a))) {
    const file = await (await root.getFileHandle(name)).getFile()
    yield { name, bytes: () => file.stream() }
  }
}

const copyIn = (folder: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle | null> =>
  nullIf('NotFoundError', folder.getDirectoryHandle(copyName))
