import { useId } from 'react'
import { changeQuery } from '../../state/router.ts'
import { count, label as labelText } from '../../text/format.ts'

interface FilterProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly (readonly [Value, string])[]
}

interface SelectProps<Value extends string> extends FilterProps<Value> {
  readonly onChange: (value: string) => void
}

/** A choice among few. */
export function FilterSelect<Value extends string>({ label, value, choices, onChange }: SelectProps<Value>) {
  const id = useId()
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={event => onChange(event.target.value)}>
        {choices.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

interface QueryProps<Value extends string> extends FilterProps<Value> {
  /** The address parameter; absent for the first choice. */
  readonly name: string
  /** Parameters to remove when the choice changes. */
  readonly resets?: readonly string[]
}

/** A choice kept in the address. */
export function QuerySelect<Value extends string>({ name, resets = [], ...shown }: QueryProps<Value>) {
  const removed = Object.fromEntries(resets.map(reset => [reset, null]))
  const isFirst = (value: string) => value === shown.choices[0]?.[0]
  return (
    <FilterSelect
      {...shown}
      onChange={value => changeQuery({ ...removed, [name]: isFirst(value) ? null : value })}
    />
  )
}

interface LabelProps {
  readonly name: string
  /** The address parameter that keeps the label; absent for all labels. */
  readonly parameter: string
  readonly value: string | undefined
  /** The labels, possibly an empty one, with their counts. */
  readonly values: readonly (readonly [string, number])[]
  readonly optionText?: (value: string) => string
}

/** Selects one label or all; kept in the address. */
export function LabelSelect({ name, parameter, value, values, optionText = labelText }: LabelProps) {
  const isKnown = value === undefined || values.some(([known]) => known === value)
  const listed = isKnown ? values : [[value, 0] as const, ...values]
  return (
    <FilterSelect
      label={name}
      value={value === undefined ? '*' : `=${value}`}
      choices={[
        ['*', 'All'],
        ...listed.map(([text, n]) => [`=${text}`, `${optionText(text)} (${count(n)})`] as const),
      ]}
      onChange={chosen => changeQuery({ [parameter]: chosen === '*' ? null : chosen.slice(1) })}
    />
  )
}
