/** The private files of a page in memory, as Chromium has them: what is done with a handle that is dead is what it does. */
class FakeFile {
  readonly kind = 'file'
  readonly name: string
  isDead = false
  /** May be longer than what is in it. */
  #buffer = new Uint8Array(0)
  #length = 0
  isOpen = false
  changes = 0

  constructor(name: string) {
    this.name = name
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#length)
  }

  set bytes(bytes) {
    this.#buffer = bytes
    this.#length = bytes.length
  }

  #resize(size: number): void {
    if (size > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.#length))
      larger.set(this.bytes)
      this.#buffer = larger
    } else if (size > this.#length) this.#buffer.fill(0, this.#length, size)
    this.#length = size
  }

  /** Chromium refuses to read it once the file has changed. */
  async getFile(): Promise<File> {
    if (this.isDead) throw gone()
    const { changes } = this
    const refuse = () => {
      if (this.changes !== changes) throw new DOMException('It has changed.', 'NotReadableError')
    }
    return Object.assign(new File([this.bytes], this.name), {
      slice: (start: number, end: number) => {
        const part = new Blob([this.bytes.slice(start, end)])
        return {
          arrayBuffer: async () => {
            refuse()
            return part.arrayBuffer()
          },
        }
      },
    })
  }

  async createSyncAccessHandle() {
    if (this.isDead) throw gone()
    if (this.isOpen) throw new DOMException('It is open.', 'NoModificationAllowedError')
    this.isOpen = true
    return {
      getSize: () => this.bytes.length,
      truncate: (size: number) => this.#resize(size),
      flush: () => {},
      read: (part: Uint8Array, { at }: { readonly at: number }) => {
        part.set(this.bytes.subarray(at, at + part.length))
        return part.length
      },
      write: (part: Uint8Array, { at }: { readonly at: number }) => {
        if (this.bytes.length < at + part.length) this.#resize(at + part.length)
        this.bytes.set(part, at)
        this.changes++
        return part.length
      },
      close: () => {
        // Chromium blocks the thread.
        if (this.isDead) throw new Error('A file that is gone was closed.')
        this.isOpen = false
      },
    }
  }
}

class FakeFolder {
  readonly kind = 'directory'
  readonly name: string
  readonly entries = new Map<string, FakeFolder | FakeFile>()
  isDead = false
  isSilent = false

  constructor(name: string) {
    this.name = name
  }

  async getDirectoryHandle(name: string, options = {}): Promise<FakeFolder> {
    return this.#get(name, options, () => new FakeFolder(name)) as FakeFolder
  }

  async getFileHandle(name: string, options = {}): Promise<FakeFile> {
    return this.#get(name, options, () => new FakeFile(name)) as FakeFile
  }

  async removeEntry(name: string): Promise<void> {
    if (!this.entries.delete(name)) throw gone()
  }

  async *values(): AsyncGenerator<FakeFolder | FakeFile> {
    if (this.isSilent) await new Promise(() => {})
    for (const entry of [...this.entries.values()]) yield entry
  }

  /** Chromium never lists its files again. */
  fallSilent(): void {
    this.isSilent = true
    for (const entry of this.entries.values()) if (entry instanceof FakeFolder) entry.fallSilent()
  }

  die(): void {
    this.isDead = true
    for (const entry of this.entries.values()) {
      if (entry instanceof FakeFolder) entry.die()
      else entry.isDead = true
    }
  }

  #get(name: string, { create = false }: { readonly create?: boolean }, make: () => FakeFolder | FakeFile) {
    // Chromium would not answer any more from then on.
    if (this.isDead && create) throw new Error(`${name} was made with the handle of a folder that is gone.`)
    const found = this.isDead ? undefined : this.entries.get(name)
    if (found) return found
    if (!create) throw gone()
    const made = make()
    this.entries.set(name, made)
    return made
  }
}

const gone = (): DOMException => new DOMException('It is gone.', 'NotFoundError')

export class PrivateDisk {
  root = new FakeFolder('')

  /** What `navigator.storage` has of it. */
  readonly storage = {
    getDirectory: async () => this.root as unknown as FileSystemDirectoryHandle,
    estimate: async () => ({ usage: 0, quota: 1e10 }),
    persisted: async () => false,
  }

  /** As an eviction does. */
  deleteAll(): void {
    this.root.die()
    this.root = new FakeFolder('')
  }
}
