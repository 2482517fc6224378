import { useId, useState } from 'react'
import type { RunSettings } from '../../engine/run.ts'
import { type Choice, deviceChoices, dtypeChoices } from '../choices.ts'
import { useApp, useController } from '../use-app.ts'

/** What the user may choose of a run. */
export function SettingsForm() {
  const controller = useController()
  const { settings, device, model } = useApp()
  const change = (part: Partial<RunSettings>) => controller.changeSettings(part)
  const dtypes =
    model.status === 'ready'
      ? dtypeChoices(model.overview, settings.device, device)
      : [{ value: settings.dtype, text: settings.dtype, reason: null }]
  return (
    <div className="settings">
      <ChoiceField
        label="Device"
        value={settings.device}
        choices={deviceChoices(device)}
        onChange={value => change({ device: value })}
      />
      <ChoiceField
        label="Precision"
        value={settings.dtype}
        choices={dtypes}
        onChange={value => change({ dtype: value })}
      />
      <NumberField
        label="Most new tokens"
        unit="tokens an answer"
        value={settings.maxNewTokens}
        onChange={value => value !== null && change({ maxNewTokens: value })}
      />
      <NumberField
        label="Only the first"
        unit="questions; empty asks all"
        value={settings.limit}
        optional
        onChange={value => change({ limit: value })}
      />
      <NumberField
        label="Give up after"
        unit="seconds a question, tried twice"
        value={settings.timeout}
        onChange={value => value !== null && change({ timeout: value })}
      />
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChange: (value: Value) => void
}

function ChoiceField<Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>) {
  const id = useId()
  const known = choices.some(choice => choice.value === value)
  const closed = choices.filter(choice => choice.reason !== null)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        aria-describedby={closed.length > 0 ? `${id}-why` : undefined}
        onChange={event => {
          const chosen = choices.find(choice => choice.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {!known && <option value={value}>{value} (not in this model)</option>}
        {choices.map(choice => (
          <option key={choice.value} value={choice.value} disabled={choice.reason !== null}>
            {choice.text}
          </option>
        ))}
      </select>
      {closed.length > 0 && (
        <p id={`${id}-why`} className="field-note">
          {closed.map(choice => `${choice.value}: ${choice.reason}.`).join(' ')}
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
  readonly onChange: (value: number | null) => void
}

function NumberField({ label, unit, value, optional = false, onChange }: NumberProps) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? (value === null ? '' : String(value))
  const isValid = text === '' ? optional : /^[1-9]\d{0,8}$/.test(text)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="number"
        inputMode="numeric"
        value={text}
        placeholder={optional ? 'all' : undefined}
        aria-invalid={!isValid}
        aria-describedby={`${id}-unit`}
        onChange={event => {
          const next = event.target.value.trim()
          setDraft(next)
          if (/^[1-9]\d{0,8}$/.test(next)) onChange(Number(next))
          else if (next === '' && optional) onChange(null)
        }}
        onBlur={() => setDraft(null)}
      />
      <p id={`${id}-unit`} className="field-note">
        {isValid ? unit : 'A whole number from 1, please.'}
      </p>
    </div>
  )
}
