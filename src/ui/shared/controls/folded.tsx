import { type ReactNode, useState } from 'react'
import { usePaper } from '../../hooks/paper.ts'
import { NotPrinted } from './page-link.tsx'

interface Props {
  readonly name: string
  /** Whether a printed report has it too: nothing beside it has the figures. */
  readonly isPrinted?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** Details that are built when they are opened. A report has them open, and leaves them out in print. */
export function Folded({ name, isPrinted = false, className = 'as-table', children }: Props) {
  const [open, setOpen] = useState(false)
  if (usePaper()) return <NotPrinted unless={isPrinted}>{children}</NotPrinted>
  return (
    <details className={className} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{name}</summary>
      {open && children}
    </details>
  )
}

type TableProps = Omit<Props, 'name'> & { readonly name?: string }

/** A chart's figures as a table, for reading, copying and screen readers. */
export const AsTable = ({ name = 'As a table', ...props }: TableProps) => <Folded name={name} {...props} />
