/** SHA-256 in hexadecimal digits. */
export async function sha256(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Bytes that are hashed together: WebCrypto hashes no file piece by piece, and copies what it hashes. */
const pieceBytes = 1 << 24

/** SHA-256 (hex) of the digests of a file's pieces of 16 MiB, so that a file of any size needs the memory of one. */
export async function sha256OfPieces(file: Blob): Promise<string> {
  const digests: string[] = []
  for (let at = 0; at < file.size; at += pieceBytes)
    digests.push(await sha256(await file.slice(at, at + pieceBytes).arrayBuffer()))
  return sha256(new TextEncoder().encode(digests.join('\n')))
}
