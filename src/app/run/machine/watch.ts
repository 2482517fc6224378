import type { Heartbeat } from '../../../workers/shared/heartbeat.ts'

/** What a thread has in hand, as it was read at one moment. */
export type ClockReading = Pick<Heartbeat, 'index' | 'taken' | 'stage'>

/** Read now: a heartbeat goes on changing. */
export const readingOf = ({ index, taken, stage }: ClockReading): ClockReading => ({ index, taken, stage })

/** How long a worker has had in hand what it has in hand. All in milliseconds of the watch clock. */
export interface Watch {
  /** How much had been taken in hand when it was last looked at, and when that was seen. */
  readonly taken: number
  readonly takenAt: number
  /** The longest that it stayed so. */
  readonly longest: number
  readonly deadline: number
}

export const unwatched: Watch = { taken: 0, takenAt: 0, longest: 0, deadline: Number.POSITIVE_INFINITY }

/** From now on what is in hand is waited for `timeout` milliseconds. */
export const armed = (watch: Watch, now: number, timeout: number): Watch => ({
  ...watch,
  takenAt: now,
  deadline: now + timeout,
})

/** What was taken in hand until now is waited for no more. */
export const disarmed = (watch: Watch, taken: number): Watch => ({
  ...watch,
  taken,
  deadline: Number.POSITIVE_INFINITY,
})

/** Looks at how much was taken in hand: something new is waited for afresh. */
export function looked(watch: Watch, taken: number, now: number, timeout: number): Watch {
  if (taken <= watch.taken) return watch
  const longest = watch.taken > 0 ? Math.max(watch.longest, now - watch.takenAt) : watch.longest
  return armed({ ...watch, taken, longest }, now, timeout)
}
