/** Text that arrives in parts, as a file: only a portion is in memory. */

/** @param type MIME type of the file */
export type TextSink = (parts: AsyncIterable<string>, type: string) => Promise<Blob>

/** UTF-16 units per write. */
const portion = 4_000_000

/** Joined to portions: a part a record would be a hundred thousand writes. */
export async function* inPortions(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let held: string[] = []
  let length = 0
  for await (const part of parts) {
    held.push(part)
    length += part.length
    if (length < portion) continue
    yield held.join('')
    held = []
    length = 0
  }
  if (held.length > 0) yield held.join('')
}

/** A blob for every portion: a browser moves them out of the page's own memory. */
export const textBlob: TextSink = async (parts, type) => {
  const blobs: Blob[] = []
  for await (const text of inPortions(parts)) blobs.push(new Blob([text]))
  return new Blob(blobs, { type })
}
