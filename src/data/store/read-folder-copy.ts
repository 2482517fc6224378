import { serializeRun } from '../export/run-file.ts'
import type { RunPass } from '../export/run-parts.ts'
import type { BackupFile } from './backup.ts'
import { copyName } from './folder-copy.ts'
import { type Journaled, replay } from './journal.ts'
import { journalsIn } from './journals.ts'
import { isNamed } from './private-files.ts'

/** A run of the copy with all that belongs to it. */
type Whole = RunPass & Pick<Journaled, 'load'>

/**
 * The runs of a copy in a user's folder, each as the run.json that it comes to, its passes in it: what is in a folder
 * may have been changed by anyone, and is checked like any file that is taken in. Damaged files cost what was damaged.
 */
export async function* readFolderCopy(folder: FileSystemDirectoryHandle): AsyncGenerator<BackupFile> {
  const root = await copyIn(folder)
  if (!root) return
  // What each one is first, so that passes are found; records are read when it is their turn.
  const all: { readonly name: string; readonly run: Whole['run'] }[] = []
  for await (const { kind, name } of root.values()) {
    if (kind !== 'directory') continue
    try {
      const whole = await readRun(root, name)
      if (whole) all.push({ name, run: whole.run })
    } catch (error) {
      yield problemOf(name, error)
    }
  }
  const ids = new Set(all.map(({ run }) => run.id))
  for (const { name, run } of all) {
    if (run.parent !== undefined && ids.has(run.parent)) continue
    const passes = all.filter(other => other.run.parent === run.id)
    const names = passes.map(pass => pass.name)
    yield await runText(root, name, names).then(
      text => ({ name: String(run.name), text }),
      error => problemOf(name, error),
    )
  }
}

function problemOf(name: string, error: unknown): BackupFile {
  return { name, problem: error instanceof Error ? error.message : String(error) }
}

/** @throws where what is there is nothing like a run */
async function runText(
  root: FileSystemDirectoryHandle,
  name: string,
  passNames: readonly string[],
): Promise<string> {
  const { load, ...own } = (await readRun(root, name)) ?? gone(name)
  const passes: Whole[] = []
  for (const pass of passNames) passes.push((await readRun(root, pass)) ?? gone(pass))
  return [...serializeRun({ ...own, ...load, passes })].join('')
}

function gone(name: string): never {
  throw new Error(`${name} was removed meanwhile.`)
}

async function copyIn(folder: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await folder.getDirectoryHandle(copyName)
  } catch (error) {
    if (isNamed(error, 'NotFoundError')) return null
    throw error
  }
}

/** @returns null where no file of it says what run it is */
async function readRun(root: FileSystemDirectoryHandle, name: string): Promise<Whole | null> {
  const folder = await root.getDirectoryHandle(name)
  const files: Uint8Array<ArrayBuffer>[] = []
  for (const file of await journalsIn(folder))
    files.push(new Uint8Array(await (await (await folder.getFileHandle(file)).getFile()).arrayBuffer()))
  const { run, load, records } = replay(files)
  return run && { run, load, records }
}
