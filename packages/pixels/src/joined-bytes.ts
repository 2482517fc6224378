/** @param size bytes of all parts */
export function joinedBytes(
  parts: readonly Uint8Array[],
  size = parts.reduce((sum, { length }) => sum + length, 0),
): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
