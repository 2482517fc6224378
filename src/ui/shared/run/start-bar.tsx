import { type ReactNode, useState } from 'react'

interface Props {
  /** The name of its button. */
  readonly name: string
  /** What it costs, or why it cannot begin. */
  readonly about: string
  readonly disabled?: boolean
  readonly onStart: () => Promise<void>
  /** Choices before the button. */
  readonly children?: ReactNode
}

/** A button that begins something long. */
export function StartBar({ name, about, disabled = false, onStart, children }: Props) {
  const [isStarting, setStarting] = useState(false)
  const start = async () => {
    setStarting(true)
    await onStart()
    setStarting(false)
  }
  return (
    <div className="run-bar">
      {children}
      <button
        type="button"
        className="button primary"
        disabled={isStarting || disabled}
        onClick={() => void start()}
      >
        {name}
      </button>
      <p className="run-bar-why muted" aria-live="polite">
        {about}
      </p>
    </div>
  )
}
