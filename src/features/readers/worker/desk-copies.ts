/** Second copies of studies and sittings in private files, which outlive a database that the browser deletes. In a dedicated worker. */

import { needRoom } from '../../../data/store/disk-reserve.ts'
import {
  fileIn,
  inPlace,
  namesIn,
  orTimeout,
  privateRoot,
  removeAll,
  writeAll,
} from '../../../data/store/private-files.ts'

const folderName = 'readers'

/** Null where the browser has no private files. */
async function copies(): Promise<FileSystemDirectoryHandle | null> {
  const root = await privateRoot()
  return root && orTimeout(root.getDirectoryHandle(folderName, { create: true }))
}

/** On disk when it resolves. Where private files fail, there is no second copy: the database decides whether a sitting goes on. */
export async function writeSecondCopy(name: string, document: object): Promise<void> {
  await orWithout(async folder => {
    if (!(await fileIn(folder, name))) await needRoom()
    const bytes = new TextEncoder().encode(JSON.stringify(document))
    await inPlace(folder, name, file => {
      writeAll(file, [bytes], 0)
      file.truncate(bytes.byteLength)
      file.flush()
    })
  })
}

export async function removeCopies(names: readonly string[]): Promise<void> {
  await orWithout(folder => removeAll(folder, names))
}

/** The texts of all copies by name. One that a crash cut short is no JSON: the database has it. */
export async function copiedTexts(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  await orWithout(async folder => {
    for (const name of await namesIn(folder)) {
      const file = await fileIn(folder, name)
      if (file) texts.set(name, await file.text())
    }
  })
  return texts
}

async function orWithout(work: (folder: FileSystemDirectoryHandle) => Promise<unknown>): Promise<void> {
  try {
    const folder = await copies()
    if (folder) await work(folder)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
