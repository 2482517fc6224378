import type * as v from 'valibot'
import { listOf, nullable, oneOf, shape, textOf, whole } from '../base/schema.ts'
import { isoDate } from '../base/stored-values.ts'

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

/** Most events that are kept of a run, the latest, and most characters of the text of one. */
export const eventLimits = { events: 500, characters: 1000 } as const

/** Something that happened to a run beside its questions: what whoever mends a failure wants to know first. */
const eventSchema = shape({
  time: isoDate,
  /** Number of the copy of the model, from 0; null where it is the run's own. */
  copy: nullable(whole(0, 10_000)),
  kind: oneOf(loggedKinds),
  text: textOf(eventLimits.characters),
})
export type LoggedEvent = v.InferOutput<typeof eventSchema>

export const eventsSchema = listOf(eventSchema, 0, eventLimits.events)
