/** Bytes that are made at once where a file is read whole. */
const step = 16 * 2 ** 20

/** @returns bytes from `start` to `end` of a file */
type MakeBytes = (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>

/**
 * A file that lies nowhere: each part is made when it is read, and forgotten. It cannot be sent to another thread, where a copy
 * of it would be empty.
 */
export class MadeBlob extends Blob {
  readonly #make: MakeBytes
  readonly #start: number
  readonly #size: number

  /** @param start where it begins in what `make` makes */
  constructor(size: number, make: MakeBytes, start = 0) {
    super()
    this.#make = make
    this.#start = start
    this.#size = size
  }

  override get size(): number {
    return this.#size
  }

  /** @param start @param end bytes from its beginning, both within it */
  override slice(start = 0, end = this.#size): MadeBlob {
    const last = Math.min(end, this.#size)
    return new MadeBlob(Math.max(0, last - start), this.#make, this.#start + start)
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#size <= step) return this.#make(this.#start, this.#start + this.#size)
    const whole = new Uint8Array(this.#size)
    for (let at = 0; at < this.#size; at += step) whole.set(await this.slice(at, at + step).bytes(), at)
    return whole
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const { buffer, byteOffset, byteLength } = await this.bytes()
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes())
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let at = 0
    return new ReadableStream({
      pull: async controller => {
        if (at >= this.#size) return controller.close()
        const bytes = await this.slice(at, at + step).bytes()
        at += bytes.length
        controller.enqueue(bytes)
      },
    })
  }
}
