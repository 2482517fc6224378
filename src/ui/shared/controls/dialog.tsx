import { type ReactNode, useEffect, useId, useRef } from 'react'

/**
  * A modal dialog: the browser traps focus, closes it on Escape and restores focus. Its buttons are in a
 * `<form method="dialog">`, which also closes it. A dialog longer than the screen opens at its heading, because the browser
 * would scroll to its first control.

 */
export function Dialog({
  title,
  onClose,
  children,
}: {
  readonly title: string
  /** Called with the value of the button that closed it; empty on Escape. */
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
    // Only for long dialogs: a focusable heading would take focus from the buttons.
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
