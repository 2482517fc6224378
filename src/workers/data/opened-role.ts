import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Opening } from '../contracts/folders.ts'

/** The open folder of one role (data set, model or judge). Only the folder that was requested last is opened. */
export class OpenedRole<T> {
  #reading = new AbortController()
  #opened: { readonly number: number; readonly what: T } | null = null

  /**
   * Opens something in this role. An earlier opening that is still reading is aborted.
   * @throws AbortError where another opening began meanwhile, and whatever `read` throws
   */
  async open<O extends T>(number: number, read: (signal: AbortSignal) => Promise<O>): Promise<O> {
    this.#reading.abort()
    this.#reading = new AbortController()
    const { signal } = this.#reading
    const what = await read(signal)
    signal.throwIfAborted()
    this.#opened = { number, what }
    return what
  }

  get latest(): T | null {
    return this.#opened?.what ?? null
  }

  /** What this opening opened. @throws VoxelwiseError fingerprint-mismatch where another folder was opened since */
  hold({ name, number }: Opening): T {
    if (this.#opened?.number === number) return this.#opened.what
    throw folderChanged(name)
  }
}

export const folderChanged = (name: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'fingerprint-mismatch',
    subject: name,
    message: 'Another folder was chosen while this run was being prepared. Nothing was asked.',
    remedy: `Choose "${name}" again, then start or continue the run.`,
  })
