/** A file of rows or an archive that cannot be read: which, where, why, and what to do. */
export class TableError extends Error {
  override readonly name: string = 'TableError'
  readonly code: TableErrorCode
  /** The file as the caller calls it, and the place in it. */
  readonly subject: string
  readonly remedy: string

  constructor({ code, subject, message, remedy, cause }: TableFault) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.subject = subject
    this.remedy = remedy
  }
}

export type TableErrorCode =
  | 'bad-archive'
  | 'bad-json'
  | 'bad-table'
  | 'file-missing'
  | 'file-too-large'
  | 'image-unreadable'
  | 'not-an-object'
  | 'path-outside-folder'

interface TableFault {
  readonly code: TableErrorCode
  readonly subject: string
  /** What happened, in one sentence. */
  readonly message: string
  /** What a person can do about it, in one sentence. */
  readonly remedy: string
  readonly cause?: unknown
}

/** A place in a file where nothing is any more: the file has changed since the place was noted. */
export class PlaceMissing extends TableError {
  override readonly name = 'PlaceMissing'
}

/** A reader that could not be loaded: nothing is known of the file. */
export class ReaderMissing extends Error {
  override readonly name = 'ReaderMissing'

  constructor(cause: unknown) {
    super('A reader could not be loaded.', { cause })
  }
}

/** Awaits a module that few files need. @throws ReaderMissing */
export const readerPart = <T>(part: Promise<T>): Promise<T> =>
  part.catch(cause => {
    throw new ReaderMissing(cause)
  })
