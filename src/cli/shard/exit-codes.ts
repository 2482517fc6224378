import type { ErrorCode, ErrorInfo } from '../../engine/base/errors.ts'

/** What whoever starts shards (a scheduler, a script) has to know of how one ended. */
export const shardExit = { done: 0, tryAgain: 1, never: 42, interrupted: 75 } as const

/** What another attempt, or another machine, may do better. */
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

/** 1 where it may go well the next time, 42 where it never will: a wrong command line, data set, model or identity. */
export const shardExitCode = ({ code }: Pick<ErrorInfo, 'code'>): number =>
  passing.has(code) ? shardExit.tryAgain : shardExit.never
