import { useState } from 'react'
import { SmallButton } from './button.tsx'

interface CopyButtonProps {
  readonly label: string
  /** Called on click. */
  readonly text: () => string
}

/** Copies a text to the clipboard; if that is refused, shows it for copying by hand. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = (): void => {
    navigator.clipboard.writeText(text()).then(
      () => setState('copied'),
      // Refused without permission, or on an insecure page.
      () => setState('refused'),
    )
  }
  return (
    <>
      <SmallButton onClick={copy}>{state === 'copied' ? 'Copied' : label}</SmallButton>
      {state === 'refused' && <textarea readOnly aria-label="Details" value={text()} rows={6} />}
    </>
  )
}
