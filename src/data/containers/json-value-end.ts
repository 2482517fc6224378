const [quote, backslash, comma] = [34, 92, 44]
const isOpening = (byte: number): boolean => byte === 91 || byte === 123
const isClosing = (byte: number): boolean => byte === 93 || byte === 125
const isSpace = (byte: number): boolean => byte === 32 || byte === 10 || byte === 13 || byte === 9

/** Finds where a JSON value ends, in bytes that come in pieces. Only brackets and quotes count; the parser checks the rest. */
export class JsonValueEnd {
  #depth = 0
  #isText = false
  /** Backslashes right before the piece. */
  #slashes = 0

  /**
   * @param from where the value begins in these bytes, or where the piece before ended
   * @returns where the value ends; null if it goes beyond these bytes
   */
  find(bytes: Uint8Array, from: number): number | null {
    let at = from
    while (at < bytes.length) {
      if (this.#isText) {
        const close = this.#quoteFrom(bytes, at)
        if (close === null) return null
        at = close + 1
        this.#isText = false
        if (this.#depth === 0) return at
        continue
      }
      const byte = bytes[at] as number
      if (this.#depth === 0 && (byte === comma || isClosing(byte) || isSpace(byte))) return at
      at++
      if (byte === quote) this.#isText = true
      else if (isOpening(byte)) this.#depth++
      else if (isClosing(byte) && --this.#depth === 0) return at
    }
    return null
  }

  /** The next quote that no backslash escapes. */
  #quoteFrom(bytes: Uint8Array, from: number): number | null {
    for (let at = from; ; ) {
      const found = bytes.indexOf(quote, at)
      const end = found < 0 ? bytes.length : found
      let slashes = 0
      while (end - slashes > at && bytes[end - 1 - slashes] === backslash) slashes++
      if (slashes === end - at) slashes += this.#slashes
      this.#slashes = found < 0 ? slashes : 0
      if (found < 0) return null
      if (slashes % 2 === 0) return found
      at = found + 1
    }
  }
}
