import { type ReactNode, useEffect, useId, useRef } from 'react'

/**
 * A modal dialog: the browser keeps the focus in it, closes it on Escape and gives the focus back. Its buttons
 * stand in a `<form method="dialog">`, which closes it in the same way.
 */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string
  /** Told the value of the button that closed it; empty on Escape. */
  readonly onClose: (value: string) => void
  readonly children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    if (!ref.current?.open) ref.current?.showModal()
  }, [])
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={heading}
      onClose={() => onClose(ref.current?.returnValue ?? '')}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  )
}
