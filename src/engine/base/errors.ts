/**
 * The closed family of everything that can go wrong. Each error names its subject (a file, a field, a part
 * of a model) and says what to do; the page shows all three, and so does the command line.
 */
export const errorCodes = [
  // data
  'no-test-json',
  'bad-gates',
  'no-questions',
  'bad-json',
  'not-an-array',
  'not-an-object',
  'duplicate-id',
  'bad-table',
  'bad-archive',
  'strict-skip',
  'bad-mapping',
  'no-mapping',
  'split-unknown',
  'path-outside-folder',
  'file-missing',
  'file-unreadable',
  'file-too-large',
  'permission-denied',
  'fingerprint-mismatch',
  // images
  'image-empty',
  'image-truncated',
  'image-unreadable',
  'image-unsupported',
  'image-too-large',
  'image-frame',
  'region-missing',
  // models
  'model-file-missing',
  'model-unsupported',
  'model-config',
  'model-load',
  'device-unavailable',
  'device-wrong',
  'device-failed',
  // model servers
  'no-server',
  'server-unreachable',
  'server-refused',
  'server-reply',
  // running
  'protocol-unknown',
  'inference-failed',
  'inference-timeout',
  'answer-too-long',
  'choices-impossible',
  'prompt-failed',
  'prompt-too-long',
  'nothing-selected',
  'out-of-memory',
  'storage-full',
  'storage',
  'storage-newer',
  'storage-restored',
  'storage-deleted',
  'run-locked',
  'run-file',
  // the page itself
  'page-outdated',
  // the command line
  'usage',
  // a fault of our own
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/**
 * A fault of the model, the device, the disk or the page: it would fail every question, and no fresh worker repairs it.
 */
const final: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'model-file-missing',
  'model-unsupported',
  'model-config',
  'model-load',
  'device-unavailable',
  'device-wrong',
  'out-of-memory',
  'no-server',
  'server-unreachable',
  'server-refused',
  'storage',
  'storage-full',
  'page-outdated',
  'storage-deleted',
])

/** Whether an error of this code ends a run immediately. */
export const isFinal = (code: ErrorCode): boolean => final.has(code)

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

/** The message of a thrown value, whatever it is. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)

/** A thrown value's message without its full stop, for use inside a sentence. */
export const reasonOf = (thrown: unknown): string => messageOf(thrown).replace(/\.$/, '')

/** The plain data of any thrown value; foreign errors become `fallback`, with their own message. */
export function errorInfo(thrown: unknown, fallback: ErrorInfo): ErrorInfo {
  if (thrown instanceof VoxelwiseError) return thrown.info
  const detail = messageOf(thrown)
  return { ...fallback, message: detail ? `${fallback.message} ${detail}` : fallback.message }
}

/** An error without a code of ours, reported as our own fault: never the file's, the model's or the disk's. */
export function internalError(subject: string, thrown: unknown): ErrorInfo {
  if (thrown instanceof VoxelwiseError) return thrown.info
  return {
    code: 'internal',
    subject,
    message: `Voxelwise has an internal error: ${messageOf(thrown)}`,
    remedy: 'Your data is safe. Reload the page. If it happens again, report it with the details below.',
    ...(thrown instanceof Error && thrown.stack !== undefined && { detail: thrown.stack }),
  }
}
