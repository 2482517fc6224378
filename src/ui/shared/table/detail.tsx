import type { ReactNode } from 'react'

interface Props {
  /** The name of the selected item. */
  readonly name: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The selected item of a list; on narrow screens it replaces the list and has a button back to it. */
export function Detail({ name, onClose, children }: Props) {
  return (
    <article className="detail" aria-label={name}>
      <button type="button" className="button small back" onClick={onClose}>
        Back to the list
      </button>
      {children}
    </article>
  )
}
