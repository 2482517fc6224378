/** A file that cannot be read as an image: which, why, and what to do. */
export class PixelError extends Error {
  override readonly name = 'PixelError'
  readonly code: PixelErrorCode
  /** The file, as the caller calls it. */
  readonly subject: string
  readonly remedy: string

  constructor(code: PixelErrorCode, subject: string, message: string, remedy: string, cause: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.subject = subject
    this.remedy = remedy
  }
}

export type PixelErrorCode =
  | 'image-empty'
  | 'image-truncated'
  | 'image-unreadable'
  | 'image-unsupported'
  | 'image-too-large'
  | 'image-frame'

/** A decoder of others that could not be loaded: nothing is known of the file. */
export class DecoderMissing extends Error {
  override readonly name = 'DecoderMissing'

  constructor(cause: unknown) {
    super('A decoder could not be loaded.', { cause })
  }
}

/** Waits for a decoder. @throws DecoderMissing */
export const decoderPart = <T>(part: Promise<T>): Promise<T> =>
  part.catch(cause => {
    throw new DecoderMissing(cause)
  })
