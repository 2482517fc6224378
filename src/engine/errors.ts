/**
 * The closed family of everything that can go wrong. Each error names its subject (a file, a field, a part
 * of a model) and tells the user what to do; the page shows all three, and so does the command line.
 */
export const errorCodes = [
  // data
  'no-test-json',
  'bad-json',
  'not-an-array',
  'not-an-object',
  'strict-skip',
  'path-outside-folder',
  'file-missing',
  'file-unreadable',
  'permission-denied',
  'fingerprint-mismatch',
  // images
  'image-empty',
  'image-truncated',
  'image-unreadable',
  'image-unsupported',
  'image-too-large',
  // models
  'model-file-missing',
  'model-unsupported',
  'model-config',
  'model-load',
  'device-unavailable',
  // running
  'inference-failed',
  'inference-timeout',
  'prompt-too-long',
  'out-of-memory',
  'storage-full',
  'storage',
  'storage-newer',
  'storage-restored',
  'run-locked',
  'run-file',
  // the command line
  'usage',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** An error as plain data: what crosses threads, is stored in a record and is shown. */
export interface ErrorInfo {
  readonly code: ErrorCode
  /** The file, field, option or model part at fault. */
  readonly subject: string
  /** What happened, in one sentence. */
  readonly message: string
  /** What the user can do about it, in one sentence. */
  readonly remedy: string
}

export class VoxelwiseError extends Error {
  override readonly name = 'VoxelwiseError'
  readonly info: ErrorInfo

  constructor({ cause, ...info }: ErrorInfo & { readonly cause?: unknown }) {
    super(`${info.message} (${info.subject}) ${info.remedy}`, cause === undefined ? undefined : { cause })
    this.info = info
  }
}

/** The plain data of any thrown value; what is not ours becomes `fallback`, with its own message kept. */
export function errorInfo(thrown: unknown, fallback: ErrorInfo): ErrorInfo {
  if (thrown instanceof VoxelwiseError) return thrown.info
  const detail = thrown instanceof Error ? thrown.message : String(thrown)
  return { ...fallback, message: detail ? `${fallback.message} ${detail}` : fallback.message }
}
