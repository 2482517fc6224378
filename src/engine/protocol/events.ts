export const loggedKinds = [
  'load',
  'restart',
  'retry',
  'broke',
  'given-up',
  'refused',
  'timeout',
  'grace',
  'fallback',
  'device',
  'lost',
  'end',
] as const

/** Something other than an answer that happened during a run. It helps to diagnose a failure. */
export interface LoggedEvent {
  /** ISO 8601. */
  readonly time: string
  /** Number of the copy of the model, from 0; null where it is the run's own. */
  readonly copy: number | null
  readonly kind: (typeof loggedKinds)[number]
  readonly text: string
}

/** Number of the latest events that a run stores, and the maximum length of an event's text. */
export const eventLimits = { events: 500, characters: 1000 } as const
