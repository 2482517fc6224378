import { blobBytes } from '../base/blob-bytes.ts'
import { VoxelwiseError } from '../base/errors.ts'

/** Bytes per read: large enough for a disk, small compared with a model. */
const chunk = 16 * 2 ** 20

/**
 * A file whose stream is read a chunk at a time. Chromium's own stream of a part of a file can stall: with a model of 1
 * GB, which ONNX Runtime reads tensor by tensor from `slice(…).stream()`, the second or third load on a page never
 * ended (Chromium 156, twice of two). Read in chunks, eight of eight loads ended.
 */
export class ChunkedBlob extends Blob {
  readonly #file: Blob
  readonly #subject: string
  readonly #onBytes: (read: number) => void

  /**
   * @param subject path of the file, by which an error names it
   * @param onBytes called with the number of bytes of each chunk
   */
  constructor(file: Blob, subject: string, onBytes: (read: number) => void) {
    super()
    this.#file = file
    this.#subject = subject
    this.#onBytes = onBytes
  }

  override get size(): number {
    return this.#file.size
  }

  override slice(start = 0, end = this.size): Blob {
    return new ChunkedBlob(this.#file.slice(start, end), this.#subject, this.#onBytes)
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const whole = new Uint8Array(this.size)
    let at = 0
    for await (const chunk of streamPieces(this)) {
      whole.set(chunk, at)
      at += chunk.length
    }
    return whole
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer
  }

  /** It fails with a VoxelwiseError file-unreadable where the file gives less than its size. */
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let at = 0
    return new ReadableStream({
      pull: async controller => {
        if (at >= this.size) return controller.close()
        const bytes = await blobBytes(this.#file.slice(at, at + chunk))
        if (bytes.byteLength === 0) throw this.#cutShort(at)
        at += bytes.byteLength
        this.#onBytes(bytes.byteLength)
        controller.enqueue(new Uint8Array(bytes))
      },
    })
  }

  #cutShort(at: number): VoxelwiseError {
    return new VoxelwiseError({
      code: 'file-unreadable',
      subject: this.#subject,
      message: `The browser returned only ${at} of the ${this.size} bytes of this file.`,
      remedy: 'Reload the page, or pick the folder again, and continue the run.',
    })
  }
}

/** What a blob streams. Safari cannot iterate a stream. */
export async function* streamPieces(blob: Blob): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = blob.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
