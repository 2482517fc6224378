/**
 * SHA-256 over files in order. WebCrypto cannot hash piecewise, so each file is hashed by itself, and the
 * fingerprint is the hash of one line a file: the hash of its bytes, its path as JSON text.
 */
export class Fingerprint {
  readonly #lines: string[] = []

  async add(path: string, bytes: BufferSource): Promise<void> {
    this.addDigest(path, await sha256(bytes))
  }

  /** @param digest SHA-256 of its bytes */
  addDigest(path: string, digest: string): void {
    this.#lines.push(`${digest} ${JSON.stringify(path)}\n`)
  }

  digest(): Promise<string> {
    return sha256(new TextEncoder().encode(this.#lines.join('')))
  }
}

/** SHA-256 in hexadecimal digits. */
export async function sha256(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('')
}
