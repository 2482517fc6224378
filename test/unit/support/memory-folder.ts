/** A folder in memory, as the File System API gives one: what a copy of runs in a user's folder needs of it. */

class MemoryFile {
  readonly kind = 'file'
  readonly name: string
  #content = new Blob()

  constructor(name: string) {
    this.name = name
  }

  async getFile(): Promise<File> {
    return new File([this.#content], this.name)
  }

  async createWritable() {
    const parts: BlobPart[] = []
    return {
      write: async (part: BlobPart) => void parts.push(part),
      close: async () => {
        this.#content = new Blob(parts)
      },
      abort: async () => {},
    }
  }
}

class MemoryFolder {
  readonly kind = 'directory'
  readonly name: string
  readonly #entries = new Map<string, MemoryFile | MemoryFolder>()

  constructor(name: string) {
    this.name = name
  }

  async getDirectoryHandle(name: string, { create = false } = {}): Promise<MemoryFolder> {
    const found = this.#entries.get(name)
    if (found instanceof MemoryFolder) return found
    if (!create) throw new DOMException(`There is no ${name}.`, 'NotFoundError')
    const made = new MemoryFolder(name)
    this.#entries.set(name, made)
    return made
  }

  async getFileHandle(name: string, { create = false } = {}): Promise<MemoryFile> {
    const found = this.#entries.get(name)
    if (found instanceof MemoryFile) return found
    if (!create) throw new DOMException(`There is no ${name}.`, 'NotFoundError')
    const made = new MemoryFile(name)
    this.#entries.set(name, made)
    return made
  }

  async removeEntry(name: string): Promise<void> {
    this.#entries.delete(name)
  }

  async *keys() {
    yield* [...this.#entries.keys()]
  }

  async *values() {
    yield* [...this.#entries.values()]
  }
}

export const memoryFolder = (): FileSystemDirectoryHandle =>
  new MemoryFolder('picked') as unknown as FileSystemDirectoryHandle
