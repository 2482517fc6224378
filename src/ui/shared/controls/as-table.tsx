import { type ReactNode, useState } from 'react'
import { usePaper } from '../../hooks/paper.ts'

interface Props {
  readonly name?: string
  readonly children: ReactNode
}

/** A chart's figures as a table, for reading, copying and screen readers; built when it is opened. On paper it is open. */
export function AsTable({ name = 'As a table', children }: Props) {
  const [open, setOpen] = useState(false)
  if (usePaper()) return children
  return (
    <details className="as-table" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{name}</summary>
      {open && children}
    </details>
  )
}
