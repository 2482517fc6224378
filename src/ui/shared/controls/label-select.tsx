import { useId } from 'react'
import { changeQuery } from '../../state/router.ts'
import { count, label } from '../../text/format.ts'

const any = '*'

interface Props {
  readonly name: string
  /** The parameter of the address that keeps the label; without it all labels are meant. */
  readonly parameter: string
  readonly value: string | undefined
  /** The labels, an empty one perhaps among them, with how many have them. */
  readonly values: readonly (readonly [string, number])[]
  readonly textOf?: (value: string) => string
}

/** One of the labels that the data have, or all of them; kept in the address. */
export function LabelSelect({ name, parameter, value, values, textOf = label }: Props) {
  const id = useId()
  const isKnown = value === undefined || values.some(([known]) => known === value)
  return (
    <div className="filter">
      <label htmlFor={id}>{name}</label>
      <select
        id={id}
        value={value === undefined ? any : `=${value}`}
        onChange={event =>
          changeQuery({ [parameter]: event.target.value === any ? null : event.target.value.slice(1) })
        }
      >
        <option value={any}>All</option>
        {!isKnown && <option value={`=${value}`}>{textOf(value)} (0)</option>}
        {values.map(([text, n]) => (
          <option key={text} value={`=${text}`}>
            {textOf(text)} ({count(n)})
          </option>
        ))}
      </select>
    </div>
  )
}
