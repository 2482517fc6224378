import { type FormEvent, useId } from 'react'
import { count as counted } from '../../text/format.ts'

interface Props {
  /** Number of rows. */
  readonly count: number
  /** @param position from 0 */
  readonly onGo: (position: number) => void
}

/** Opens a row of a long list by number. */
export function GoToRow({ count, onGo }: Props) {
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const row = Number(new FormData(event.currentTarget).get('row'))
    if (Number.isInteger(row) && row >= 1 && row <= count) onGo(row - 1)
  }
  return (
    <form className="go-to-row" onSubmit={submit}>
      <label htmlFor={id}>Row number, up to {counted(count)}</label>
      <input id={id} name="row" type="number" min={1} max={count} required inputMode="numeric" />
      <button type="submit">Go</button>
    </form>
  )
}
