import { blobBytes } from './blob-bytes.ts'
import { MadeBlob } from './made-blob.ts'

/** Several files as one, which is read from them. Where one of them gives less than its size, reading ends there. */
export function joinedBlob(parts: readonly Blob[]): Blob {
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  return new MadeBlob(size, async (start, end) => {
    const bytes = new Uint8Array(end - start)
    let [begin, filled] = [0, 0]
    for (const part of parts) {
      const [from, to] = [Math.max(start - begin, 0), Math.min(end - begin, part.size)]
      begin += part.size
      if (from >= to) continue
      const read = await blobBytes(part.slice(from, to))
      bytes.set(new Uint8Array(read), filled)
      filled += read.byteLength
      if (read.byteLength < to - from) break
    }
    return bytes.subarray(0, filled)
  })
}
