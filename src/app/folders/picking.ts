import type { Picked } from '../state/state.ts'

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

/** Files that may be a data set by themselves. */
export const tableFiles = ['.tsv', '.csv', '.parquet', '.json', '.jsonl', '.zip']

/** What `<input>` gave: of a folder every path begins with its own name; single files are called by the first of them. */
export function fromInput(files: FileList | null): Picked | null {
  const listed = [...(files ?? [])].map(file => ({ path: file.webkitRelativePath || file.name, file }))
  return listed.length === 0 ? null : underOneName(listed)
}

function underOneName(listed: ListedFiles): Picked {
  const name = listed[0]?.path.split('/')[0] ?? ''
  const rooted = listed.every(({ path }) => path.startsWith(`${name}/`))
  if (!rooted) return { from: 'files', name: name.replace(/\.[^.]+$/, ''), files: listed }
  return {
    from: 'files',
    name,
    files: listed.map(({ path, file }) => ({ path: path.slice(name.length + 1), file })),
  }
}

/**
 * The folder that was dropped, else the files with one of these endings, or null if there is neither. The transfer is
 * only readable during the event, so both ways of reading it start immediately, before anything is awaited.
 */
export async function fromDrop(transfer: DataTransfer, endings: readonly string[]): Promise<Picked | null> {
  const items = [...transfer.items].filter(item => item.kind === 'file')
  const entries = items.map(item => item.webkitGetAsEntry?.() ?? null)
  const files = items.map(item => item.getAsFile()).filter(file => file !== null)
  const handles = items.map(item => item.getAsFileSystemHandle?.() ?? null)
  for (const [i, pending] of handles.entries()) {
    const handle = await Promise.resolve(pending).catch(() => null)
    if (handle?.kind !== 'directory') continue
    const entry = entries[i]
    const paths = isFolder(entry) ? () => pathsBelow(entry) : undefined
    return { from: 'handle', handle: handle as FileSystemDirectoryHandle, ...(paths && { paths }) }
  }
  const isWanted = ({ name }: File): boolean => endings.some(ending => name.toLowerCase().endsWith(ending))
  const wanted = files.filter(isWanted).map(file => ({ path: file.name, file }))
  const folder = entries.find(isFolder)
  if (folder) return { from: 'files', name: folder.name, files: await filesBelow(folder) }
  return wanted.length > 0 ? underOneName(wanted) : null
}

const isFolder = (entry: FileSystemEntry | null | undefined): entry is FileSystemDirectoryEntry =>
  entry?.isDirectory === true

/** The paths of all files below a dropped folder, without its name, as the browser lists them. */
function pathsBelow(folder: FileSystemDirectoryEntry): ReadableStream<readonly string[]> {
  const batches = walk(folder)
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await batches.next()
      if (done) controller.close()
      else controller.enqueue(value.map(({ path }) => path))
    },
  })
}

async function filesBelow(folder: FileSystemDirectoryEntry): Promise<ListedFiles> {
  const files: { path: string; file: File }[] = []
  for await (const batch of walk(folder))
    for (const { path, entry } of batch) files.push({ path, file: await fileOf(entry) })
  return files
}

/** Every file below a folder, in the batches in which the browser's reader gives them, the last one empty. */
async function* walk(
  folder: FileSystemDirectoryEntry,
  below = '',
): AsyncGenerator<readonly { readonly path: string; readonly entry: FileSystemFileEntry }[], void> {
  const reader = folder.createReader()
  const folders: FileSystemDirectoryEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) break
    folders.push(...batch.filter(isFolder))
    yield batch
      .filter((entry): entry is FileSystemFileEntry => entry.isFile)
      .map(entry => ({ path: below + entry.name, entry }))
  }
  for (const inner of folders) yield* walk(inner, `${below}${inner.name}/`)
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}
