import { useId } from 'react'
import { changeQuery } from '../../state/router.ts'
import { count, label } from '../../text/format.ts'

const any = '*'

interface Props {
  readonly name: string
  /** The address parameter that keeps the label; absent for all labels. */
  readonly parameter: string
  readonly value: string | undefined
  /** The labels, possibly an empty one, with their counts. */
  readonly values: readonly (readonly [string, number])[]
  readonly textOf?: (value: string) => string
}

/** Selects one label or all; kept in the address. */
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
