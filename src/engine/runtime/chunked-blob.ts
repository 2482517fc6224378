/** Bytes read at once: large enough for a disk, small beside a model. */
const chunk = 16 * 2 ** 20

/**
 * A file whose stream is read a chunk at a time. Chromium's own stream of a part of a file can stop giving bytes: of a
 * model of 1 GB, which ONNX Runtime reads tensor by tensor from `slice(…).stream()`, the second or third load on a page
 * waited for ever (Chromium 156, twice of two; so read, eight loads of eight ended).
 */
export class ChunkedBlob extends Blob {
  readonly #file: Blob

  constructor(file: Blob) {
    super()
    this.#file = file
  }

  override get size(): number {
    return this.#file.size
  }

  override slice(start = 0, end = this.size): Blob {
    return new ChunkedBlob(this.#file.slice(start, end))
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let at = 0
    return new ReadableStream({
      pull: async controller => {
        if (at >= this.size) return controller.close()
        const bytes = await this.#file.slice(at, at + chunk).arrayBuffer()
        at += bytes.byteLength
        controller.enqueue(new Uint8Array(bytes))
      },
    })
  }
}
