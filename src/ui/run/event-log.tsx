import { memo } from 'react'
import { type LoggedEvent, logText } from '../../engine/protocol/events.ts'
import { CopyButton } from '../shared/controls/copy-button.tsx'
import { Folded } from '../shared/controls/folded.tsx'
import { time as timeOfDay } from '../text/format.ts'

/** The events of a run, newest last. */
export const EventLog = memo(function EventLog({ events }: { readonly events: readonly LoggedEvent[] }) {
  if (events.length === 0) return null
  return (
    <Folded name="Event log" className="event-log">
      <Events events={events} />
    </Folded>
  )
})

function Events({ events }: { readonly events: readonly LoggedEvent[] }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <ol className="lines" tabIndex={0} aria-label="Event log">
        {events.map(({ time, copy, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no identity, and are only added
          <li key={i}>
            <time dateTime={time}>{timeOfDay(time)}</time>
            <span>
              {copy !== null && copy > 0 && `Copy ${copy + 1}: `}
              {text}
            </span>
          </li>
        ))}
      </ol>
      <CopyButton label="Copy" text={() => logText(events)} />
    </>
  )
}
