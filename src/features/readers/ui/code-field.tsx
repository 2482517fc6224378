import { useId } from 'react'
import { longestCode } from '../../../engine/protocol/reader.ts'

interface Props {
  readonly label: string
  readonly value: string
  readonly note: string
  readonly onChange: (code: string) => void
}

/** The code by which a person is known: never a name. */
export function CodeField({ label, value, note, onChange }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={value}
        maxLength={longestCode}
        autoComplete="off"
        aria-describedby={`${id}-note`}
        onChange={event => onChange(event.target.value)}
      />
      <p id={`${id}-note`} className="note">
        {note}
      </p>
    </div>
  )
}
