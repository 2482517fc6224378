/**
 * Beside the journals of a large run lies what was derived of its records, so that it is opened without reading all of them:
 * it goes with them, tells nothing that they do not, and is made anew where it is missing.
 */
import { fileIn, inPlace } from './private-files.ts'
import { needRoom } from './room.ts'

const name = 'rows.jsonl'

/** Line by line; nothing where there is none. */
export async function* rowLines(folder: FileSystemDirectoryHandle): AsyncGenerator<string> {
  const file = await fileIn(folder, name)
  if (!file) return
  const decoder = new TextDecoder()
  let rest = ''
  for (let at = 0; at < file.size; at += slice) {
    const bytes = await file.slice(at, at + slice).arrayBuffer()
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

const slice = 8_000_000

/** Only in a dedicated worker. @throws DOMException where there is no room; nothing is left then */
export async function keepRowLines(
  folder: FileSystemDirectoryHandle,
  lines: AsyncIterable<string>,
): Promise<void> {
  await needRoom()
  const encoder = new TextEncoder()
  let end = 0
  const write = (bytes: Uint8Array<ArrayBuffer>) => (file: FileSystemSyncAccessHandle) => {
    if (end === 0) file.truncate(0)
    if (file.write(bytes, { at: end }) === bytes.length) return
    file.truncate(0)
    throw new DOMException('Only a part could be written.', 'QuotaExceededError')
  }
  for await (const line of lines) {
    const bytes = encoder.encode(line)
    await inPlace(folder, name, write(bytes))
    end += bytes.length
  }
}
