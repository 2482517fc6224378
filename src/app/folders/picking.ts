import type { Picked } from '../state.ts'

type ListedFiles = readonly { path: string; file: File }[]

/** Asks for a folder with the browser's picker; null where the user thought better of it. */
export async function pickDirectory(): Promise<Picked | null> {
  try {
    return { from: 'handle', handle: await window.showDirectoryPicker({ mode: 'read' }) }
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return null
    throw thrown
  }
}

/** What `<input webkitdirectory>` gave: every path begins with the folder's own name. */
export function fromInput(files: FileList | null): Picked | null {
  const listed = [...(files ?? [])].map(file => ({ path: file.webkitRelativePath || file.name, file }))
  return listed.length === 0 ? null : underOneName(listed)
}

function underOneName(listed: ListedFiles): Picked {
  const name = listed[0]?.path.split('/')[0] ?? ''
  const rooted = listed.every(({ path }) => path.startsWith(`${name}/`))
  if (!rooted) return { from: 'files', name: 'files', files: listed }
  return {
    from: 'files',
    name,
    files: listed.map(({ path, file }) => ({ path: path.slice(name.length + 1), file })),
  }
}

/**
 * The folder that was dropped, or null where none was. The transfer is only readable while the event is
 * being handled, so both ways of reading it are asked at once, before anything is awaited.
 */
export async function fromDrop(transfer: DataTransfer): Promise<Picked | null> {
  const items = [...transfer.items].filter(item => item.kind === 'file')
  const entries = items.map(item => item.webkitGetAsEntry?.() ?? null)
  const handles = items.map(item => item.getAsFileSystemHandle?.() ?? null)
  for (const pending of handles) {
    const handle = await Promise.resolve(pending).catch(() => null)
    if (handle?.kind === 'directory') return { from: 'handle', handle: handle as FileSystemDirectoryHandle }
  }
  const folder = entries.find((entry): entry is FileSystemDirectoryEntry => entry?.isDirectory === true)
  return folder ? { from: 'files', name: folder.name, files: await walk(folder, '') } : null
}

async function walk(folder: FileSystemDirectoryEntry, below: string): Promise<ListedFiles> {
  const found: { path: string; file: File }[] = []
  for (const entry of await readAll(folder.createReader())) {
    const path = below + entry.name
    if (entry.isDirectory) found.push(...(await walk(entry as FileSystemDirectoryEntry, `${path}/`)))
    else found.push({ path, file: await fileOf(entry as FileSystemFileEntry) })
  }
  return found
}

/** A reader gives entries in batches until an empty one. */
async function readAll(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return all
    all.push(...batch)
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}
