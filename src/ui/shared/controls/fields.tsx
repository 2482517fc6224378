/** Labelled fields of the settings, with notes on their meaning or on disabled choices. */
import { useId, useState } from 'react'
import type { SelectOption } from '../../text/choices.ts'
import { none, sentence } from '../../text/format.ts'

/** Why the setting has no effect and is disabled; null where it has one. */
type Off = string | null

interface CheckProps {
  readonly label: string
  readonly note: string
  readonly checked: boolean
  readonly off?: Off
  readonly onChange: (checked: boolean) => void
}

/** A checkbox. */
export function CheckField({ label, note, checked, off = null, onChange }: CheckProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={off !== null}
        aria-describedby={`${id}-note`}
        onChange={event => onChange(event.target.checked)}
      />
      <p id={`${id}-note`} className="note">
        {off ?? note}
      </p>
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly SelectOption<Value>[]
  /** The meaning of the chosen value. */
  readonly note?: string
  readonly off?: Off
  readonly onChange: (value: Value) => void
}

/** A choice of one; disabled choices are listed too, with their reasons below. */
export function ChoiceField<Value extends string>({
  label,
  value,
  choices,
  note,
  off = null,
  onChange,
}: ChoiceProps<Value>) {
  const id = useId()
  const known = choices.some(choice => choice.value === value)
  const closed = choices.filter(choice => choice.reason !== null)
  const reasons = closed.map(choice => `${choice.name}: ${sentence(choice.reason ?? '')}`)
  const notes = off ?? [note ?? '', ...reasons].filter(text => text !== '').join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={off !== null}
        aria-describedby={notes === '' ? undefined : `${id}-why`}
        onChange={event => {
          const chosen = choices.find(choice => choice.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {!known && (
          <option value={value}>{choices.length === 0 ? none : `${value} (not in this model)`}</option>
        )}
        {choices.map(choice => (
          <option key={choice.value} value={choice.value} disabled={choice.reason !== null}>
            {choice.text}
          </option>
        ))}
      </select>
      {notes !== '' && (
        <p id={`${id}-why`} className="note">
          {notes}
        </p>
      )}
    </div>
  )
}

interface NumberProps {
  readonly label: string
  readonly unit: string
  readonly value: number | null
  readonly optional?: boolean
  /** The placeholder of an empty field. */
  readonly none?: string
  readonly most?: number
  readonly off?: Off
  readonly onChange: (value: number | null) => void
}

/** A whole number from 1; null if optional and empty. Calls `onChange` at every valid keystroke. */
export function NumberField({
  label,
  unit,
  value,
  optional = false,
  none = 'all',
  most = 999_999_999,
  off = null,
  onChange,
}: NumberProps) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? (value === null ? '' : String(value))
  const isNumber = (typed: string): boolean => /^[1-9]\d{0,8}$/.test(typed) && Number(typed) <= most
  const isValid = text === '' ? optional : isNumber(text)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="number"
        inputMode="numeric"
        value={text}
        placeholder={optional ? none : undefined}
        disabled={off !== null}
        aria-invalid={!isValid}
        aria-describedby={`${id}-unit`}
        onChange={event => {
          const next = event.target.value.trim()
          setDraft(next)
          if (isNumber(next)) onChange(Number(next))
          else if (next === '' && optional) onChange(null)
        }}
        onBlur={() => setDraft(null)}
      />
      <p id={`${id}-unit`} className="note">
        {isValid
          ? (off ?? unit)
          : `Enter a whole number ${most < 999_999_999 ? `from 1 to ${most}` : 'of at least 1'}.`}
      </p>
    </div>
  )
}
