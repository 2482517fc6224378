/**
 * Beside the journals of a large run lies what was derived of its records, so that it is opened without reading all of them:
 * it goes with them, tells nothing that they do not, and is made anew where it is missing.
 */
import { type RowLine, type RowPart, rowParts } from '../../engine/analysis/derived-rows.ts'
import { fileIn, inPlace, writeAll } from './private-files.ts'
import { needRoom } from './room.ts'

const names: Readonly<Record<RowPart, string>> = {
  rows: 'rows.jsonl',
  digests: 'row-digests.jsonl',
  forecasts: 'row-forecasts.jsonl',
}

/** A part, line by line; nothing where there is none. */
export async function* rowLines(folder: FileSystemDirectoryHandle, part: RowPart): AsyncGenerator<string> {
  const file = await fileIn(folder, names[part])
  if (!file) return
  const decoder = new TextDecoder()
  // Of a line whose end is still to be read.
  let begun: Uint8Array[] = []
  // Whoever looks at the first line only reads little.
  for (let at = 0, size = firstSlice; at < file.size; at += size, size = slice) {
    const bytes = new Uint8Array(await file.slice(at, at + size).arrayBuffer())
    let from = 0
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, from)) {
      const line = joined([...begun, bytes.subarray(from, end)])
      begun = []
      from = end + 1
      yield decoder.decode(line)
    }
    begun.push(bytes.subarray(from))
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first, ...others] = parts
  if (first && others.length === 0) return first
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    all.set(part, end)
    end += part.length
  }
  return all
}

const firstSlice = 4000
const slice = 4_000_000
const lineFeed = 0x0a

/**
 * The first line, which tells of what all parts are, is written when all others are: what breaks off is known as such. Only
 * in a dedicated worker.
 * @param lines the first of `rows`
 * @throws DOMException where there is no room; nothing is left then
 */
export async function keepRowLines(
  folder: FileSystemDirectoryHandle,
  lines: AsyncIterable<RowLine>,
): Promise<void> {
  await needRoom()
  const encoder = new TextEncoder()
  const newFile = (part: RowPart): LinesFile => new LinesFile(folder, names[part])
  const files = { rows: newFile('rows'), digests: newFile('digests'), forecasts: newFile('forecasts') }
  let first: Uint8Array<ArrayBuffer> | null = null
  try {
    for await (const [part, line] of lines) {
      const bytes = encoder.encode(line)
      await files[part].add(first ? bytes : blank(bytes))
      first ??= bytes
    }
    for (const part of rowParts) await files[part].write()
  } catch (error) {
    if (error instanceof DOMException)
      for (const part of rowParts) await inPlace(folder, names[part], file => file.truncate(0))
    throw error
  }
  const told = first
  if (told) await inPlace(folder, names.rows, file => file.write(told, { at: 0 }))
}

/** A file that is written anew, many lines at a time: to open it takes longer than to write one. */
class LinesFile {
  readonly #folder: FileSystemDirectoryHandle
  readonly #name: string
  #waiting: Uint8Array<ArrayBuffer>[] = []
  #size = 0
  #end = 0

  constructor(folder: FileSystemDirectoryHandle, name: string) {
    this.#folder = folder
    this.#name = name
  }

  /** The first at once: what stood there is gone from then on. */
  async add(line: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#waiting.push(line)
    this.#size += line.length
    if (this.#end === 0 || this.#size >= slice) await this.write()
  }

  async write(): Promise<void> {
    if (this.#size === 0) return
    const [lines, at] = [this.#waiting, this.#end]
    await inPlace(this.#folder, this.#name, file => {
      if (at === 0) file.truncate(0)
      writeAll(file, lines, at)
    })
    this.#end += this.#size
    this.#size = 0
    this.#waiting = []
  }
}

/** A line of the same length that tells nothing. */
function blank(line: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(line.length).fill(0x20)
  bytes[bytes.length - 1] = 0x0a
  return bytes
}
