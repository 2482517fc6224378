import { type ReactNode, useState } from 'react'

interface Props {
  readonly name?: string
  readonly children: ReactNode
}

/** A chart's figures as a table, for reading, copying and screen readers; built when it is opened. */
export function AsTable({ name = 'As a table', children }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <details className="as-table" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{name}</summary>
      {open && children}
    </details>
  )
}
