import { type KeptFeatures, pack, unpack } from './packed.ts'

/** Most bytes that are kept; beyond them the oldest go. */
const bound = 2e9

const folderName = 'image-features'

/**
 * Image features on disk, in the origin's private file system: one file an image, under a name that says all
 * it depends on. Losing one costs a pass of the encoder, nothing else: a file that is broken is as none. Of a
 * dedicated worker: only there are files written in place, which takes a fifth of a stream's time.
 */
export class FeatureStore {
  readonly #folder: FileSystemDirectoryHandle
  /** Most bytes in all. */
  readonly #room: number
  /** Sizes by name, oldest first. */
  readonly #sizes: Map<string, number>
  #used: number

  private constructor(folder: FileSystemDirectoryHandle, room: number, sizes: Map<string, number>) {
    this.#folder = folder
    this.#room = room
    this.#sizes = sizes
    this.#used = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  }

  static async open(): Promise<FeatureStore> {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle(folderName, { create: true })
    const files: File[] = []
    for await (const handle of folder.values()) if (handle.kind === 'file') files.push(await handle.getFile())
    files.sort((a, b) => a.lastModified - b.lastModified)
    const { quota = Number.POSITIVE_INFINITY } = await navigator.storage.estimate()
    // Records are dearer than features: these may take half of what the browser grants.
    const room = Math.min(bound, quota / 2)
    return new FeatureStore(folder, room, new Map(files.map(({ name, size }) => [name, size])))
  }

  async read(name: string): Promise<KeptFeatures | null> {
    if (!this.#sizes.has(name)) return null
    const handle = await this.#folder.getFileHandle(name)
    return unpack(await (await handle.getFile()).arrayBuffer())
  }

  async write(name: string, kept: KeptFeatures): Promise<void> {
    const bytes = pack(kept)
    await this.#makeRoom(bytes.length)
    const handle = await this.#folder.getFileHandle(name, { create: true })
    const file = await handle.createSyncAccessHandle()
    try {
      file.truncate(0)
      file.write(bytes)
    } finally {
      file.close()
    }
    this.#forget(name)
    this.#sizes.set(name, bytes.length)
    this.#used += bytes.length
  }

  async #makeRoom(wanted: number): Promise<void> {
    for (const name of this.#sizes.keys()) {
      if (this.#used + wanted <= this.#room) return
      await this.#folder.removeEntry(name)
      this.#forget(name)
    }
  }

  #forget(name: string): void {
    this.#used -= this.#sizes.get(name) ?? 0
    this.#sizes.delete(name)
  }
}

/** How much is kept, for the page to show. */
export async function keptBytes(): Promise<number> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(folderName, { create: true })
  let bytes = 0
  for await (const handle of folder.values())
    if (handle.kind === 'file') bytes += (await handle.getFile()).size
  return bytes
}

export async function clearFeatures(): Promise<void> {
  const root = await navigator.storage.getDirectory()
  await root.removeEntry(folderName, { recursive: true }).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
  })
}

/** Name of an image's features: they depend on the image's bytes, and on the model and device (`scope`). */
export async function featureName(scope: string, image: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', image))
  return `${scope}-${Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')}`
}
