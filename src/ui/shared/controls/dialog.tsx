import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

/**
 * A modal dialog: the browser traps focus, closes it on Escape and restores focus. Its buttons are in a
 * `<form method="dialog">`, which also closes it, and so does a press outside a drawer. A dialog longer than the screen opens at its heading, because the browser
 * would scroll to its first control.
 */
export function Dialog({
  title,
  isDrawer = false,
  onClose,
  children,
}: {
  readonly title: string
  /** Whether it takes the whole height at the side. */
  readonly isDrawer?: boolean
  /** Called with the value of the button that closed it; empty on Escape. */
  readonly onClose: (value: string) => void
  readonly children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const top = useRef<HTMLHeadingElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || dialog.open) return
    dialog.showModal()
    // Only for long dialogs: a focusable heading would take focus from the buttons.
    if (top.current && dialog.scrollHeight > dialog.clientHeight) {
      top.current.tabIndex = -1
      top.current.focus()
    }
    const press = (event: PointerEvent) => {
      if (isDrawer && isOutside(dialog, event)) dialog.close()
    }
    dialog.addEventListener('pointerdown', press)
    return () => {
      dialog.removeEventListener('pointerdown', press)
      // Where the page takes it away, too, focus goes back to what opened it.
      dialog.close()
    }
  }, [isDrawer])
  return (
    <dialog
      ref={ref}
      className={isDrawer ? 'dialog drawer' : 'dialog'}
      aria-labelledby={heading}
      onClose={() => ref.current?.open || onClose(ref.current?.returnValue ?? '')}
    >
      <h2 ref={top} id={heading}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}

/** On what lies behind it: a press there is the dialog's own event, as the padding's is. */
function isOutside(dialog: HTMLDialogElement, { target, clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}
