import { VoxelwiseError } from '../../../engine/base/errors.ts'
import { granted } from '../browser-storage.ts'
import {
  bytesIn,
  fileIn,
  namesIn,
  nullIf,
  orTimeout,
  privateRoot,
  remove,
  removeAll,
} from '../private-files.ts'
import { type ImageFeatures, pack, unpackFeatures } from './packed.ts'
import { readIndex, type SegmentRange, SegmentWriter, segmentFiles, segmentName } from './segment.ts'

/** Maximum stored bytes; beyond them the oldest are removed. */
const maxFeatureBytes = 2e9

/** Size at which a segment is closed; segments are also removed as a whole. */
const segmentBytes = 64e6

const folderName = 'image-features'

/**
 * Milliseconds from one write to the next, while more comes: each write of a file is a message to the browser's process. An
 * encoder that takes longer for an image has it written at once.
 */
const millisecondsBetweenWrites = 250

interface Kept extends SegmentRange {
  readonly segment: string
}

/**
 * Image features on disk, under names that include all their inputs. Every worker appends to segments of its own. A broken
 * or lost entry counts as missing: it costs a pass of the encoder, nothing else.
 */
export class FeatureStore {
  readonly #room: number
  /** Sizes by segment, oldest first, without the one that is being written. */
  readonly #segments = new Map<string, number>()
  /** Files that are read of, as they were when first read. */
  readonly #files = new Map<string, File>()
  readonly #entries = new Map<string, Kept>()
  #writer: SegmentWriter | null = null
  /** What goes to the disk with the next write, by name. */
  readonly #waiting = new Map<string, Uint8Array<ArrayBuffer>>()
  #lastWrite = Number.NEGATIVE_INFINITY
  #written: Promise<void> = Promise.resolve()

  private constructor(room: number) {
    this.#room = room
  }

  /** Null if the browser has no such files, or they fail, as after a full disk: every image is then encoded again. */
  static async open(): Promise<FeatureStore | null> {
    try {
      const folder = await openFolder()
      if (!folder) return null
      const quota = (await granted()).quota ?? Number.POSITIVE_INFINITY
      // Records matter more than features: features may take half of what the browser grants.
      const store = new FeatureStore(Math.min(maxFeatureBytes, quota / 2))
      await store.#list(folder)
      return store
    } catch (error) {
      if (error instanceof DOMException) return null
      throw error
    }
  }

  async read(name: string): Promise<ImageFeatures | null> {
    if (this.#waiting.has(name)) await this.settle().catch(() => {})
    const entry = this.#entries.get(name)
    if (!entry) return null
    if (entry.segment === this.#writer?.name) return unpackFeatures(this.#writer.read(entry))
    try {
      let file = this.#files.get(entry.segment)
      if (!file) {
        const [data] = segmentFiles(entry.segment)
        file = (await fileIn(await needFolder(), data)) ?? undefined
        if (!file) throw new DOMException('It is missing.', 'NotFoundError')
        this.#files.set(entry.segment, file)
      }
      return unpackFeatures(await file.slice(entry.at, entry.at + entry.length).arrayBuffer())
    } catch (error) {
      // Another tab may be writing it, or have removed it.
      if (!(error instanceof DOMException)) throw error
      this.#entries.delete(name)
      return null
    }
  }

  /** Soon after another write it waits for the next one, or for `settle`. @throws DOMException where there is no room */
  async write(name: string, features: ImageFeatures): Promise<void> {
    this.#waiting.set(name, pack(features))
    if (performance.now() - this.#lastWrite >= millisecondsBetweenWrites) await this.settle()
  }

  /** Writes what waits. In sequence: two in parallel would each begin a segment. @throws DOMException as `write` */
  settle(): Promise<void> {
    const written = this.#written.then(() => this.#append())
    // A failure is the caller's alone; the next one may have room.
    this.#written = written.catch(() => {})
    return written
  }

  async #append(): Promise<void> {
    const entries = [...this.#waiting]
    this.#waiting.clear()
    if (entries.length === 0) return
    this.#lastWrite = performance.now()
    await this.#makeRoom(entries.reduce((sum, [, { length }]) => sum + length, 0))
    if (this.#writer && this.#writer.size >= segmentBytes) await this.#endSegment(this.#writer)
    this.#writer ??= await SegmentWriter.create(await needFolder())
    for (const [name, place] of this.#writer.append(entries))
      this.#entries.set(name, { segment: this.#writer.name, ...place })
  }

  async #list(folder: FileSystemDirectoryHandle): Promise<void> {
    const segments = (await namesIn(folder)).map(segmentName).filter(name => name !== null)
    for (const segment of segments.sort()) {
      const [data, index] = segmentFiles(segment)
      // It may lack its index, or go at this moment, in another tab.
      const [segmentFile, said] = await Promise.all([fileIn(folder, data), fileIn(folder, index)])
      if (!segmentFile) continue
      this.#segments.set(segment, segmentFile.size)
      for (const [name, place] of readIndex((await said?.text()) ?? ''))
        this.#entries.set(name, { segment, ...place })
    }
  }

  async #makeRoom(wanted: number): Promise<void> {
    let used = [...this.#segments.values()].reduce((sum, size) => sum + size, this.#writer?.size ?? 0)
    for (const [segment, size] of this.#segments) {
      if (used + wanted <= this.#room) return
      this.#segments.delete(segment)
      this.#files.delete(segment)
      for (const [name, entry] of this.#entries) if (entry.segment === segment) this.#entries.delete(name)
      for (const file of segmentFiles(segment)) await remove(await needFolder(), file)
      used -= size
    }
  }

  async #endSegment(writer: SegmentWriter): Promise<void> {
    await writer.close(openFolder)
    this.#segments.set(writer.name, writer.size)
    this.#writer = null
  }
}

export async function keptBytes(): Promise<number> {
  const folder = await openFolder()
  return folder ? bytesIn(folder) : 0
}

/** In a dedicated worker. @throws VoxelwiseError storage if a running evaluation writes to some of them */
export async function clearFeatures(): Promise<void> {
  const folder = await openFolder()
  if (!folder) return
  if (await removeAll(folder, await namesIn(folder))) return
  throw new VoxelwiseError({
    code: 'storage',
    subject: 'stored image features',
    message: 'A run is using some of the image features.',
    remedy: 'Stop the run, here or in another tab, then clear them.',
  })
}

/** Features depend on the image's bytes, and on the model and device (`scope`). */
export const featureName = (scope: string, sha256: string): string => `${scope}-${sha256}`

/** @throws DOMException if it is missing */
async function needFolder(): Promise<FileSystemDirectoryHandle> {
  const folder = await openFolder()
  if (folder) return folder
  throw new DOMException('The private files of the page are missing.', 'NotFoundError')
}

async function openFolder(): Promise<FileSystemDirectoryHandle | null> {
  const root = await privateRoot()
  return root && nullIf('TimeoutError', orTimeout(root.getDirectoryHandle(folderName, { create: true })))
}
