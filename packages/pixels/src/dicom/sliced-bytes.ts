/** Bytes that are read by slices: a file on disk, or bytes in memory. */
export interface SlicedBytes {
  readonly size: number
  /** Bytes from `from` up to `to`; fewer where the source ends. */
  read(from: number, to: number): Uint8Array | Promise<Uint8Array>
}

export const memorySource = (bytes: Uint8Array): SlicedBytes => ({
  size: bytes.length,
  read: (from, to) => bytes.subarray(from, to),
})

/** A header is read by pieces of this size: most headers fit in one. */
const PIECE = 1 << 15

/** A place in a source. `has` and the getters are synchronous, so that small elements cost no promise. */
export class Cursor {
  readonly size: number
  at = 0
  littleEndian = true
  readonly #source: SlicedBytes
  #piece: Uint8Array = new Uint8Array()
  #view: DataView = new DataView(new ArrayBuffer(0))
  #from = 0

  constructor(source: SlicedBytes) {
    this.#source = source
    this.size = source.size
  }

  /** Whether the next bytes lie in memory. */
  has(bytes: number): boolean {
    return this.at >= this.#from && this.at + bytes <= this.#from + this.#piece.length
  }

  /** Reads the next bytes into memory. @returns false where the file ends before */
  async need(bytes: number): Promise<boolean> {
    if (this.at + bytes > this.size) return false
    if (this.has(bytes)) return true
    this.#piece = await this.#source.read(this.at, Math.min(this.size, this.at + Math.max(bytes, PIECE)))
    this.#view = new DataView(this.#piece.buffer, this.#piece.byteOffset, this.#piece.byteLength)
    this.#from = this.at
    return this.#piece.length >= bytes
  }

  byte(ahead: number): number {
    return this.#piece[this.at - this.#from + ahead] as number
  }

  uint16(ahead = 0): number {
    return this.#view.getUint16(this.at - this.#from + ahead, this.littleEndian)
  }

  uint32(ahead: number): number {
    return this.#view.getUint32(this.at - this.#from + ahead, this.littleEndian)
  }

  /** A copy of the next bytes, which must lie in memory. */
  take(bytes: number): Uint8Array {
    const from = this.at - this.#from
    this.at += bytes
    return this.#piece.slice(from, from + bytes)
  }
}
