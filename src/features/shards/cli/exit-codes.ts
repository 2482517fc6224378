import type { ErrorCode, ErrorInfo } from '../../../engine/base/errors.ts'

/** How a shard ended, for a scheduler or a script. */
export const shardExit = { done: 0, tryAgain: 1, never: 42, interrupted: 75 } as const

/** Errors that another attempt, or another machine, may not meet. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'file-unreadable',
  'model-load',
  'device-unavailable',
  'inference-failed',
  'inference-timeout',
  'out-of-memory',
  'storage-full',
  'storage',
  'run-locked',
  'page-outdated',
  'internal',
])

/** 1 where another attempt may succeed; 42 where none can: a wrong command line, data set, model or identity. */
export const shardExitCode = ({ code }: Pick<ErrorInfo, 'code'>): number =>
  passing.has(code) ? shardExit.tryAgain : shardExit.never
