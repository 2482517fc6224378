import type { Heartbeat } from '../../../engine/runtime/heartbeat.ts'

/** A thread's current sample, as read at one moment. */
export type ClockReading = Pick<Heartbeat, 'index' | 'taken' | 'stage'>

/** Read now: a heartbeat keeps changing. */
export const clockReading = ({ index, taken, stage }: ClockReading): ClockReading => ({ index, taken, stage })

/** How long a worker has been at its current sample. All in milliseconds of the watch clock. */
export interface Watch {
  /** The number of started samples at the last look, and its time. */
  readonly taken: number
  readonly takenAt: number
  /** The longest that it stayed so. */
  readonly longest: number
  readonly deadline: number
}

export const unwatched: Watch = { taken: 0, takenAt: 0, longest: 0, deadline: Number.POSITIVE_INFINITY }

/** From now on the current sample has `timeout` milliseconds. */
export const armed = (watch: Watch, now: number, timeout: number): Watch => ({
  ...watch,
  takenAt: now,
  deadline: now + timeout,
})

/** Earlier samples are no longer timed. */
export const disarmed = (watch: Watch, taken: number): Watch => ({
  ...watch,
  taken,
  deadline: Number.POSITIVE_INFINITY,
})

/** Reads the number of started samples: a new sample restarts the time. */
export function looked(watch: Watch, taken: number, now: number, timeout: number): Watch {
  if (taken <= watch.taken) return watch
  const longest = watch.taken > 0 ? Math.max(watch.longest, now - watch.takenAt) : watch.longest
  return armed({ ...watch, taken, longest }, now, timeout)
}
