import { type Depth, isWindow, type Window } from '@voxelwise/pixels'
import { useId, useState } from 'react'
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
    <label className="row depth-number">
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

const partNames = {
  frame: 'Frame',
  sagittal: 'Sagittal slice',
  coronal: 'Coronal slice',
  axial: 'Axial slice',
} as const satisfies Readonly<Record<Depth['along'], string>>

interface PartProps extends Pick<Depth, 'along' | 'count' | 'place'> {
  readonly onChange: (place: number) => void
}

/** Chooses a frame, counted from 1, or a slice, counted from 0, as the data set does. */
export function PartRange({ along, count, place, onChange }: PartProps) {
  const id = useId()
  const first = along === 'frame' ? 1 : 0
  return (
    <div className="row viewer-range depth-parts">
      <label htmlFor={id}>{partNames[along]}</label>
      <input
        id={id}
        type="range"
        min={first}
        max={first + count - 1}
        value={first + place}
        onChange={event => onChange(Number(event.target.value) - first)}
      />
      <span className="viewer-grey">
        {along === 'frame' ? `${place + 1} of ${count}` : `${place}, last ${count - 1}`}
      </span>
    </div>
  )
}
