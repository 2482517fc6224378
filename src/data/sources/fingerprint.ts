import { sha256 } from '../../engine/base/sha256.ts'

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
