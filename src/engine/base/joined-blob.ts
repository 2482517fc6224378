import { blobBytes } from './blob-bytes.ts'
import { MadeBlob } from './made-blob.ts'

/** A part of a file: in memory, or to be read from another file. */
export type JoinedPart = Uint8Array<ArrayBuffer> | Blob

export const partSize = (part: JoinedPart): number => (part instanceof Blob ? part.size : part.length)

/** The parts as one file. Where a file gives less than its size, reading ends there. */
export function joinedBlob(parts: readonly JoinedPart[]): Blob {
  const size = parts.reduce((sum, part) => sum + partSize(part), 0)
  return new MadeBlob(size, async (start, end) => {
    const bytes = new Uint8Array(end - start)
    let [begin, filled] = [0, 0]
    for (const part of parts) {
      const [from, to] = [Math.max(start - begin, 0), Math.min(end - begin, partSize(part))]
      begin += partSize(part)
      if (from >= to) continue
      const read =
        part instanceof Blob ? new Uint8Array(await blobBytes(part.slice(from, to))) : part.subarray(from, to)
      bytes.set(read, filled)
      filled += read.length
      if (read.length < to - from) break
    }
    return bytes.subarray(0, filled)
  })
}
