import { type KeptFeatures, pack, unpack } from './packed.ts'

/** Most bytes that are kept; beyond them the oldest go. */
const bound = 2e9

const folderName = 'image-features'

interface Entry {
  readonly size: number
  /** Milliseconds since 1970. */
  readonly written: number
}

/**
 * Image features on disk, in the origin's private file system: one file an image, under a name that says all
 * it depends on. Losing one costs a pass of the encoder, nothing else: a file that is broken is as none.
 */
export class FeatureStore {
  readonly #folder: FileSystemDirectoryHandle
  readonly #entries = new Map<string, Entry>()

  private constructor(folder: FileSystemDirectoryHandle) {
    this.#folder = folder
  }

  static async open(): Promise<FeatureStore> {
    const root = await navigator.storage.getDirectory()
    const store = new FeatureStore(await root.getDirectoryHandle(folderName, { create: true }))
    for await (const handle of store.#folder.values()) {
      if (handle.kind !== 'file') continue
      const { size, lastModified } = await handle.getFile()
      store.#entries.set(handle.name, { size, written: lastModified })
    }
    return store
  }

  async read(name: string): Promise<KeptFeatures | null> {
    if (!this.#entries.has(name)) return null
    const handle = await this.#folder.getFileHandle(name)
    return unpack(await (await handle.getFile()).arrayBuffer())
  }

  async write(name: string, kept: KeptFeatures): Promise<void> {
    const bytes = pack(kept)
    await this.#makeRoom(bytes.length)
    const handle = await this.#folder.getFileHandle(name, { create: true })
    const file = await handle.createWritable()
    await file.write(bytes)
    await file.close()
    this.#entries.set(name, { size: bytes.length, written: Date.now() })
  }

  async #makeRoom(wanted: number): Promise<void> {
    const { quota = Number.POSITIVE_INFINITY } = await navigator.storage.estimate()
    // Records are dearer than features: these may take half of what the browser grants.
    const room = Math.min(bound, quota / 2) - wanted
    let used = [...this.#entries.values()].reduce((sum, { size }) => sum + size, 0)
    const oldest = [...this.#entries].sort(([, a], [, b]) => a.written - b.written)
    for (const [name, { size }] of oldest) {
      if (used <= room) return
      await this.#folder.removeEntry(name)
      this.#entries.delete(name)
      used -= size
    }
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
