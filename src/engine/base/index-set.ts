/** Indices from 0, a bit each: of a million a set of numbers would take forty megabytes. */
export class IndexSet {
  #bits: Uint8Array<ArrayBuffer>
  #size = 0

  /** @param bits as `bits` gave them; they are taken over */
  constructor(bits: Uint8Array<ArrayBuffer> = new Uint8Array(1024)) {
    this.#bits = bits
    for (const byte of bits) for (let rest = byte; rest > 0; rest &= rest - 1) this.#size++
  }

  get size(): number {
    return this.#size
  }

  /** To be handed to another thread. */
  bits(): Uint8Array<ArrayBuffer> {
    return this.#bits.slice()
  }

  has(index: number): boolean {
    return ((this.#bits[index >>> 3] ?? 0) & (1 << (index & 7))) !== 0
  }

  /** @returns whether it is new */
  add(index: number): boolean {
    if (this.has(index)) return false
    const byte = index >>> 3
    if (byte >= this.#bits.length) {
      const more = new Uint8Array(Math.max(byte + 1, 2 * this.#bits.length))
      more.set(this.#bits)
      this.#bits = more
    }
    this.#bits[byte] = (this.#bits[byte] ?? 0) | (1 << (index & 7))
    this.#size++
    return true
  }
}
