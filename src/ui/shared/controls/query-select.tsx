import { useId } from 'react'
import { changeQuery } from '../../state/router.ts'

interface Props<Value extends string> {
  readonly label: string
  /** The parameter of the address that keeps it; the first choice is kept as nothing. */
  readonly name: string
  readonly value: Value
  readonly choices: readonly (readonly [Value, string])[]
  /** Parameters that lose their meaning with another choice. */
  readonly resets?: readonly string[]
}

/** A choice of a view that is kept in the address. */
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
