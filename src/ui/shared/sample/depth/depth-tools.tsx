import { useId, useState } from 'react'
import { isWindow, type Window } from '../../../../engine/protocol/window-policy.ts'
import { shortNumber } from './depth-window.ts'

interface WindowProps {
  readonly window: Window
  readonly onChange: (window: Window) => void
}

/** Centre and width as numbers. */
export function WindowNumbers({ window, onChange }: WindowProps) {
  const change = (part: Partial<Window>) => {
    const next = { ...window, ...part }
    if (isWindow(next)) onChange(next)
  }
  return (
    <>
      <Decimal name="Centre" value={window.centre} onChange={centre => change({ centre })} />
      <Decimal name="Width" value={window.width} onChange={width => change({ width })} />
    </>
  )
}

interface DecimalProps {
  readonly name: string
  readonly value: number
  readonly onChange: (value: number) => void
}

/** A number that is in force at every valid keystroke. */
function Decimal({ name, value, onChange }: DecimalProps) {
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <label className="depth-number">
      <span>{name}</span>
      <input
        type="number"
        step="any"
        value={draft ?? shortNumber(value)}
        onChange={({ target }) => {
          setDraft(target.value)
          if (target.value !== '' && Number.isFinite(target.valueAsNumber)) onChange(target.valueAsNumber)
        }}
        onBlur={() => setDraft(null)}
      />
    </label>
  )
}

interface FrameProps {
  /** From 1. */
  readonly number: number
  readonly frames: number
  readonly onChange: (number: number) => void
}

/** Chooses a frame of a file that has several. */
export function FrameRange({ number, frames, onChange }: FrameProps) {
  const id = useId()
  return (
    <div className="viewer-range depth-frames">
      <label htmlFor={id}>Frame</label>
      <input
        id={id}
        type="range"
        min={1}
        max={frames}
        value={number}
        onChange={event => onChange(Number(event.target.value))}
      />
      <span className="viewer-grey">
        {number} of {frames}
      </span>
    </div>
  )
}
