import { joinedBytes } from '@voxelwise/pixels'
import { needRoom } from '../disk-reserve.ts'
import { closeIfThere, openInPlace, orTimeout, writeAll } from '../private-files.ts'

/** The place of one entry in a segment, in bytes. */
export interface SegmentRange {
  readonly at: number
  readonly length: number
}

const dataSuffix = '.features'
const indexSuffix = '.index'

export const segmentFiles = (segment: string): readonly [data: string, index: string] => [
  segment + dataSuffix,
  segment + indexSuffix,
]

/** The segment that a file's name belongs to; null for another file. */
export function segmentName(file: string): string | null {
  return file.endsWith(dataSuffix) ? file.slice(0, -dataSuffix.length) : null
}

/** An index file: a line per entry, with name, start and length. A line that was cut by a crash is left out. */
export function readIndex(text: string): ReadonlyMap<string, SegmentRange> {
  const entries = new Map<string, SegmentRange>()
  for (const [, name, at, length] of text.matchAll(/^(\S+) (\d+) (\d+)\n/gm))
    if (name !== undefined) entries.set(name, { at: Number(at), length: Number(length) })
  return entries
}

/**
 * A segment that is being written, and its index: both files stay open, so some entries cost two writes and two messages to
 * the browser's process. Only in a dedicated worker.
 */
export class SegmentWriter {
  readonly name: string
  readonly #data: FileSystemSyncAccessHandle
  readonly #index: FileSystemSyncAccessHandle
  #size = 0
  #indexed = 0

  private constructor(name: string, data: FileSystemSyncAccessHandle, index: FileSystemSyncAccessHandle) {
    this.name = name
    this.#data = data
    this.#index = index
  }

  /** A new one, whose name sorts after all earlier ones. @throws QuotaExceededError */
  static async create(folder: FileSystemDirectoryHandle): Promise<SegmentWriter> {
    await needRoom()
    const name = `${String(Date.now()).padStart(15, '0')}-${crypto.randomUUID()}`
    const open = async (file: string): Promise<FileSystemSyncAccessHandle> =>
      openInPlace(await orTimeout(folder.getFileHandle(file, { create: true })))
    const [data, index] = segmentFiles(name)
    return new SegmentWriter(name, await open(data), await open(index))
  }

  get size(): number {
    return this.#size
  }

  /** @returns where each is @throws QuotaExceededError; the next entries overwrite the partial ones */
  append(
    entries: readonly (readonly [name: string, bytes: Uint8Array<ArrayBuffer>])[],
  ): ReadonlyMap<string, SegmentRange> {
    const places = new Map<string, SegmentRange>()
    let size = this.#size
    for (const [name, { length }] of entries) {
      places.set(name, { at: size, length })
      size += length
    }
    const bytes = joinedBytes(entries.map(([, one]) => one))
    writeAll(this.#data, [bytes], this.#size)
    const lines = [...places].map(([name, { at, length }]) => `${name} ${at} ${length}\n`)
    const index = new TextEncoder().encode(lines.join(''))
    this.#index.write(index, { at: this.#indexed })
    this.#indexed += index.length
    this.#size = size
    return places
  }

  read({ at, length }: SegmentRange): ArrayBuffer {
    const bytes = new Uint8Array(length)
    this.#data.read(bytes, { at })
    return bytes.buffer
  }

  async close(find: () => Promise<FileSystemDirectoryHandle | null>): Promise<void> {
    const [data, index] = segmentFiles(this.name)
    await closeIfThere(find, data, this.#data)
    await closeIfThere(find, index, this.#index)
  }
}
