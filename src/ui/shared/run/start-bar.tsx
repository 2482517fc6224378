import { type ReactNode, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { PressErrors } from '../controls/press-errors.tsx'

interface Props {
  /** The name of its button. */
  readonly name: string
  /** What it costs, or why it cannot begin. */
  readonly about: string
  readonly disabled?: boolean
  readonly onStart: () => Promise<void>
  /** What the button presses, as in `Notice`. Its errors stand below it. */
  readonly press: string
  /** Choices before the button. */
  readonly children?: ReactNode
}

/** A button that begins something long. */
export function StartBar({ name, about, disabled = false, onStart, press, children }: Props) {
  const [isStarting, setStarting] = useState(false)
  const start = async () => {
    setStarting(true)
    await onStart()
    setStarting(false)
  }
  return (
    <div className="row run-bar">
      {children}
      <Button look="primary" disabled={isStarting || disabled} onClick={start}>
        {name}
      </Button>
      <p className="run-bar-why muted" aria-live="polite">
        {about}
      </p>
      <PressErrors press={press} />
    </div>
  )
}
