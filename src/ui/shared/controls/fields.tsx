/** Labelled fields of the settings, with notes on their meaning or on disabled choices. */
import { type ReactNode, useId, useState } from 'react'
import type { SelectOption } from '../../text/choices.ts'
import { none, sentence } from '../../text/format.ts'

interface FieldProps {
  readonly label: string
  /** Below the control or next to it. */
  readonly note: string
  /** @param described attributes of the control that tie label and note to it */
  readonly children: (described: { readonly id: string; readonly 'aria-describedby'?: string }) => ReactNode
}

function Field({ label, note, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, ...(note !== '' && { 'aria-describedby': noteId }) })}
      {note !== '' && (
        <p id={noteId} className="note">
          {note}
        </p>
      )}
    </div>
  )
}

interface Props<Value, Changed = Value> {
  readonly label: string
  readonly value: Value
  /** Why the setting has no effect and is disabled; absent where it has one. */
  readonly off?: string | undefined
  readonly onChange: (value: Changed) => void
}

/** A checkbox. */
export function CheckField({
  label,
  note,
  value,
  off,
  onChange,
}: Props<boolean> & { readonly note: string }) {
  return (
    <Field label={label} note={off ?? note}>
      {described => (
        <input
          {...described}
          type="checkbox"
          checked={value}
          disabled={off !== undefined}
          onChange={event => onChange(event.target.checked)}
        />
      )}
    </Field>
  )
}

interface ChoiceProps<Value extends string> extends Props<Value> {
  readonly choices: readonly SelectOption<Value>[]
  /** The meaning of the chosen value. */
  readonly note?: string | undefined
}

/** A choice of one; disabled choices are listed too, with their reasons below. */
export function ChoiceField<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, choices, note = '', off, onChange } = props
  const isKnown = choices.some(choice => choice.value === value)
  const reasons = choices.flatMap(({ value: closed, text = closed, name = text, reason }) =>
    reason ? [`${name}: ${sentence(reason)}`] : [],
  )
  return (
    <Field label={label} note={off ?? [note, ...reasons].filter(Boolean).join(' ')}>
      {described => (
        <select
          {...described}
          value={value}
          disabled={off !== undefined}
          onChange={event => {
            const chosen = choices.find(choice => choice.value === event.target.value)
            if (chosen) onChange(chosen.value)
          }}
        >
          {!isKnown && (
            <option value={value}>{choices.length === 0 ? none : `${value} (not in this model)`}</option>
          )}
          {choices.map(({ value: one, text = one, reason }) => (
            <option key={one} value={one} disabled={Boolean(reason)}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface NumberProps extends Props<number> {
  readonly unit: string
  readonly most?: number
}

/** A whole number from 1. Calls `onChange` at every valid keystroke. */
export function NumberField({ onChange, ...others }: NumberProps) {
  return <OptionalNumberField {...others} none={null} onChange={value => value !== null && onChange(value)} />
}

interface OptionalProps extends Props<number | null>, Pick<NumberProps, 'unit' | 'most'> {
  /** The placeholder of an empty field, which stands for null; null where a number is needed. */
  readonly none: string | null
}

/** The same, or null where the field is empty. */
export function OptionalNumberField(props: OptionalProps) {
  const { label, unit, value, none, most = 999_999_999, off, onChange } = props
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? (value === null ? '' : String(value))
  const isNumber = (typed: string): boolean => /^[1-9]\d{0,8}$/.test(typed) && Number(typed) <= most
  const isValid = text === '' ? none !== null : isNumber(text)
  const range = most < 999_999_999 ? `from 1 to ${most}` : 'of at least 1'
  return (
    <Field label={label} note={isValid ? (off ?? unit) : `Enter a whole number ${range}.`}>
      {described => (
        <input
          {...described}
          className="number"
          inputMode="numeric"
          value={text}
          placeholder={none ?? undefined}
          disabled={off !== undefined}
          aria-invalid={!isValid}
          onChange={event => {
            const next = event.target.value.trim()
            setDraft(next)
            if (isNumber(next)) onChange(Number(next))
            else if (next === '' && none !== null) onChange(null)
          }}
          onBlur={() => setDraft(null)}
        />
      )}
    </Field>
  )
}

interface DecimalProps extends Props<number> {
  readonly unit: string
  /** The least and the most. */
  readonly range: readonly [number, number]
}

/** A number that may have decimals. Calls `onChange` at every valid keystroke. */
export function DecimalField({ label, unit, value, range, off, onChange }: DecimalProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? String(Number(value.toFixed(4)))
  const [least, most] = range
  const numberIn = (typed: string): number => (typed === '' ? Number.NaN : Number(typed.replace(',', '.')))
  const isNumber = (n: number): boolean => n >= least && n <= most
  const isValid = isNumber(numberIn(text))
  return (
    <Field label={label} note={isValid ? (off ?? unit) : `Enter a number from ${least} to ${most}.`}>
      {described => (
        <input
          {...described}
          className="number"
          inputMode="decimal"
          value={text}
          disabled={off !== undefined}
          aria-invalid={!isValid}
          onChange={event => {
            const next = event.target.value.trim()
            setDraft(next)
            if (isNumber(numberIn(next))) onChange(numberIn(next))
          }}
          onBlur={() => setDraft(null)}
        />
      )}
    </Field>
  )
}
