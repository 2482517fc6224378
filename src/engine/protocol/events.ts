import type * as v from 'valibot'
import { boundedText, listOf, nullable, oneOf, shape, whole } from '../base/schema.ts'
import { isoDate } from '../base/stored-values.ts'

const loggedKinds = [
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

/** Number of the latest events that a run stores, and the maximum length of an event's text. */
const eventLimits = { events: 500, characters: 1000 } as const

/** Something other than an answer that happened during a run. It helps to diagnose a failure. */
const eventSchema = shape({
  time: isoDate,
  /** Number of the copy of the model, from 0; null where it is the run's own. */
  copy: nullable(whole(0, 10_000)),
  kind: oneOf(loggedKinds),
  text: boundedText(eventLimits.characters),
})
export type LoggedEvent = v.InferOutput<typeof eventSchema>

export const eventsSchema = listOf(eventSchema, 0, eventLimits.events)

/** The log with one more event: the latest are kept, the oldest dropped. */
export function logged(log: readonly LoggedEvent[], event: LoggedEvent): readonly LoggedEvent[] {
  const text = event.text.slice(0, eventLimits.characters)
  return [...log.slice(-(eventLimits.events - 1)), { ...event, text }]
}

/** One event a line, as it is copied. */
export const logText = (log: readonly LoggedEvent[]): string =>
  log
    .map(({ time, copy, kind, text }) =>
      [time, copy === null ? 'run' : `copy ${copy + 1}`, kind, text.replaceAll('\n', ' ')].join('\t'),
    )
    .join('\n')
