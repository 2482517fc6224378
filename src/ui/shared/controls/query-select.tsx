import { useId } from 'react'
import { changeQuery } from '../../state/router.ts'

interface Props<Value extends string> {
  readonly label: string
  /** The address parameter; absent for the first choice. */
  readonly name: string
  readonly value: Value
  readonly choices: readonly (readonly [Value, string])[]
  /** Parameters to remove when the choice changes. */
  readonly resets?: readonly string[]
}

/** A choice kept in the address. */
export function QuerySelect<Value extends string>({
  label,
  name,
  value,
  choices,
  resets = [],
}: Props<Value>) {
  const id = useId()
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={event =>
          changeQuery({
            ...Object.fromEntries(resets.map(reset => [reset, null])),
            [name]: event.target.value === choices[0]?.[0] ? null : event.target.value,
          })
        }
      >
        {choices.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
