import { type ReactNode, useEffect, useId, useRef } from 'react'

/**
 * A modal dialog: the browser keeps the focus in it, closes it on Escape and gives the focus back. Its buttons
 * stand in a `<form method="dialog">`, which closes it in the same way. One that is longer than the screen is read from
 * its beginning: the browser would go to its first control.
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
  const top = useRef<HTMLHeadingElement>(null)
  const heading = useId()
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || dialog.open) return
    dialog.showModal()
    if (!top.current || dialog.scrollHeight <= dialog.clientHeight) return
    // Only now: a heading that can be focused would take the focus from the buttons of every dialog.
    top.current.tabIndex = -1
    top.current.focus()
  }, [])
  return (
    <dialog
      ref={ref}
      className="dialog"
      aria-labelledby={heading}
      onClose={() => onClose(ref.current?.returnValue ?? '')}
    >
      <h2 ref={top} id={heading}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
