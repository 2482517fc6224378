import type { ReactNode } from 'react'

interface Props {
  /** What it is of. */
  readonly name: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What was opened of a list; on narrow screens it stands in the list's place, and leads back to it. */
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
