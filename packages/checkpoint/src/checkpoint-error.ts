/** A checkpoint that cannot be read or converted: which file, tensor or field is at fault, and what to do. */
export class CheckpointError extends Error {
  override readonly name = 'CheckpointError'

  readonly kind: 'missing' | 'damaged' | 'unsupported'
  readonly subject: string
  readonly remedy: string

  /**
   * @param kind `missing`: something that should be there is not; `damaged`: it contradicts itself; `unsupported`: it is
   * sound, and cannot be converted here
   * @param subject the file, tensor or field
   */
  constructor(kind: CheckpointError['kind'], subject: string, message: string, remedy: string) {
    super(message)
    this.kind = kind
    this.subject = subject
    this.remedy = remedy
  }
}
