/**
 * The closed family of everything that can go wrong. Each error names its subject (a file, a field, a part of a model) and
 * says what to do. True: the fault of a model, a device, the disk or the page, which would fail every question and which
 * no fresh worker repairs.
 */
const codes = {
  // data
  'no-test-json': false,
  'bad-gates': false,
  'no-questions': false,
  'bad-json': false,
  'not-an-array': false,
  'not-an-object': false,
  'duplicate-id': false,
  'bad-table': false,
  'bad-archive': false,
  'strict-skip': false,
  'bad-mapping': false,
  'no-mapping': false,
  'split-unknown': false,
  'path-outside-folder': false,
  'file-missing': false,
  'file-unreadable': false,
  'file-too-large': false,
  'permission-denied': false,
  'fingerprint-mismatch': true,
  // images
  'image-empty': false,
  'image-truncated': false,
  'image-unreadable': false,
  'image-unsupported': false,
  'image-too-large': false,
  'image-frame': false,
  'region-missing': false,
  // models
  'model-file-missing': true,
  'model-unsupported': true,
  'model-config': true,
  'model-load': true,
  'device-unavailable': true,
  'device-wrong': true,
  'device-failed': false,
  // model servers
  'no-server': true,
  'server-unreachable': true,
  'server-refused': true,
  'server-reply': false,
  // running
  'protocol-unknown': false,
  'inference-failed': false,
  'inference-timeout': false,
  'answer-too-long': false,
  'choices-impossible': false,
  'prompt-failed': false,
  'prompt-too-long': false,
  'nothing-selected': false,
  'not-answered': false,
  'out-of-memory': true,
  'storage-full': true,
  storage: true,
  'storage-newer': false,
  'storage-restored': false,
  'storage-deleted': true,
  'run-locked': false,
  'run-file': false,
  // the page itself
  'page-outdated': true,
  // the command line
  usage: false,
  // a fault of our own
  internal: false,
} as const

export type ErrorCode = keyof typeof codes
export const errorCodes = Object.keys(codes) as readonly ErrorCode[]

/** Whether an error of this code ends a run immediately. */
export const isFinal = (code: ErrorCode): boolean => codes[code]

/** Whether no further question can be asked in the thread that met an error of this code. A fresh thread may continue. */
export const breaksThread = (code: ErrorCode): boolean => isFinal(code) || code === 'device-failed'

/** An error as plain data: what crosses threads, is stored in a record (`errorSchema`) and is shown. */
export interface ErrorInfo {
  readonly code: ErrorCode
  /** The file, field, option or model part at fault. */
  readonly subject: string
  /** What happened, in one sentence. */
  readonly message: string
  /** What the user can do about it, in one sentence. */
  readonly remedy: string
  /** Details for a bug report, such as the stack. Never needed to understand the rest. */
  readonly detail?: string
}

export class VoxelwiseError extends Error {
  override readonly name = 'VoxelwiseError'
  readonly info: ErrorInfo

  constructor({ cause, ...info }: ErrorInfo & { readonly cause?: unknown }) {
    super(`${info.message} (${info.subject}) ${info.remedy}`, cause === undefined ? undefined : { cause })
    this.info = info
  }
}

export const errorMessage = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** A thrown value's message without its full stop, for use inside a sentence. */
export const errorReason = (thrown: unknown): string => errorMessage(thrown).replace(/\.$/, '')

/** The plain data of any thrown value; foreign errors become `fallback`, with their own message. */
export function errorInfo(thrown: unknown, fallback: ErrorInfo): ErrorInfo {
  if (thrown instanceof VoxelwiseError) return thrown.info
  const detail = errorMessage(thrown)
  return { ...fallback, message: detail ? `${fallback.message} ${detail}` : fallback.message }
}

/** An error without a code of ours, reported as our own fault: never the file's, the model's or the disk's. */
export function internalError(subject: string, thrown: unknown): ErrorInfo {
  if (thrown instanceof VoxelwiseError) return thrown.info
  return {
    code: 'internal',
    subject,
    message: `Voxelwise has an internal error: ${errorMessage(thrown)}`,
    remedy: 'Your data is safe. Reload the page. If it happens again, report it with the details below.',
    ...(thrown instanceof Error && thrown.stack !== undefined && { detail: thrown.stack }),
  }
}
