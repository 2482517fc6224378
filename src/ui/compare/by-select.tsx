import { useId } from 'react'
import { changeQuery } from '../state/router.ts'
import { byNames, type DifferenceBy } from './compare-rows.ts'

/** What a comparison is split by; kept in the address. */
export function BySelect({
  by,
  choices,
}: {
  readonly by: DifferenceBy
  readonly choices: readonly DifferenceBy[]
}) {
  const id = useId()
  return (
    <div className="filters">
      <div className="filter">
        <label htmlFor={id}>By</label>
        <select id={id} value={by} onChange={event => changeQuery({ by: event.target.value })}>
          {choices.map(choice => (
            <option key={choice} value={choice}>
              {byNames[choice]}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
