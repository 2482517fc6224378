import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'onClick'> {
  /** Its looks besides that of every button, as controls.css names them: "primary", "small back". */
  readonly look?: string
  /** What it does may take time, and handles its own errors. */
  readonly onClick?: () => unknown
}

/**
 * A button; it submits a form only where its type says so. A disabled one does nothing and keeps the keyboard focus, which a
 * browser takes from an element with the attribute `disabled`.
 */
export function Button({ look, type = 'button', disabled = false, onClick, ...others }: Props) {
  return (
    <button
      {...others}
      type={type}
      aria-disabled={disabled || undefined}
      className={look === undefined ? 'button' : `button ${look}`}
      onClick={event => {
        if (disabled) event.preventDefault()
        else void onClick?.()
      }}
    />
  )
}

export const SmallButton = (props: Omit<Props, 'look'>) => <Button {...props} look="small" />
