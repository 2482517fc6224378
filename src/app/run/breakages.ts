import { type ErrorInfo, isFinal } from '../../engine/base/errors.ts'

/** After this many consecutive samples that failed twice, the samples are not the cause. */
const maxFailuresInARow = 3

type RetryDecision = 'ask again' | 'give the sample up' | 'end the run'

/** What broke the workers of one copy of the model so far. */
export interface Breakages {
  /** By sample, the errors with which it broke a worker. */
  readonly errors: ReadonlyMap<number, ErrorInfo>
  /** Samples given up since the last answer. */
  readonly inARow: number
}

export const noBreakages: Breakages = { errors: new Map(), inARow: 0 }

export const afterAnswer = (breakages: Breakages): Breakages =>
  breakages.inARow === 0 ? breakages : { ...breakages, inARow: 0 }

/**
 * A sample that breaks two workers is given up, unless the sample is not the cause.
 * @param index the sample in progress; null if there was none
 * @param hasAnswered whether the model ever answered in this run
 */
export function broke(
  breakages: Breakages,
  index: number | null,
  error: ErrorInfo,
  hasAnswered: boolean,
): { readonly verdict: RetryDecision; readonly breakages: Breakages } {
  if (index === null || isFinal(error.code)) return { verdict: 'end the run', breakages }
  const before = breakages.errors.get(index)
  const known: Breakages = { ...breakages, errors: new Map(breakages.errors).set(index, error) }
  if (!before) return { verdict: 'ask again', breakages: known }
  // Its preparation never ended, which the model has no part in.
  if (error.code === 'image-unreadable') return { verdict: 'give the sample up', breakages: known }
  if (!hasAnswered && isTheModels(error) && before.message === error.message)
    return { verdict: 'end the run', breakages: known }
  const inARow = known.inARow + 1
  const verdict = inARow >= maxFailuresInARow ? 'end the run' : 'give the sample up'
  return { verdict, breakages: { ...known, inARow } }
}

/** Whether nothing speaks for a fault of the sample: one that takes too long may be an odd one. */
const isTheModels = ({ code }: ErrorInfo): boolean => code === 'inference-failed' || code === 'device-failed'

/** The data stored with the failed record of a sample that broke two workers. @param copy that asked, from 0 */
export function withAttempts(first: ErrorInfo, second: ErrorInfo, copy: number): ErrorInfo {
  const attempts = [first, second].map(
    ({ code, message, detail }, i) =>
      `Attempt ${i + 1}, copy ${copy + 1} of the model: ${code}: ${message}${detail ? `\n${detail}` : ''}`,
  )
  return { ...second, detail: attempts.join('\n\n').slice(0, longestDetail) }
}

/** Maximum stored characters of two attempts. */
const longestDetail = 20_000
