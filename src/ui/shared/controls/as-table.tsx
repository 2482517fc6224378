import { type ReactNode, useState } from 'react'
import { usePaper } from '../../hooks/paper.ts'
import { NotPrinted } from './page-link.tsx'

interface Props {
  readonly name?: string
  /** Whether a printed report has it too: no chart beside it has the figures. */
  readonly isPrinted?: boolean
  readonly children: ReactNode
}

/**
 * A chart's figures as a table, for reading, copying and screen readers; built when it is opened. A report has it open,
 * and leaves it out in print.
 */
export function AsTable({ name = 'As a table', isPrinted = false, children }: Props) {
  const [open, setOpen] = useState(false)
  if (usePaper()) return <NotPrinted unless={isPrinted}>{children}</NotPrinted>
  return (
    <details className="as-table" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{name}</summary>
      {open && children}
    </details>
  )
}
