/**
 * Beside the journals of a large run lies what was derived of its records, so that it is opened without reading all of them:
 * it goes with them, tells nothing that they do not, and is made anew where it is missing.
 */
import { fileIn, inPlace, writeAll } from './private-files.ts'
import { needRoom } from './room.ts'

const name = 'rows.jsonl'

/**
 * Line by line; nothing where there is none.
 * @param isWanted by how a line begins: what is not wanted is not made a text of
 */
export async function* rowLines(
  folder: FileSystemDirectoryHandle,
  isWanted: (beginning: string) => boolean = () => true,
): AsyncGenerator<string> {
  const file = await fileIn(folder, name)
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
      if (isWanted(String.fromCharCode(...line.subarray(0, beginning)))) yield decoder.decode(line)
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
/** Bytes of a line that it is told by. */
const beginning = 16

/**
 * The first line, which tells of what it is, is written when all others are: what breaks off is known as such. Only in a
 * dedicated worker.
 * @throws DOMException where there is no room; nothing is left then
 */
export async function keepRowLines(
  folder: FileSystemDirectoryHandle,
  lines: AsyncIterable<string>,
): Promise<void> {
  await needRoom()
  const encoder = new TextEncoder()
  let end = 0
  let first: Uint8Array<ArrayBuffer> | null = null
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const write = async (): Promise<void> => {
    await inPlace(folder, name, file => {
      if (end === 0) file.truncate(0)
      try {
        writeAll(file, waiting, end)
      } catch (error) {
        file.truncate(0)
        throw error
      }
    })
    end += size
    size = 0
    waiting = []
  }
  for await (const line of lines) {
    const bytes = encoder.encode(line)
    waiting.push(first ? bytes : blank(bytes))
    size += bytes.length
    first ??= bytes
    // What stood there is gone from the beginning on. A large run has hundreds of lines, and opening the file takes longer than one.
    if (end === 0 || size >= slice) await write()
  }
  if (size > 0) await write()
  const told = first
  if (told) await inPlace(folder, name, file => file.write(told, { at: 0 }))
}

/** A line of the same length that tells nothing. */
function blank(line: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(line.length).fill(0x20)
  bytes[bytes.length - 1] = 0x0a
  return bytes
}
