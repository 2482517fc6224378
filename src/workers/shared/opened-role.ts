import { VoxelwiseError } from '../../engine/base/errors.ts'

/** One opening of a folder or server on the page. The number tells it from every other opening in the same role. */
export interface Opening {
  readonly name: string
  readonly number: number
}

/** What is open in one role (data set, model or judge). Only the folder that was asked for last is opened. */
export class OpenedRole<T> {
  #reading = new AbortController()
  #opened: { readonly number: number; readonly what: T } | null = null

  /** Ends the reading of what was asked for before. */
  begin(): AbortSignal {
    this.#reading.abort()
    this.#reading = new AbortController()
    return this.#reading.signal
  }

  /** @throws AbortError where something else was asked for since `begin` gave this signal */
  finish(signal: AbortSignal, number: number, what: T): void {
    signal.throwIfAborted()
    this.#opened = { number, what }
  }

  get latest(): T | null {
    return this.#opened?.what ?? null
  }

  /**
   * Exactly what this opening opened.
   * @throws VoxelwiseError fingerprint-mismatch where another folder was opened since
   */
  of({ name, number }: Opening): T {
    if (this.#opened?.number === number) return this.#opened.what
    throw folderChanged(name)
  }
}

/** @param name of the folder that a run needs */
export const folderChanged = (name: string): VoxelwiseError =>
  new VoxelwiseError({
    code: 'fingerprint-mismatch',
    subject: name,
    message: 'Another folder was chosen while this run was being prepared. Nothing was asked.',
    remedy: `Choose "${name}" again, then start or continue the run.`,
  })
