import { eventLimits, type LoggedEvent } from '../../engine/protocol/events.ts'

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
